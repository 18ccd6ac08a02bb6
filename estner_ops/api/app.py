"""The application: its routes, and what holds for every answer."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles

from estner_ops import settings as settings_module
from estner_ops.api import archive, documents, sparql, vocabulary
from estner_ops.archive import DamagedRecord
from estner_ops.graph import Evaluators, ReleaseReader, current_id
from estner_ops.settings import Settings
from estner_ops.storage import Storage

PAGES = Path(__file__).parent / "pages"
# The page runs only what this service serves: a name in the graph cannot bring a script with it.
CONTENT_POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'self'; form-action 'self'; base-uri 'none'"


def create_app(settings: Settings | None = None) -> FastAPI:
    """Builds the service; `uvicorn --factory estner_ops.api:create_app` runs it with the environment's settings."""
    chosen = settings or settings_module.load()
    storage = Storage(chosen.store)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.releases = ReleaseReader(storage, chosen)
        with Evaluators(chosen) as app.state.evaluators:
            yield

    app = FastAPI(title="EstNER", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.settings, app.state.storage = chosen, storage
    for part in (sparql, vocabulary, documents, archive):
        app.include_router(part.router)
    app.mount("/pages", StaticFiles(directory=PAGES), name="pages")

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(PAGES / "query.html")

    @app.get("/health")
    def health() -> dict[str, str | None]:
        """Says that the service is up, and which release it answers from (none before the first run)."""
        return {"status": "ok", "release": current_id(storage)}

    @app.exception_handler(DamagedRecord)
    async def damaged(_: Request, error: Exception) -> Response:
        return sparql.problem(500, f"the archived copy is damaged: {error}")

    @app.middleware("http")
    async def guard(request: Request, follow: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await follow(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return app
