from pathlib import Path

from demo.crawl_log import lines
from demo.documents import documents
from estner_ops.outcomes import OUTCOMES

LOG = Path(__file__).resolve().parents[2] / "demo" / "crawl.log"


def test_the_file_is_what_the_code_writes() -> None:
    assert LOG.read_text(encoding="utf-8") == "".join(f"{line.text}\n" for line in lines())


def test_every_document_has_one_accepted_line() -> None:
    accepted = [line.text.split()[3] for line in lines() if line.outcome == "accepted"]
    assert sorted(accepted) == sorted(documents())


def test_every_outcome_of_planning_occurs() -> None:
    expected = {code for code, outcome in OUTCOMES.items() if outcome.stage == "plan"}
    assert {line.outcome for line in lines()} == expected


def test_lines_have_the_fields_of_a_crawl_log() -> None:
    whole = [line for line in lines() if line.outcome != "malformed-line"]
    assert all(len(line.text.split(None, 11)) == 12 for line in whole)
    assert any(line.text.endswith("}") for line in whole)
