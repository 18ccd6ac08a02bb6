from dataclasses import fields

import pytest

from estner_ops.errors import SettingsError
from estner_ops.settings import Settings, load, override


def test_every_setting_says_what_it_is_for() -> None:
    assert all(one.metadata["about"] for one in fields(Settings))


def test_values_are_read_as_the_type_of_their_setting() -> None:
    settings = load({"ESTNER_DELAY": "2", "ESTNER_MAX_BODY": "5_000", "ESTNER_ALLOWED_NETWORKS": "127.0.0.0/8 ::1/128"})
    assert (settings.delay, settings.max_body, settings.allowed_networks) == (2.0, 5000, ("127.0.0.0/8", "::1/128"))


def test_a_mistyped_name_stops_the_start_and_names_itself() -> None:
    with pytest.raises(SettingsError, match="ESTNER_DELEY"):
        load({"ESTNER_DELEY": "2"})


def test_a_mistyped_value_names_its_setting() -> None:
    with pytest.raises(SettingsError, match="ESTNER_DELAY: 'soon' is not of type float"):
        load({"ESTNER_DELAY": "soon"})


@pytest.mark.parametrize(("name", "value"), [("SHARD_DOCUMENTS", "0"), ("HOSTS_AT_ONCE", "0"), ("READERS", "-1"),
                                             ("DELAY", "-1"), ("DELAY", "nan"), ("PART_SECONDS", "inf")])
def test_a_number_that_cannot_be_names_its_setting(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"ESTNER_{name}: .* is not a number from [01] on"):
        load({f"ESTNER_{name}": value})


def test_an_override_must_be_a_setting() -> None:
    with pytest.raises(SettingsError, match="colour"):
        override(Settings(), {"colour": "blue"})
