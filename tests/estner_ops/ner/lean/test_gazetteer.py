from pathlib import Path

from estner_ops.ner.lean.gazetteer import KINDS, Gazetteer

FAC, LOC, ORG, PEOP, PER = (1 << bit for bit in range(len(KINDS)))


def test_knows_names_under_all_their_kinds(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("riia\tper\nriia\tloc\neesti pank\torg\nodd\tname\tpeop\nõismäe\tfac", encoding="utf-8")
    names = Gazetteer(path)
    wanted = ["riia", "eesti pank", "odd\tname", "õismäe", "eesti", "", "\ud800", "name"]
    assert names.kinds(wanted).tolist() == [PER | LOC, ORG, PEOP, FAC, 0, 0, 0, 0]
    assert [names.kind(name) for name in wanted] == [PER | LOC, ORG, PEOP, FAC, 0, 0, 0, 0]
    assert names.kinds([]).tolist() == []
