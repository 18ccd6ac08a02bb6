"""What is found by its form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estner_ops.errors import SettingsError
from estner_ops.ner.findings import KINDS, find


def found(kind, text):
    return [(one.surface, one.value) for one in find(text, (kind,))]


def test_nothing_by_default():
    assert find("Registrikood 10060701, info@example.ee", ()) == []


def test_registry_codes_have_a_check_digit():
    assert found("registry-code", "Eesti Energia AS (registrikood 10421629)") == [("10421629", "10421629")]
    assert found("registry-code", "nr 10421628, 1042162, 104216290, 10421629.50") == []


def test_e_mail_addresses():
    text = "Kirjuta Jaan.Tamm@Example.ee, a..b@example.ee või @kasutaja."
    assert found("e-mail", text) == [("Jaan.Tamm@Example.ee", "jaan.tamm@example.ee")]


def test_phones_need_the_country_or_the_word():
    assert [value for _, value in found("phone", "+372 5551 2345, tel 730 9880, tel: 5551234")] == [
        "+37255512345", "+3727309880", "+3725551234",
    ]  # fmt: skip
    assert found("phone", "5551234 tükki, 2024 1234567") == []


def test_accounts_by_their_check_digits():
    assert [value for _, value in found("bank-account", "EE38 2200 2210 2014 5685 ja DE89370400440532013000")] == [
        "EE382200221020145685", "DE89370400440532013000",
    ]  # fmt: skip
    assert found("bank-account", "EE39 2200 2210 2014 5685, EE38220022102014568") == []


@pytest.mark.parametrize(("text", "value"), [
    ("15.05.2024", "2024-05-15"), ("1. mai 2024", "2024-05-01"), ("3. jaanuaril 2019. aastal", "2019-01-03"),
    ("2020-02-29", "2020-02-29"), ("24. veebr 1918", "1918-02-24"),
])  # fmt: skip
def test_dates(text, value):
    assert [one for _, one in found("date", f"Otsus tehti {text}.")] == [value]


def test_days_that_do_not_exist():
    assert found("date", "31.02.2024, 2021-02-29, 1.13.2020, 10.10.10.2020") == []


@pytest.mark.parametrize(("text", "value"), [
    ("3000 eurot", "3000.00 EUR"), ("2,4 miljonit eurot", "2400000.00 EUR"), ("12 345,67 €", "12345.67 EUR"),
    ("1.234.567,80 EUR", "1234567.80 EUR"), ("500 krooni", "500.00 EEK"), ("12.50 €", "12.50 EUR"),
])  # fmt: skip
def test_money(text, value):
    assert [one for _, one in found("money", f"Toetus on {text} aastas.")] == [value]


def test_a_personal_code_is_never_a_finding():
    assert all("37605030299" not in one.surface for one in find("isikukood 37605030299, tel 37605030299", KINDS))


def test_a_mistyped_kind_names_itself():
    with pytest.raises(SettingsError, match="telefon"):
        find("", ("telefon",))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", ["123 " * 100_000, "7" * 500_000, "EE12 ABCD " * 50_000, "a." * 200_000 + "@",
                                  "a@b." * 100_000, "+372 5 5 5 5 " * 50_000, "1. " * 100_000, "1.234." * 80_000])
def test_hostile_text_takes_time_by_its_length_only(text):
    assert len(find(text, KINDS)) < len(text)


@given(st.text(alphabet="0123456789 .,-+@aeEö€EUROtelmai\n", max_size=200))
def test_findings_stand_where_they_say(text):
    for one in find(text, KINDS):
        assert text[one.start : one.end] == one.surface
        assert one.value
