"""Where EstNLTK keeps its rules and data, and how to read them without importing EstNLTK.

`import estnltk` takes 6 s and 300 MB, nearly all of it for parts that finding names does not use (scipy, pandas,
matplotlib, layers). What carries the language lies in files: data is read from them, tables of rules are taken from its
modules by running their top-level assignments alone.
"""

import ast
import os
import re
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import regex


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(f"{name} is not installed", name=name)
    return Path(spec.origin).parent


ESTNLTK = _package("estnltk")
TAGGERS = ESTNLTK / "taggers" / "standard"
SEGMENTATION = TAGGERS / "text_segmentation"
MORPHOLOGY = TAGGERS / "morph_analysis"
NER = TAGGERS / "ner"
NER_MODEL = NER / "models" / "py3_default"
GAZETTEER = NER / "gazetteer" / "gazetteer.txt"
VABAMORF = ESTNLTK / "vabamorf"
# Vabamorf's own default: the last of its lexicon folders.
LEXICON = max(folder for folder in (VABAMORF / "dct").iterdir() if folder.is_dir())


def rules(path: Path, wanted: Iterable[str]) -> dict[str, Any]:
    """The named top-level tables of one of EstNLTK's modules.

    Only assignments to plain names and function definitions are run, with `re` as the module itself imports it: no
    import statement and no class of the module is. A table that is gone from a newer version is an error that names it.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    uses_regex = any(isinstance(node, ast.Import) and any(alias.name == "regex" for alias in node.names)
                     for node in tree.body)
    namespace: dict[str, Any] = {"re": regex if uses_regex else re, "__name__": path.stem}
    tree.body = [node for node in tree.body if _is_table(node)]
    exec(compile(tree, str(path), "exec"), namespace)  # noqa: S102 - an installed, hash-pinned dependency's own source
    missing = [name for name in wanted if name not in namespace]
    if missing:
        raise ImportError(f"{path} has no {', '.join(missing)}", path=str(path))
    return {name: namespace[name] for name in wanted}


def _is_table(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef):
        return True
    if isinstance(node, ast.Assign):
        # MACROS["LETTERS"] = … extends a table; os.path.join(…) and PACKAGE_PATH do not belong to one.
        names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
        return not names & {"os", "PACKAGE_PATH"}
    return False


def punkt_folder() -> Path:
    """NLTK's Estonian sentence model: the first of NLTK's usual folders that has it."""
    roots = [Path(root) for root in os.environ.get("NLTK_DATA", "").split(os.pathsep) if root]
    roots += [Path.home() / "nltk_data", *(Path(sys.prefix) / part / "nltk_data" for part in (".", "share", "lib"))]
    roots += [Path(root) for root in ("/usr/share/nltk_data", "/usr/local/share/nltk_data", "/usr/lib/nltk_data",
                                      "/usr/local/lib/nltk_data")]
    for root in roots:
        folder = root / "tokenizers" / "punkt_tab" / "estonian"
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no tokenizers/punkt_tab/estonian under {', '.join(map(str, roots))}")
