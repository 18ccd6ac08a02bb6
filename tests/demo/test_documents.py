import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from demo.documents import MOVED, STAMPED, VANISHED, documents
from demo.hosts import HOSTS
from estner_ops.outcomes import OUTCOMES

ROOT = Path(__file__).resolve().parents[2]

_DIGESTS = """
import hashlib, json
from demo.documents import documents
print(json.dumps({f"{state} {one.url}": hashlib.sha256(repr(one.reply.headers).encode() + one.reply.body).hexdigest()
                  for state in (1, 2) for one in documents(state).values()}))
"""


def test_the_same_bytes_in_another_process_and_time_zone() -> None:
    environment = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    done = subprocess.run([sys.executable, "-c", _DIGESTS], cwd=ROOT, env=environment, capture_output=True, check=True)
    here = {f"{state} {one.url}": hashlib.sha256(repr(one.reply.headers).encode() + one.reply.body).hexdigest()
            for state in (1, 2) for one in documents(state).values()}
    assert json.loads(done.stdout) == here


def test_enough_documents_on_enough_hosts() -> None:
    clean = [one for one in documents().values() if one.clean]
    per_host = Counter(one.host for one in clean)
    assert len(clean) >= 60
    assert sum(count >= 5 for count in per_host.values()) >= 8
    assert {one.host for one in documents().values()} == set(HOSTS)


def test_every_format_and_encoding_declared_and_not() -> None:
    clean = [one for one in documents().values() if one.clean]
    assert {one.format for one in clean} == {"html", "xhtml", "pdf", "xlsx", "xls", "xml", "rss", "json", "json-array",
                                             "csv", "txt"}
    assert {one.encoding for one in clean} == {"", "utf-8", "utf-8-sig", "windows-1257", "iso-8859-13", "iso-8859-15",
                                               "iso-8859-1", "windows-1252", "utf-16"}
    assert {one.charset for one in clean} == {"", "header", "meta", "none"}
    undeclared = {one.encoding for one in clean if one.charset == "none"}
    assert undeclared >= {"utf-8", "windows-1257", "windows-1252", "iso-8859-1"}


def test_every_clean_document_has_names_and_all_three_types_occur() -> None:
    clean = [one for one in documents().values() if one.clean]
    assert all(one.names for one in clean)
    assert {name.type for one in clean for name in one.names} == {"PER", "ORG", "LOC"}


@pytest.mark.parametrize("type", ["PER", "ORG", "LOC"])
def test_names_stand_in_several_cases(type: str) -> None:
    names = [name for one in documents().values() for name in one.names if name.type == type]
    endings = {ending for name in names for form in name.forms if form != name.name
               for ending in ("s", "st", "le", "lt", "ga", "sse", "l") if form.endswith(ending)}
    oblique = sum(any(form != name.name for form in name.forms) for name in names)
    assert len(endings) >= 4
    assert oblique >= len(names) / 5


def test_names_of_what_cannot_be_read_are_not_expected() -> None:
    for state in (1, 2):
        assert not [one.url for one in documents(state).values() if not one.clean and one.names]


def test_expected_outcomes_exist() -> None:
    assert {one.outcome for one in documents().values()} <= set(OUTCOMES)


@pytest.mark.parametrize("encoding", ["windows-1257", "windows-1252", "iso-8859-15"])
def test_old_encodings_hold_letters_in_which_they_differ(encoding: str) -> None:
    bodies = [one.reply.body for one in documents().values() if one.encoding == encoding and one.clean]
    assert any(letter.encode(encoding) in body for body in bodies for letter in "šž")


def test_state_two_changes_what_it_says() -> None:
    before, after = documents(1), documents(2)
    assert after[VANISHED].reply.status == 410
    old, new = MOVED
    assert after[old].reply.header("Location") == new
    assert new not in before
    assert after[STAMPED].reply.body != before[STAMPED].reply.body
    changed = [url for url in before if after[url].reply.body != before[url].reply.body and after[url].clean]
    assert len(changed) >= 4
