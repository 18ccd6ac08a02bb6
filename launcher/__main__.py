"""Every command of `./estner`."""

import argparse
import os
import sys
from pathlib import Path

from estner_ops import cli
from estner_ops.errors import EstnerError

ABOUT = "From a web crawl's log to Linked Open Government Data."
EPILOG = """\
The first start builds the project's environment in .venv. Everything that runs write lies in .estner/.
Single steps (plan, shard, merge, archive, sync, query, trace) work without Airflow on the same store."""


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="./estner", epilog=EPILOG, description=ABOUT,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, about: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        added.set_defaults(launch=name, command=None)
        return added

    run = command("run", "run the pipeline on the demo's crawl log, or on yours, through Airflow")
    which = run.add_mutually_exclusive_group()
    which.add_argument("--log", type=_path, metavar="PATH",
                       help="your own crawl log: a file (plain or gzip) or a folder")
    which.add_argument("--update", action="store_true",
                       help="after a run on the demo: let its web change as in a month, and run update_rdf on it")
    test = command("test", "pass the tests: lint, types, unit tests, and the real thing end to end")
    test.add_argument("--fast", action="store_true", help="leave the slow tests out (no servers, no browser)")
    bench = command("bench", "run a benchmark; ends with one line of JSON")
    bench.add_argument("name", help="plan, fetch, text, ner, merge, update, catalogue …")
    command("status", "say what runs, where to click, and whether it is well")
    command("stop", "stop the services; nothing is lost")
    wipe = command("wipe", "stop the services and delete everything that runs have written")
    wipe.add_argument("--yes", action="store_true", help="do not ask")
    command("lock", "make the requirements' locks anew")
    cli.add_commands(commands)
    return whole


def _path(text: str) -> Path:
    if not text.strip():  # from an empty shell variable; as a path it would be the folder one stands in
        raise argparse.ArgumentTypeError("the path is empty")
    return Path(text)


def main() -> int:
    arguments, rest = parser().parse_known_args()
    launch = getattr(arguments, "launch", None)
    if rest and launch not in ("test", "bench"):
        parser().error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        if arguments.command is not None:
            return _step(arguments)
        return _launch(launch, arguments, rest)
    except EstnerError as error:
        print(f"estner: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print("\nestner: interrupted. What was committed stays; a run that Airflow has begun goes on there "
              "(`./estner stop` ends the services).", file=sys.stderr)
        return 130


def _step(arguments: argparse.Namespace) -> int:
    """A step without Airflow; while the services run, with the settings that they have."""
    from launcher.configuration import settings, temporary
    from launcher.lifecycle import running

    found = running()
    for name, value in settings(found[1]).items() if found else ():
        os.environ.setdefault(name, value)
    if arguments.step in cli.WRITING:
        os.environ["TMPDIR"] = temporary("steps")
    cli.log_to_terminal()
    return int(arguments.command(arguments))


def _launch(name: str | None, arguments: argparse.Namespace, rest: list[str]) -> int:
    from launcher import check, lifecycle, status

    if name == "run":
        from launcher.run import run, update

        return update() if arguments.update else run(arguments.log)
    if name == "test":
        return check.test(arguments.fast, rest)
    if name == "bench":
        return check.bench(arguments.name, rest)
    if name == "wipe":
        return lifecycle.wipe(arguments.yes)
    return {"status": status.status, "stop": lifecycle.stop, "lock": check.lock}[name or ""]()


if __name__ == "__main__":
    sys.exit(main())
