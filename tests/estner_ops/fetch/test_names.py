import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from estner_ops.errors import SettingsError
from estner_ops.fetch.names import Names, read_names


def test_a_file_of_names(tmp_path):
    file = tmp_path / "names"
    file.write_text("# demo\n127.0.0.1:8080 www.Asutus.test  teine.test # two\n::1 v6.test\n[::1]:81 v6.test\n\n")
    assert read_names(file) == {"www.asutus.test": [("127.0.0.1", 8080)], "teine.test": [("127.0.0.1", 8080)],
                                "v6.test": [("::1", None), ("::1", 81)]}
    with ThreadPoolExecutor(1) as threads:
        found = asyncio.run(Names(str(file), threads).resolve("v6.test.", 80))
    assert [(one.address, one.port) for one in found] == [("::1", 80), ("::1", 81)]


@pytest.mark.parametrize("line", ["localhost a.test", "127.0.0.1:x a.test", "1.2.3 a.test"])
def test_a_bad_line_names_itself(tmp_path, line):
    file = tmp_path / "names"
    file.write_text("127.0.0.1 good.test\n" + line)
    with pytest.raises(SettingsError, match=":2"):
        read_names(file)


def test_a_missing_file_names_itself(tmp_path):
    with pytest.raises(SettingsError, match="nothing-here"):
        read_names(tmp_path / "nothing-here")
