"""The direction of dependencies, as DESIGN.md draws it: one way only."""

import ast
from pathlib import Path

import pytest

from estner_ops.settings import ROOT

BASE = {"errors", "outcomes", "records", "settings", "shards", "storage", "tables", "unpack"}
STAGES = {"plan", "fetch", "text", "ner", "graph", "archive", "catalogue"}
JOINTS = {"pool", "reading", "rdfize", "steps", "tracing", "update", "cli"}
MAY_IMPORT: dict[str, set[str]] = {
    **{stage: {stage} | BASE for stage in STAGES},
    **dict.fromkeys(BASE, BASE),
    **dict.fromkeys(JOINTS, BASE | STAGES | JOINTS),
    "pool": BASE,
    "api": {"api", "graph", "archive", "catalogue", "plan", "tracing"} | BASE,
    "__init__": set(),
}
MODULES = sorted((ROOT / "estner_ops").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Every module a file imports, at any depth of its code."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides where it leads"
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_product_knows_nothing_of_airflow(path: Path) -> None:
    assert not {name for name in imported(path) if name.split(".")[0] == "airflow"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_import_only_what_lies_below_them(path: Path) -> None:
    room = path.relative_to(ROOT / "estner_ops").parts[0].removesuffix(".py")
    rooms = {name.split(".")[1] for name in imported(path) if name.startswith("estner_ops.")}
    assert rooms <= MAY_IMPORT[room], f"{path.relative_to(ROOT)} may not import {rooms - MAY_IMPORT[room]}"


def test_dags_hold_no_logic() -> None:
    for path in (ROOT / "dags").glob("*.py"):
        text = path.read_text()
        assert len(text.splitlines()) < 120, f"{path.name} is more than a table of contents"
        assert "os.environ" not in text
        assert {name.split(".")[0] for name in imported(path)} <= {"airflow", "dags", "estner_ops", "datetime"}
