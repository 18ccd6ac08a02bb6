"""What a run did, how long each stage took, and what it cost at the prices in the settings.

Figures come from the store, where every task leaves its own: the plan's summary, the shards' markers, and a note of
each later stage (`runs/<run>/stages/<stage>.json`). Reading them again gives the same rows.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from estner_ops.catalogue.database import execute, reading, writing
from estner_ops.settings import Settings
from estner_ops.shards import finished_shards, shard_folder
from estner_ops.storage import Storage

_CATALOGUE = "catalogue"  # what a plan of known documents has in the place of a log's path


@dataclass(frozen=True, slots=True)
class StageTime:
    stage: str
    started_at: datetime | None
    seconds: float  # of a stage in shards: of all of them together
    cpu_seconds: float
    figures: dict[str, Any]


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    code: str
    stage: str
    sentence: str
    documents: int
    bytes: int


@dataclass(frozen=True, slots=True)
class RunStatistics:
    run: str
    kind: str  # initial | update
    log_path: str
    started_at: datetime | None
    finished_at: datetime | None
    lines: int
    shards: int
    workers: int
    documents: int
    changed: int
    moved: int
    errors: int
    mentions: int
    triples: int
    bytes: int
    stored_bytes: int
    requests: int
    cpu_hours: float
    cost: float
    currency: str
    stages: tuple[StageTime, ...] = ()
    outcomes: tuple[OutcomeCount, ...] = ()

    def text(self, outcomes: bool = False) -> str:
        """The figures for a person."""
        lines = [
            f"{self.run} ({self.kind}), {self.started_at:%Y-%m-%d %H:%M} UTC" if self.started_at else self.run,
            f"  documents {self.documents:,}, read {self.changed:,}, moved {self.moved:,}, errors {self.errors:,}; "
            f"names {self.mentions:,}; triples {self.triples:,}",
            f"  received {self.bytes:,} bytes, archived {self.stored_bytes:,}; requests {self.requests:,}; "
            f"shards {self.shards:,} on {self.workers:,} workers",
            "  " + ", ".join(f"{one.stage} {one.seconds:,.1f} s" for one in self.stages),
            f"  CPU {self.cpu_hours:,.2f} hours; estimated cost {self.cost:,.2f} {self.currency}",
        ]
        if outcomes:
            lines += [f"  {one.documents:>11,}  {one.code:16} {one.sentence}" for one in self.outcomes]
        return "\n".join(lines)


def note_stage(storage: Storage, run: str, stage: str, started_at: datetime, seconds: float, cpu_seconds: float,
               figures: dict[str, Any]) -> None:
    """Leaves a stage's time and figures in the store, for the catalogue to take in."""
    storage.write_json(stage_note(run, stage), {
        "stage": stage, "started_at": started_at.astimezone(UTC).isoformat(), "seconds": round(seconds, 3),
        "cpu_seconds": round(cpu_seconds, 3), "figures": figures})


def stage_note(run: str, stage: str) -> str:
    return f"runs/{run}/stages/{stage}.json"


def estimate_cost(settings: Settings, cpu_seconds: float, stored_bytes: int, requests: int) -> float:
    """Money for computing, for keeping the bytes a month, and for requests."""
    return (cpu_seconds / 3600 * settings.price_cpu_hour + stored_bytes / 1e9 * settings.price_gigabyte_month
            + requests / 1e6 * settings.price_million_requests)


def update_run(storage: Storage, settings: Settings, run: str, run_id: int) -> None:
    """Enters the run's figures, replacing those of an earlier sync."""
    plan = _read_json(storage, f"runs/{run}/plan/plan.json")
    shards = [_read_json(storage, f"{shard_folder(run, shard)}/_SUCCESS") for shard in finished_shards(storage, run)]
    notes = {note["stage"]: note for note in
             (_read_json(storage, path) for path in storage.list(f"runs/{run}/stages")) if "stage" in note}
    if shards:
        notes["rdfize"] = _shards_note(shards)
    started = min((note["started_at"] for note in notes.values() if note.get("started_at")), default=None)
    ended = max((_end(note) for note in notes.values() if note.get("started_at")), default=None)
    requests = sum(int(shard.get("requests", 0)) for shard in shards)
    cpu_seconds = sum(float(note.get("cpu_seconds", 0)) for note in notes.values())
    with writing(settings.catalogue) as connection:
        _enter_plan(connection, run_id, plan)
        for note in notes.values():
            _enter_stage(connection, run_id, note)
        totals = execute(connection, "catalogue/run_totals", {"run_id": run_id}).mappings().one()
        execute(connection, "catalogue/update_run", dict(totals) | {
            "run_id": run_id, "kind": "update" if plan.get("log_path") == _CATALOGUE else "initial",
            "log_path": plan.get("log_path", ""), "started_at": _micros(started), "finished_at": _micros(ended),
            "lines": plan.get("lines", 0), "shards": len(shards),
            "workers": len({shard["worker"] for shard in shards if shard.get("worker")}),
            "triples": int(notes.get("merge", {}).get("figures", {}).get("triples", 0)), "requests": requests,
            "cpu_seconds": cpu_seconds, "currency": settings.currency,
            "cost": estimate_cost(settings, cpu_seconds, int(totals["stored_bytes"]), requests)})


def run_statistics(url: str, run: str | None = None, most: int = 50) -> list[RunStatistics]:
    """The figures of one run or of the newest ones."""
    with reading(url) as connection:
        return [_statistics(connection, row) for row in
                execute(connection, "catalogue/runs", {"run": run, "most": most}).mappings().all()]


def _statistics(connection: Connection, row: Any) -> RunStatistics:
    values = dict(row)
    given = {"run_id": values.pop("id")}
    stages = tuple(
        StageTime(one.stage, _time(one.started_at), one.seconds, one.cpu_seconds, json.loads(one.figures))
        for one in execute(connection, "catalogue/run_stages", given))
    outcomes = tuple(OutcomeCount(*one) for one in execute(connection, "catalogue/run_outcomes", given))
    values |= {"started_at": _time(values["started_at"]), "finished_at": _time(values["finished_at"]),
               "cpu_hours": values.pop("cpu_seconds") / 3600}
    return RunStatistics(**values, stages=stages, outcomes=outcomes)


def _shards_note(shards: list[dict[str, Any]]) -> dict[str, Any]:
    keys = sorted({key for shard in shards for key, value in shard.items() if isinstance(value, int | float)})
    figures = {key: round(sum(shard.get(key, 0) for shard in shards), 3) for key in keys}
    starts = [shard["started_at"] for shard in shards if shard.get("started_at")]
    return {"stage": "rdfize", "started_at": min(starts, default=None), "seconds": figures.get("seconds", 0.0),
            "cpu_seconds": figures.get("cpu_seconds", 0.0), "figures": figures}


def _enter_plan(connection: Connection, run_id: int, plan: dict[str, Any]) -> None:
    for code, count in plan.get("counts", {}).items():
        execute(connection, "catalogue/add_plan_outcome", {"run_id": run_id, "outcome": code, "documents": count})


def _enter_stage(connection: Connection, run_id: int, note: dict[str, Any]) -> None:
    execute(connection, "catalogue/add_stage", {
        "run_id": run_id, "stage": note["stage"], "started_at": _micros(note.get("started_at")),
        "seconds": note.get("seconds", 0.0), "cpu_seconds": note.get("cpu_seconds", 0.0),
        "figures": json.dumps(note.get("figures", {}), ensure_ascii=False, sort_keys=True)})


def _read_json(storage: Storage, path: str) -> dict[str, Any]:
    if not storage.exists(path):
        return {}
    content: dict[str, Any] = storage.read_json(path)
    return content


def _end(note: dict[str, Any]) -> str:
    began = datetime.fromisoformat(note["started_at"])
    return datetime.fromtimestamp(began.timestamp() + float(note.get("seconds", 0)), UTC).isoformat()


def _micros(moment: str | None) -> int | None:
    return None if moment is None else round(datetime.fromisoformat(moment).timestamp() * 1_000_000)


def _time(micros: int | None) -> datetime | None:
    return None if micros is None else datetime.fromtimestamp(micros / 1e6, UTC)
