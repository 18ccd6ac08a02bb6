import gzip
import shutil
import subprocess
from collections import Counter

import pyoxigraph as ox
import pytest
import rdflib

from estner_ops.graph import build_release
from estner_ops.graph.rdfxml import ONTOLOGY_FILE
from estner_ops.settings import Settings
from estner_ops.storage import Storage
from tests import virtuoso

NER = "http://www.estner.ee/estnerd#"

HOSTILE = {
    'OÜ "Mõni & Teine" <b>': 'OÜ "Mõni & Teine" <b>',
    "O'Reilly \\ n\\t": "O'Reilly \\ n\\t",
    "Rõõm 😀 OÜ": "Rõõm 😀 OÜ",
    "Pere 👨‍👩‍👧": "Pere 👨‍👩‍👧",
    "\u202eKolmas\u200f AS\u2066": "Kolmas AS",
    "Tab\tja\x00null\x1b\x85 rida\r\nkaks": "Tab ja null rida kaks",
    "שלום עולם": "שלום עולם",
    "Cafe\u0301": "Café",
    "Sala\u00adsõna": "Salasõna",
    "]]> CDATA &amp; &#0;": "]]> CDATA &amp; &#0;",
    "\ufffe\uffffEbamärk\U0001ffff": "Ebamärk",
    "Era\ue000märk": "Eramärk",
    "a" * 200: "a" * 200,
}
URLS = ["http://a.ee/b c", "http://õun.ee/ä?x=[1]&y='\"<>", "http://a.ee/100%", "http://xn--un-jka.ee/",
        "http://a.ee/\u202e", "http://a.ee/?a=1&amp;b=2", "http://пример.рф/страница"]


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return Storage(tmp_path_factory.mktemp("store").as_uri())


@pytest.fixture(scope="module")
def release(storage, document, mention, shard):
    """All hostile names on all hostile pages, as each of the three kinds."""
    pages = [document(url, title="Pealkiri \x00 \"&<>\u202e") for url in URLS]
    names = [*HOSTILE, "x" * 10_000]
    shard(storage, pages, [mention(page, kind, name, start=30_000 * number + 10_000 * place)
                           for page in pages for number, name in enumerate(names)
                           for place, kind in enumerate(("PER", "ORG", "LOC"))])
    summary = build_release(storage, Settings(), "run <1> & 2")
    assert summary.rejected == {"name-too-long": 3 * len(URLS)}
    return summary


@pytest.mark.parametrize("kind", ["LOC", "ORG", "PER"])
def test_three_parsers_read_the_same_from_rdf_xml_and_n_triples(storage, release, kind, lines):
    said = {rdflib.term.Literal(name) for name in HOSTILE.values()}
    name_of = {"LOC": "http://www.estner.ee/estnerd#locationName", "ORG": "http://www.estner.ee/estnerd#orgName",
               "PER": "http://xmlns.com/foaf/0.1/name"}[kind]
    xml = storage.read_bytes(f"releases/{release.id}/{kind}.rdf")
    graph = rdflib.Graph().parse(data=xml, format="xml")
    assert set(graph.objects(None, rdflib.URIRef(name_of))) == said

    with storage.local(f"releases/{release.id}/{kind}.rdf") as file:
        strict = {str(quad.triple) for quad in ox.parse(path=str(file), format=ox.RdfFormat.RDF_XML)}
    header = {str(quad.triple) for quad in ox.parse(path=str(ONTOLOGY_FILE), format=ox.RdfFormat.TURTLE)}
    triples = {str(quad.triple) for line in lines(storage, release.id, f"{kind}.nt.gz")
               for quad in ox.parse(line.encode(), ox.RdfFormat.N_TRIPLES)}
    assert strict == header | triples
    assert len(graph) == len(strict)


@pytest.mark.skipif(not shutil.which("rapper"), reason="needs rapper (Debian: raptor2-utils)")
@pytest.mark.parametrize("kind", ["LOC", "ORG", "PER"])
def test_raptor_reads_the_files_without_a_warning(storage, release, kind):
    with storage.local(f"releases/{release.id}/{kind}.rdf") as file:
        run = subprocess.run(["rapper", "-i", "rdfxml", "-c", str(file)], capture_output=True, text=True, check=False)
    said = [line for line in run.stderr.splitlines() if not line.startswith("rapper: Parsing URI")]
    expected = release.parts[f"{kind}.nt.gz"] + len(list(
        ox.parse(path=str(ONTOLOGY_FILE), format=ox.RdfFormat.TURTLE)))
    assert (run.returncode, said) == (0, [f"rapper: Parsing returned {expected} triples"])


def test_lines_of_a_part_stand_in_one_order(storage, release, lines):
    for part in ("LOC.nt.gz", "ORG.nt.gz", "PER.nt.gz", "documents.nt.gz"):
        subjects = [line.split(" ")[0] for line in lines(storage, release.id, part)]
        assert subjects == sorted(subjects)
        assert len(lines(storage, release.id, part)) == len(set(lines(storage, release.id, part)))


def test_one_dump_holds_all_parts(storage, release, lines):
    whole = lines(storage, release.id, "release.nq.gz")
    assert len(whole) == release.triples == sum(release.parts.values())
    assert whole == [line for part in release.parts for line in lines(storage, release.id, part)]
    assert len(set(ox.parse("\n".join(whole).encode(), ox.RdfFormat.N_QUADS))) == release.triples


@pytest.mark.skipif(not shutil.which("rapper"), reason="needs rapper (Debian: raptor2-utils)")
def test_raptor_reads_the_dump_without_a_warning(storage, release, tmp_path):
    dump = tmp_path / "release.nq"
    dump.write_bytes(gzip.decompress(storage.read_bytes(f"releases/{release.id}/release.nq.gz")))
    run = subprocess.run(["rapper", "-i", "nquads", "-c", str(dump)], capture_output=True, text=True, check=False)
    said = [line for line in run.stderr.splitlines() if not line.startswith("rapper: Parsing URI")]
    assert (run.returncode, said) == (0, [f"rapper: Parsing returned {release.triples} triples"])


def test_rdflib_reads_from_the_dump_what_we_read(storage, release):
    whole = gzip.decompress(storage.read_bytes(f"releases/{release.id}/release.nq.gz"))
    dataset = rdflib.Dataset()
    dataset.parse(data=whole, format="nquads")
    assert sum(1 for _ in dataset.quads()) == release.triples
    assert {str(one) for one in dataset.objects(None, rdflib.URIRef(f"{NER}orgName"))} == set(HOSTILE.values())


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("virtuoso-t"), reason="needs Virtuoso (Debian: virtuoso-opensource-7-bin)")
def test_virtuoso_loads_the_dump_as_it_is(storage, release, lines):
    default = "http://www.estner.ee/default"  # Virtuoso has no default graph: it wants to be told which one to use
    with virtuoso.running() as other:
        (other.folder / "release.nq.gz").write_bytes(storage.read_bytes(f"releases/{release.id}/release.nq.gz"))
        assert other.load("release.nq.gz", default) == ""
        counts = dict(other.select("SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g"))
        names = {name for (name,) in other.select(f"SELECT ?n {{ GRAPH <{default}> {{ ?s <{NER}orgName> ?n }} }}")}
        pages = {page for (page,) in other.select(f"SELECT DISTINCT ?page {{ ?s <{NER}mentionedAtSite> ?page }}")}
    ours = Counter(quad.graph_name.value if isinstance(quad.graph_name, ox.NamedNode) else default for quad in ox.parse(
        "\n".join(lines(storage, release.id, "release.nq.gz")).encode(), ox.RdfFormat.N_QUADS))
    assert {graph: int(count) for graph, count in counts.items() if graph in ours} == ours
    assert names == set(HOSTILE.values())
    assert len(pages) == len(URLS)
