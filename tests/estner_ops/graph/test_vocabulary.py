import rdflib
from rdflib import OWL, RDF, RDFS

from estner_ops.graph.rdfxml import ONTOLOGY_FILE
from estner_ops.graph.serialise import _TERMS
from estner_ops.graph.shapes import rules
from estner_ops.graph.vocabulary import KINDS, NER, ONTOLOGY, expand

ontology = rdflib.Graph().parse(ONTOLOGY_FILE)
NERD = "http://nerd.eurecom.fr/ontology#"


def test_every_term_is_typed_labelled_in_two_languages_and_described():
    terms = {one for one in ontology.subjects() if str(one) != ONTOLOGY}
    assert len(terms) >= 12
    for term in terms:
        assert set(ontology.objects(term, RDF.type)) & {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty}, term
        for said in (RDFS.label, RDFS.comment):
            assert sorted(one.language for one in ontology.objects(term, said)) == ["en", "et"], (term, said)
        assert ontology.value(term, RDFS.isDefinedBy), term


def test_every_property_has_a_domain_and_a_range():
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty):
        for term in ontology.subjects(RDF.type, kind):
            assert ontology.value(term, RDFS.domain), term
            assert ontology.value(term, RDFS.range), term
    assert (rdflib.URIRef(NER + "mentionedAtSite"), RDF.type, OWL.ObjectProperty) in ontology


def test_what_releases_and_shapes_use_of_ours_is_in_the_ontology():
    used = {expand(name) for name in (*_TERMS.values(), *(one for kind in KINDS for one in (kind.type, kind.name)))}
    used |= {rule.path for rule in rules()} | {rule.target for rule in rules()}
    known = {str(one) for one in ontology.subjects()}
    assert {one for one in used if one.startswith((NER, NERD))} <= known


def test_classes_are_mapped_to_other_vocabularies():
    mapped = {str(one) for one in ontology.objects(None, OWL.equivalentClass)}
    assert {"http://xmlns.com/foaf/0.1/Person", "http://schema.org/Person", "http://schema.org/Organization",
            "http://schema.org/Place"} <= mapped
