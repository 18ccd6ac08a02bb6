"""Every setting, typed, with its default and what it is for. Read once, from variables named ESTNER_<NAME>."""

import math
import os
import types
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from estner_ops.errors import SettingsError

ROOT = Path(__file__).resolve().parent.parent
# Everything the embedded set-up writes. Not a setting: the settings' defaults lie in it.
HOME = Path(os.environ.get("ESTNER_HOME", ROOT / ".estner")).resolve()


def _setting(default: Any, about: str, least: int = 0) -> Any:
    """`least`: of a number. None is negative or endless, and of some things there must be one."""
    return field(default=default, metadata={"about": about, "least": least})


@dataclass(frozen=True, slots=True)
class Settings:
    # Where things lie
    store: str = _setting((HOME / "store").as_uri(), "root of the store: any fsspec URL (file://…, gs://bucket/prefix)")
    catalogue: str = _setting(f"sqlite:///{HOME / 'catalogue.db'}", "SQLAlchemy URL of the catalogue")
    log_roots: tuple[str, ...] = _setting(
        (str(ROOT / "demo"), str(HOME / "logs"), (HOME / "store" / "logs").as_uri()),
        "folders and URLs under which a crawl log may lie",
    )
    base_iri: str = _setting("http://www.estner.ee/id", "what the IRIs of entities begin with")
    api_url: str = _setting("http://127.0.0.1:8085", "address of the query page, for links from Airflow")
    # Planning
    shard_documents: int = _setting(2000, "documents a shard should hold", least=1)
    max_shards: int = _setting(1000, "most shards of one run (Airflow maps at most 1024 tasks)", least=1)
    part_seconds: float = _setting(1800.0, "expected seconds of a part of a host that is larger than a shard")
    # Fetching: where from
    source: str = _setting("web", "where documents come from: web, or warc (files that a crawler wrote)")
    warc_folders: tuple[str, ...] = _setting(
        ("warcs",), "folders with WARC files for source=warc: paths in the store, or fsspec URLs"
    )
    # Fetching: politeness
    user_agent: str = _setting(
        "EstNER/0.1 (+http://www.estner.ee/bot)", "who we are: names the project and a page that explains it"
    )
    sender: str = _setting("", "e-mail address for the From header; none is sent if empty")
    delay: float = _setting(1.0, "seconds between two requests to one host")
    max_delay: float = _setting(60.0, "longest delay that a slow or busy host, or its robots.txt, can raise it to")
    hosts_at_once: int = _setting(64, "hosts fetched from at the same time by one shard", least=1)
    host_failures: int = _setting(3, "failed connections in a row after which a host is given up for the run", least=1)
    tries: int = _setting(
        3, "requests for one document before a busy server or a lost connection is its outcome", least=1
    )
    # Fetching: limits
    allowed_networks: tuple[str, ...] = _setting(
        (), "address ranges fetched from although they are private (demo and tests: 127.0.0.0/8)"
    )
    name_server: str = _setting(
        "", "file with lines 'address[:port] host' that answers names before DNS does (demo and tests)"
    )
    max_body: int = _setting(100_000_000, "largest body in bytes, as sent and unpacked")
    max_redirects: int = _setting(10, "longest chain of redirects")
    connect_seconds: float = _setting(10.0, "time for a connection")
    document_seconds: float = _setting(120.0, "deadline for a whole document")
    minimum_rate: int = _setting(500, "bytes a second below which a server is cut off")
    rate_seconds: float = _setting(10.0, "stretch of time over which the minimum rate is measured")
    ca_file: str = _setting("", "file of certificate authorities to trust; the usual ones if empty")
    memory_in_flight: int = _setting(300_000_000, "bytes of documents held between fetching and reading, by one shard")
    # Reading
    readers: int = _setting(2, "processes that read documents, in each shard task", least=1)
    reader_seconds: float = _setting(120.0, "time for reading one document")
    reader_memory: int = _setting(2_000_000_000, "memory in bytes for reading one document")
    max_text: int = _setting(5_000_000, "longest text in characters; the rest of a longer one is not read")
    languages: tuple[str, ...] = _setting(("et", "und"), "languages of blocks in which names are looked for")
    engine: str = _setting(
        "lean", "what finds names: lean (ours), estnltk (the stock pipeline), or module:Class of another engine"
    )
    findings: tuple[str, ...] = _setting(
        (), "what else is looked for: registry-code e-mail phone bank-account date money; it lies beside the names in "
            "a shard's output (*.findings.parquet), and `./estner trace URL` shows it"
    )
    # Writing
    segment_documents: int = _setting(500, "documents after which a shard commits a segment", least=1)
    segment_bytes: int = _setting(256_000_000, "bytes of documents after which a shard commits a segment")
    segment_seconds: float = _setting(300.0, "seconds after which a shard commits a segment")
    # Merging and publishing
    merge_memory: int = _setting(400_000_000, "memory in bytes that merging may use before it spills to disk")
    scratch: str = _setting("", "folder for the merge's temporary files; TMPDIR if empty")
    licence: str = _setting("https://creativecommons.org/licenses/by/4.0/", "IRI of the licence of what is published")
    releases_kept: int = _setting(5, "releases kept for rolling back")
    # Answering queries
    cache: str = _setting(str(HOME / "cache"), "folder for local copies of releases that lie in a bucket")
    query_workers: int = _setting(2, "processes that answer SPARQL queries, in each API process", least=1)
    query_seconds: float = _setting(30.0, "time for one SPARQL query")
    query_rows: int = _setting(10_000, "most rows or triples of one SPARQL answer; a longer one is cut and says so")
    query_memory: int = _setting(2_000_000_000, "memory in bytes for one process that answers SPARQL queries")
    # Checking again
    recheck_minimum_days: float = _setting(1.0, "shortest time before a document is checked again, in days")
    recheck_maximum_days: float = _setting(
        20.0, "longest time before a document is checked again, in days; every monthly run takes all if these and the "
              "days that a run lasts are fewer than 28"
    )
    update_schedule: str = _setting("@monthly", "when update_rdf runs: a cron expression or one of Airflow's presets")
    unreachable_tries: int = _setting(3, "checks in vain after which a document counts as not available")
    lock_seconds: float = _setting(900.0, "time after which the lock of an update that gave no sign of life is void")
    # Prices, for the estimate of what a run cost
    currency: str = _setting("EUR", "currency of the prices")
    price_cpu_hour: float = _setting(0.03, "price of one CPU for an hour")
    price_gigabyte_month: float = _setting(0.02, "price of a stored gigabyte for a month")
    price_million_requests: float = _setting(
        0.0, "price of a million requests to web servers, where a proxy or an address translation charges for them"
    )


def load(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process. A mistyped name or value stops the start and names itself."""
    known = {f"ESTNER_{one.name.upper()}": one.name for one in fields(Settings)}
    unknown = sorted(name for name in environment
                     if name.startswith("ESTNER_") and name not in known and name != "ESTNER_HOME")
    if unknown:
        raise SettingsError(f"unknown setting {', '.join(unknown)}; `./estner settings` lists them all")
    return override(Settings(), {known[name]: environment[name] for name in known if name in environment})


def override(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Settings with some values replaced; text is read as the setting's type."""
    hints = get_type_hints(Settings)
    unknown = sorted(set(values) - set(hints))
    if unknown:
        raise SettingsError(f"unknown setting {', '.join(unknown)}; `./estner settings` lists them all")
    read = {name: _read(name, hints[name], value) for name, value in values.items()}
    for one in fields(Settings):
        number, least = read.get(one.name), one.metadata["least"]
        if isinstance(number, int | float) and not least <= number < math.inf:
            raise SettingsError(f"ESTNER_{one.name.upper()}: {number} is not a number from {least} on")
    return replace(settings, **read)


def _read(name: str, hint: Any, value: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not type(None))
    try:
        if get_origin(hint) is tuple:
            return tuple(value.split()) if isinstance(value, str) else tuple(str(one) for one in value)
        if hint is int and isinstance(value, str):
            return int(value.replace("_", ""))
        return hint(value)
    except (TypeError, ValueError) as error:
        raise SettingsError(f"ESTNER_{name.upper()}: {value!r} is not of type {hint.__name__}") from error
