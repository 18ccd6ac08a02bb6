"""/sparql, by the SPARQL 1.1 protocol: a query by GET or POST, the answer in the format that the client asks for."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from estner_ops.errors import QueryError, ReleaseError
from estner_ops.graph import Evaluators, ReleaseReader, negotiate
from estner_ops.graph.formats import GRAPHS, RESULTS

router = APIRouter()
MAX_REQUEST = 1_000_000  # bytes
# A query that is wrong is the client's to mend; one beyond a limit may do better later or in a smaller form.
STATUS = {"syntax": 400, "refused": 403, "time": 503, "memory": 503, "busy": 503}
# Pages of other sites may ask: the data is public and the endpoint keeps no secrets and no sessions.
FROM_ANYWHERE = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "X-EstNER-Rows, X-EstNER-Cut"}
FORM, BARE = "application/x-www-form-urlencoded", "application/sparql-query"


@router.get("/sparql")
async def by_get(
    request: Request,
    query: Annotated[list[str] | None, Query(description="the SPARQL query")] = None,
    default_graph_uri: Annotated[list[str] | None, Query(alias="default-graph-uri")] = None,
    named_graph_uri: Annotated[list[str] | None, Query(alias="named-graph-uri")] = None,
    format: Annotated[str, Query(description="json, xml, csv, tsv, ttl, nt, rdf or jsonld; else Accept decides")] = "",
) -> Response:
    """Answers a query given in the address."""
    return await _answer_one(request, query or [], default_graph_uri or [], named_graph_uri or [], format)


@router.post("/sparql")
async def by_post(request: Request) -> Response:
    """Answers a query given as a form (`query=…`) or as the body itself (application/sparql-query)."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (FORM, BARE):
        return problem(415, f"send the query as {FORM} or {BARE}, not as {kind or 'nothing'}")
    if int(request.headers.get("content-length") or 0) > MAX_REQUEST:
        return problem(413, f"the request is longer than {MAX_REQUEST} bytes")
    if kind == FORM:
        form = await request.form(max_files=0)
        if "update" in form:
            return problem(403, "this endpoint is read-only")
        queries = [str(value) for value in form.getlist("query")]
        graphs = ([str(one) for one in form.getlist("default-graph-uri")],
                  [str(one) for one in form.getlist("named-graph-uri")])
        return await _answer_one(request, queries, *graphs, str(form.get("format") or ""))
    parameters = request.query_params
    try:
        query = (await request.body()).decode()
    except UnicodeDecodeError:
        return problem(400, "the query is not UTF-8")
    return await answer_query(request, query, parameters.getlist("default-graph-uri"),
                         parameters.getlist("named-graph-uri"), parameters.get("format", ""))


@router.options("/sparql")
async def before_post() -> Response:
    """What a browser asks before a page of another site may post application/sparql-query."""
    return Response(status_code=204, headers={**FROM_ANYWHERE, "Access-Control-Allow-Methods": "GET, POST",
                                              "Access-Control-Allow-Headers": "Accept, Content-Type"})


async def _answer_one(request: Request, queries: list[str], default_graphs: Sequence[str],
                      named_graphs: Sequence[str], format: str) -> Response:
    """Section 2.1 of the protocol: there is exactly one query."""
    if len(queries) > 1:
        return problem(400, f"there are {len(queries)} queries: give one")
    return await answer_query(request, "".join(queries), default_graphs, named_graphs, format)


async def answer_query(request: Request, query: str, default_graphs: Sequence[str] = (),
                       named_graphs: Sequence[str] = (), format: str = "") -> Response:
    """The answer from the current release, in this format or else in the one the Accept header asks for."""
    if not query.strip():
        return problem(400, "there is no query: give one as the parameter `query`")
    if format and format not in {**RESULTS, **GRAPHS}:
        return problem(400, f"unknown format {format!r}: there are {', '.join({**RESULTS, **GRAPHS})}")
    results, graph = negotiate(request.headers.get("accept", ""))
    evaluators: Evaluators = request.app.state.evaluators
    releases: ReleaseReader = request.app.state.releases

    def ask() -> Response:
        try:
            answer = evaluators.query(
                releases.current(), query, results=format if format in RESULTS else results,
                graph=format if format in GRAPHS else graph, default_graphs=default_graphs, named_graphs=named_graphs)
        except QueryError as error:
            return problem(STATUS[error.problem], str(error))
        except ReleaseError as error:
            return problem(503, str(error))
        headers = {**FROM_ANYWHERE, "X-EstNER-Rows": str(answer.rows)}
        if answer.cut:
            headers["X-EstNER-Cut"] = f"only the first {answer.rows} rows"
        return Response(answer.body, media_type=answer.media_type, headers=headers)

    return await run_in_threadpool(ask)


def problem(status: int, text: str) -> Response:
    return PlainTextResponse(f"{text}\n", status_code=status, headers=FROM_ANYWHERE)
