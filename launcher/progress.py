"""What a person sees while something goes on: lines that stay, and on a terminal one that is overwritten."""

import sys


def say(text: str) -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    print(text, flush=True)


def progress(text: str) -> None:
    """For a terminal only: in a file or a pipe, lines that nobody can overwrite would pile up."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
