"""What is known of the documents and of the runs that read them: browsing, figures, what became of any URL."""

from dataclasses import asdict
from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from estner_ops.api.sparql import problem
from estner_ops.catalogue import CatalogueError, Filter, UnavailableError, browse, run_statistics
from estner_ops.catalogue.browsing import Order
from estner_ops.errors import EstnerError
from estner_ops.tracing import trace

router = APIRouter()


@router.get("/documents")
def documents(
    request: Request, host: str = "", media_type: str = "", language: str = "", outcome: str = "",
    availability: str = "", errors: bool = False, since: date | None = None, until: date | None = None,
    changed_since: date | None = None, order: Order = "newest", after: str | None = None,
) -> Any:
    """One page of the documents that fit, with counts by facet; `next` of the answer is `after` of the next page."""
    chosen = Filter(host, media_type, language, outcome, availability, errors, since, until, changed_since)
    try:
        return asdict(browse(request.app.state.settings.catalogue, chosen, order, after))
    except UnavailableError as error:
        return problem(503, str(error))
    except (CatalogueError, ValueError) as error:
        return problem(400, str(error))


@router.get("/runs")
def runs(request: Request, run: str | None = None) -> Any:
    """What the newest runs, or one of them, did: time of each stage, documents, changes, errors, sizes, cost."""
    try:
        return [asdict(one) for one in run_statistics(request.app.state.settings.catalogue, run)]
    except UnavailableError as error:
        return problem(503, str(error))


@router.get("/trace")
def where_did_it_go(request: Request, url: str) -> Response:
    """Where did my URL go? Every log line that has it, and what came of the document, in sentences."""
    try:
        return JSONResponse({"url": url, "found": trace(request.app.state.storage, url)})
    except ValueError as error:
        return problem(400, f"not a URL: {error}")
    except EstnerError as error:
        return problem(503, str(error))
