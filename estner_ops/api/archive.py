"""Archived versions: the bytes of a document by its URL and a time, by digest, and by the dated path."""

from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response

from estner_ops.api.sparql import problem
from estner_ops.archive import Version, find_digest, find_path, find_version

router = APIRouter(prefix="/archive")
# Whatever a stranger's document holds must not act in our name: no scripts, no frames, saved rather than shown.
CONFINED = {"Content-Security-Policy": "sandbox; default-src 'none'", "Content-Disposition": "attachment"}


@router.get("")
def by_url(request: Request, url: str, time: datetime | None = None) -> Response:
    """The content a document had at a time; its newest one without."""
    when = time.replace(tzinfo=time.tzinfo or UTC) if time else None
    return _content(find_version(request.app.state.storage, url, when), url)


@router.get("/sha224/{digest}")
def by_digest(request: Request, digest: str) -> Response:
    """Content by its SHA-224."""
    return _content(find_digest(request.app.state.storage, digest), digest)


@router.get("/{day}/{host}/{url_digest}")
def by_path(request: Request, day: str, host: str, url_digest: str) -> Response:
    """Content by `<dd_mm_yyyy>/<host>/<sha224(url)>`."""
    path = f"{day}/{host}/{url_digest}"
    return _content(find_path(request.app.state.storage, path), path)


def _content(version: Version | None, wanted: str) -> Response:
    if version is None:
        return problem(404, f"the archive has nothing under {wanted}")
    return Response(version.body, media_type=version.media_type or "application/octet-stream", headers={
        **CONFINED, "Memento-Datetime": f"{version.time.astimezone(UTC):%a, %d %b %Y %H:%M:%S} GMT",
        "ETag": f'"{version.sha224}"'})
