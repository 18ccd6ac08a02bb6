"""The nominative of whole names, by the document and by the corpus."""

import pytest

from bench.ner_quality import PARTS, listed
from estner_ops.ner import canonical
from estner_ops.ner.tagged import Tagged
from estner_ops.records import Mention


def mentions(text, *names):
    """The names of a text, given as (type, surface) in their order."""
    tagged, done = [], 0
    for kind, surface in names:
        start = text.index(surface, done)
        done = start + len(surface)
        tagged.append(Tagged(start, done, kind, ()))
    return canonical.mentions(text, tagged)


@pytest.mark.parametrize(("kind", "surface", "name"), [
    ("PER", "Toomas Hendrik Ilvesega", "Toomas Hendrik Ilves"),
    ("ORG", "Haridus- ja Teadusministeeriumile", "Haridus- ja Teadusministeerium"),
    ("LOC", "Pärnus", "Pärnu"),
    ("LOC", "Eesti Vabariigis", "Eesti Vabariik"),
    ("ORG", "OÜ-s Näide", "OÜ Näide"),
    ("ORG", "FIE Tiit Kuusega", "FIE Tiit Kuusk"),
    ("PER", "Paetile", "Paet"),
    ("PER", "Tammele", "Tamm"),
    ("PER", "Kravitzi", "Kravitz"),
    ("PER", "Turneri", "Turner"),
])  # fmt: skip
def test_the_nominative_of_a_name(kind, surface, name):
    [mention] = mentions(f"Jutt on nimest {surface}.", (kind, surface))
    assert mention.name == name
    assert name in mention.candidates
    assert 0 < mention.confidence <= 1


def test_at_least_95_percent_of_the_hand_checked_list():
    for part in PARTS:
        cases = list(listed(part))
        tagged = [(text, Tagged(gold.start, gold.end, gold.type, ())) for text, gold in cases]
        names = [canonical.mentions(text, [one])[0].name for text, one in tagged]
        right = sum(name == gold.nominative for name, (_, gold) in zip(names, cases, strict=True))
        assert len(cases) >= 350
        assert right / len(cases) >= 0.95, part


def test_a_form_seen_in_the_nominative_decides_for_the_document():
    alone, *_ = mentions("Jõksi sõnul on aeg käes.", ("PER", "Jõksi"))
    assert alone.name == "Jõksi"
    first, second = mentions("Kõneles Allar Jõks. Jõksi sõnul on aeg käes.", ("PER", "Allar Jõks"), ("PER", "Jõksi"))
    assert (first.name, first.decided_by) == ("Allar Jõks", "nominative")
    assert (second.name, second.decided_by) == ("Jõks", "document")
    assert second.confidence > alone.confidence


def test_the_order_of_mentions_in_a_document_does_not_matter():
    forward = mentions("Jõksi sõnul. Kõneles Allar Jõks.", ("PER", "Jõksi"), ("PER", "Allar Jõks"))
    backward = mentions("Kõneles Allar Jõks. Jõksi sõnul.", ("PER", "Allar Jõks"), ("PER", "Jõksi"))
    assert {one.name for one in forward} == {one.name for one in backward} == {"Jõks", "Allar Jõks"}


def test_a_name_with_a_line_to_itself_is_in_the_nominative():
    [in_cell] = mentions("Nimekiri\nHardi Rehkalt\nJuhataja", ("PER", "Hardi Rehkalt"))
    [in_sentence] = mentions("Kiri tuli Hardi Rehkalt eile.", ("PER", "Hardi Rehkalt"))
    assert (in_cell.name, in_sentence.name) == ("Hardi Rehkalt", "Hardi Rehka")


def test_the_next_word_asks_for_a_case():
    [before_verb] = mentions("Eile Kaarel Nurgi ütles seda.", ("PER", "Kaarel Nurgi"))
    [before_noun] = mentions("Eile Kaarel Nurgi raamat ilmus.", ("PER", "Kaarel Nurgi"))
    shares = [dict(zip(one.candidates, range(9), strict=False)) for one in (before_verb, before_noun)]
    assert before_noun.name != "Kaarel Nurgi"
    assert shares[0]["Kaarel Nurgi"] <= shares[1].get("Kaarel Nurgi", 9)


def test_the_corpus_decides_what_a_document_could_not():
    guess = Mention(0, 5, "Jõksi", "PER", "Jõksi", "Jõksi", ("Jõksi", "Jõks"), "guess", 0.7)
    assert canonical.settle(guess, {("PER", "Jõks")}) == "Jõks"
    assert canonical.settle(guess, {("LOC", "Jõks")}) == "Jõksi"
    assert canonical.settle(guess, {("PER", "Jõks"), ("PER", "Jõksi")}) == "Jõksi"
    seen = Mention(0, 5, "Jõksi", "PER", "Jõksi", "Jõksi", ("Jõksi", "Jõks"), "nominative", 0.9)
    assert canonical.settle(seen, {("PER", "Jõks")}) == "Jõksi"


def test_lemmas_of_all_words():
    [mention] = mentions("Olen Tallinna Ülikoolis.", ("ORG", "Tallinna Ülikoolis"))
    assert (mention.name, mention.surface) == ("Tallinna Ülikool", "Tallinna Ülikoolis")
    tagged = Tagged(0, 0, "ORG", ())
    assert canonical.lemma(tagged) == ""
