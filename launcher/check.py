"""`./estner test` and `./estner bench`: what developers and CI run."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from estner_ops.errors import EstnerError
from estner_ops.settings import ROOT
from launcher.configuration import BIN

# Debian packages that slow tests use, by a command each brings.
DEBIAN = {
    "chromium": "chromium",
    "chromedriver": "chromium-driver",
    "rapper": "raptor2-utils",
    "pdftotext": "poppler-utils",
    "redis-server": "redis-server",
    "virtuoso-t": "virtuoso-opensource-7-bin",
    "/usr/lib/postgresql/15/bin/initdb": "postgresql",
}


def test(fast: bool, rest: list[str]) -> int:
    """Lint, types, tests. `rest` goes to pytest as it is."""
    install_development()
    if not fast:
        install_debian()
    chosen = [*rest, *(["-m", "not slow"] if fast else [])]
    checks = [[str(BIN / "ruff"), "check", "."], [str(BIN / "mypy")], [sys.executable, "-m", "pytest", *chosen]]
    for command in checks:
        print(f"$ {Path(command[0]).name} {' '.join(command[1:])}", flush=True)
        code = subprocess.run(command, cwd=ROOT, env=_environment(), check=False).returncode
        if code:
            return code
    return 0


def bench(name: str, rest: list[str]) -> int:
    """Runs bench/<name>.py and ends with its figures as one line of JSON."""
    install_development()
    known = sorted(path.stem for path in (ROOT / "bench").glob("*.py") if _is_bench(path))
    if name not in known:
        raise EstnerError(f"there is no benchmark {name!r}; there are: {', '.join(known)}")
    os.environ.update(_environment())
    figures = import_module(f"bench.{name}").main(rest)
    print(json.dumps(figures, ensure_ascii=False))
    return 0


def lock() -> int:
    """Makes requirements.txt and requirements-dev.txt anew from their .in files."""
    for name in ("requirements", "requirements-dev"):
        command = [str(BIN / "uv"), "pip", "compile", "--quiet", "--python-version", "3.11", "--generate-hashes",
                   "--excludes", "lock/excluded.txt", f"{name}.in", "-o", f"{name}.txt",
                   "--custom-compile-command", "./estner lock"]
        subprocess.run(command, cwd=ROOT, check=True)
    return 0


def install_development() -> None:
    """What tests and benchmarks need beyond the product, into the same environment."""
    wanted = ROOT / "requirements-dev.txt"
    mark = Path(sys.prefix) / "estner-dev-ready"
    digest = hashlib.sha256(wanted.read_bytes()).hexdigest()
    if mark.exists() and mark.read_text() == digest:
        return
    print("Installing what the tests need …", flush=True)
    subprocess.run([str(BIN / "uv"), "pip", "install", "--quiet", "--python", sys.executable, "--no-deps",
                    "--require-hashes", "-r", str(wanted)], check=True)
    mark.write_text(digest)


def install_debian() -> None:
    missing = sorted({package for command, package in DEBIAN.items() if not shutil.which(command)})
    if not missing:
        return
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        raise EstnerError(f"the slow tests need Debian packages: sudo {' '.join(install)}   (or: ./estner test --fast)")
    print(f"Installing Debian packages for the slow tests: {', '.join(missing)} …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=environment, check=True)
    subprocess.run(install, env=environment, check=True, stdout=subprocess.DEVNULL)


def _is_bench(path: Path) -> bool:
    return "\ndef main(" in path.read_text()


def _environment() -> dict[str, str]:
    """Neither the user's settings nor another Airflow's reach the tests, and nothing of theirs reaches the user's home:
    browsers and plotting libraries like to leave something there."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ESTNER_", "AIRFLOW", "XDG_"))}
    home = ROOT / ".estner" / "test-home"
    temporary = ROOT / ".estner" / "tmp" / "tests"  # tests that kill processes leave something there
    for folder in (home, temporary):
        folder.mkdir(parents=True, exist_ok=True)
    return {**kept, "PYTHONPATH": str(ROOT), "HOME": str(home), "TMPDIR": str(temporary)}
