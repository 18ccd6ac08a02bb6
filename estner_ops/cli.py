"""Every step without Airflow, and what one asks of the store: `./estner --help` lists them."""

import argparse
import json
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any

from estner_ops import settings as settings_module
from estner_ops.settings import Settings
from estner_ops.storage import Storage

Command = Callable[[argparse.Namespace], int]
RUN = "name of the run, as `plan` was given it or as the end of `./estner run` shows it under files"
WRITING = ("plan", "shard", "merge", "archive", "sync", "update")  # the others only look


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the single steps to a parser; each sets `command` to the function that runs it."""
    plan = _command(commands, "plan", _plan, "read a crawl log, give every line an outcome, make shards")
    plan.add_argument("log_path", help="file (plain or gzip), folder, glob, or URL, under one of ESTNER_LOG_ROOTS")
    plan.add_argument("--run", required=True, type=_run, help="name of the run: everything is written under it")
    shard = _command(commands, "shard", _shard, "fetch, read and tag the documents of a run's shards")
    shard.add_argument("--run", required=True, type=_run, help=RUN)
    shard.add_argument("shard", nargs="*", help="shard ids (all of the run if none is given)")
    shard.add_argument("--json", action="store_true", help="all figures, for a program")
    for name, about in (("merge", "publish a release from all finished shards"),
                        ("archive", "take a run's WARC files into the archive"),
                        ("sync", "load a run into the catalogue")):
        step = _command(commands, name, _step, about)
        step.add_argument("--run", required=True, type=_run, help=RUN)
        step.add_argument("--json", action="store_true", help="all figures, for a program")
    update = _command(commands, "update", _update, "check known documents again, read only what changed, publish")
    update.add_argument("--run", required=True, type=_run, help="name of the run: everything is written under it")
    update.add_argument("--host", action="append", default=[], help="only this host and those below it (repeatable)")
    update.add_argument("--type", action="append", default=[], help="only this content type (repeatable)")
    update.add_argument("--older-than", type=float, metavar="DAYS", help="last checked longer ago; 0 takes all")
    update.add_argument("--most", type=int, metavar="N", help="at most so many documents")
    update.add_argument("--dry-run", action="store_true", help="only report what would be read again")
    _command(commands, "releases", _releases, "list the releases that are kept")
    rollback = _command(commands, "rollback", _rollback, "make an earlier release the one that readers see")
    rollback.add_argument("release", help="its id, as `./estner releases` lists it")
    verify = _command(commands, "verify", _verify, "read the archive again and check it against its digests")
    verify.add_argument("--sample", type=int, metavar="N", help="check N records chosen at random, not all")
    statistics = _command(commands, "statistics", _statistics, "say what runs did, how long it took and what it cost")
    statistics.add_argument("--run", help="of this run only, with its outcomes")
    statistics.add_argument("--json", action="store_true", help="all figures, for a program")
    query = _command(commands, "query", _query, "ask the current release with SPARQL")
    query.add_argument("sparql", help="the query, or - to read it from standard input")
    query.add_argument("--format", default="tsv", choices=["tsv", "csv", "json", "xml"],
                       help="of a table; a graph is always Turtle")
    trace = _command(commands, "trace", _trace, "say what became of a URL of a run's crawl log")
    trace.add_argument("url", help="in any spelling: a fragment, capitals in the host or :80 do not matter")
    trace.add_argument("--run", help="look in this run only")
    _command(commands, "settings", _settings, "list every setting, its value and what it is for")


def _command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, function: Command,
             about: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    parser.set_defaults(command=function, step=name)
    return parser


def _run(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise argparse.ArgumentTypeError(f"{name!r} is no name for a run: letters, digits, dots, dashes, underscores")
    return name


def _plan(arguments: argparse.Namespace) -> int:
    from estner_ops import steps

    shards = steps.plan(arguments.run, arguments.log_path)
    print(f"{len(shards)} shards: ./estner shard --run {arguments.run}")
    return 0


def _shard(arguments: argparse.Namespace) -> int:
    from estner_ops import steps
    from estner_ops.plan import read_plan

    chosen = arguments.shard or [one.id for one in read_plan(_storage(), arguments.run).shards]
    for shard in chosen:
        _print(steps.rdfize_shard(arguments.run, shard), arguments.json)
    return 0


def _step(arguments: argparse.Namespace) -> int:
    from estner_ops import steps

    step = {"merge": steps.merge, "archive": steps.archive, "sync": steps.metadata_sync}[arguments.step]
    _print(step(arguments.run), arguments.json)
    return 0


def _update(arguments: argparse.Namespace) -> int:
    from estner_ops.catalogue import Selection
    from estner_ops.update import Request, update

    selection = Selection(tuple(arguments.host), tuple(arguments.type), arguments.older_than, arguments.most)
    print(update(arguments.run, Request(selection, arguments.dry_run)))
    return 0


def _releases(_: argparse.Namespace) -> int:
    from estner_ops.graph import current_id, list_releases

    current = current_id(_storage())
    for one in list_releases(_storage()):
        print(f"{'*' if one.id == current else ' '} {one.id}  {one.triples:>12,} triples  "
              f"+{one.changes.added:,} -{one.changes.removed:,}  run {one.run}")
    return 0


def _rollback(arguments: argparse.Namespace) -> int:
    from estner_ops.graph import rollback

    print(f"Readers see release {rollback(_storage(), arguments.release).id} now.")
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    from estner_ops.archive import verify

    report = verify(_storage(), arguments.sample)
    print(f"{report.checked:,} of {report.records:,} records checked, {report.bytes:,} bytes read: "
          f"{'all are sound' if report.is_sound else f'{len(report.damaged):,} are damaged or missing'}")
    for warc, documents in report.by_warc().items():
        print(f"{warc}:")
        for document in documents:
            print(f"  {document}")
    return 0 if report.is_sound else 1


def _statistics(arguments: argparse.Namespace) -> int:
    from estner_ops.archive import archive_totals
    from estner_ops.catalogue import run_statistics

    found = run_statistics(settings_module.load().catalogue, arguments.run)
    totals = archive_totals(_storage())
    if arguments.json:
        print(json.dumps({"runs": [asdict(one) for one in found], "archive": totals}, default=str, ensure_ascii=False))
        return 0
    for run in found:
        print(run.text(outcomes=arguments.run is not None))
    print(f"The archive holds {totals['records']:,} records of {totals['runs']:,} runs in {totals['warc_bytes']:,} "
          f"bytes; {totals['revisits']:,} refer to identical content, which saved {totals['revisit_bytes']:,} bytes.")
    if arguments.run and not found:
        print(f"the catalogue has no run {arguments.run}")
    return 0 if found or not arguments.run else 1


def _query(arguments: argparse.Namespace) -> int:
    from estner_ops.graph import Evaluators, open_release

    sparql = sys.stdin.read() if arguments.sparql == "-" else arguments.sparql
    settings = settings_module.load()
    with Evaluators(settings) as evaluators:
        answer = evaluators.query(open_release(_storage(), settings), sparql, results=arguments.format)
    sys.stdout.buffer.write(answer.body)
    if answer.cut:
        print(f"only the first {answer.rows} rows", file=sys.stderr)
    return 0


def _trace(arguments: argparse.Namespace) -> int:
    from estner_ops.tracing import trace

    found = trace(_storage(), arguments.url, arguments.run, findings=True)
    for line in found:
        print(line)
    if not found:
        print(f"no crawl log that was planned has {arguments.url}")
    return 0 if found else 1


def _settings(_: argparse.Namespace) -> int:
    values = asdict(settings_module.load())
    for one in fields(Settings):
        value = values[one.name]  # a list as it is written: words with spaces between them
        shown = " ".join(value) if isinstance(value, tuple) else value
        print(f"ESTNER_{one.name.upper()} = {shown}\n    {one.metadata['about']}")
    return 0


def _storage() -> Storage:
    return Storage(settings_module.load().store)


def _print(figures: dict[str, Any], as_json: bool) -> None:
    print(json.dumps(figures, ensure_ascii=False, sort_keys=True, default=str) if as_json else figures["sentence"])


def log_to_terminal() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)-7s %(message)s", datefmt="%H:%M:%S")
