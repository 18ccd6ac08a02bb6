"""The ontology, the shapes and every entity at the path of its IRI: what makes the data linked."""

import re
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import Response

from estner_ops.api.sparql import answer_query, problem
from estner_ops.graph.rdfxml import ONTOLOGY_FILE
from estner_ops.graph.shapes import SHAPES_FILE
from estner_ops.graph.vocabulary import ONTOLOGY

router = APIRouter()
TURTLE = "text/turtle; charset=utf-8"
_NOT_IN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\/]')  # RFC 3987; a slug is one segment of a path


@router.get(urlsplit(ONTOLOGY).path)
def ontology() -> Response:
    """The estNERD ontology: every term labelled in Estonian and English."""
    return Response(ONTOLOGY_FILE.read_bytes(), media_type=TURTLE)


@router.get("/shapes")
def shapes() -> Response:
    """What a release must look like (SHACL)."""
    return Response(SHAPES_FILE.read_bytes(), media_type=TURTLE)


@router.get("/id/{kind}/{slug}")
async def entity(request: Request, kind: str, slug: str) -> Response:
    """All that the current release says of an entity, in the RDF format that the client asks for."""
    # The address as the client sent it: a slug may hold escapes that are part of the IRI.
    raw = request.scope["raw_path"].decode("ascii", "replace").rpartition("/")[2]
    base = str(request.app.state.settings.base_iri).rstrip("/")
    found = " ".join(f"<{base}/{kind}/{_NOT_IN_IRI.sub(lambda match: quote(match[0], safe=''), one)}>"
                     for one in dict.fromkeys((slug, raw)))
    if kind not in ("per", "org", "loc"):
        return problem(404, f"there are people (per), organisations (org) and places (loc), but no {kind!r}")
    query = f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ VALUES ?s {{ {found} }} ?s ?p ?o }}"
    response = await answer_query(request, query)
    if response.headers.get("X-EstNER-Rows") == "0":
        return problem(404, f"the current release has no {base}/{kind}/{slug}")
    return response
