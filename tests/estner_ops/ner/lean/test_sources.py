import pytest

from estner_ops.ner.lean import sources


def test_a_table_that_is_gone_names_itself() -> None:
    path = sources.SEGMENTATION / "patterns.py"
    assert set(sources.rules(path, ["MACROS"])) == {"MACROS"}
    with pytest.raises(ImportError, match="no_such_table"):
        sources.rules(path, ["MACROS", "no_such_table"])


def test_everything_is_there() -> None:
    assert sources.GAZETTEER.is_file()
    assert (sources.NER_MODEL / "model.bin").is_file()
    assert (sources.LEXICON / "et3.dct").is_file()
    assert (sources.punkt_folder() / "collocations.tab").is_file()


def test_the_engine_does_without_the_heavy_imports() -> None:
    """Half of what makes a worker's start-up short."""
    import subprocess
    import sys

    code = ("import sys; from estner_ops.ner.lean import LeanEngine; LeanEngine().tag('Eesti.');"
            "print(sorted({'estnltk', 'nltk', 'pandas', 'scipy', 'matplotlib'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
