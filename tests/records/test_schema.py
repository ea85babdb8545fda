"""The JSON Schema accepts valid records and rejects malformed ones."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.games.manhattan import MANHATTAN
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.records import RecordError, export_for, loads
from baumeister.records.schema import schema
from baumeister.testing import record_of_random
from tests.manhattan.positions import any_options
from tests.tangram_city.positions import any_options as any_city

from .broken import BROKEN, FOLDER

VALIDATOR = jsonschema.Draft202012Validator(schema())


def test_schema_is_valid():
    jsonschema.Draft202012Validator.check_schema(schema())


@given(any_options(), st.integers(0, 10**9), st.sampled_from([None, 3, 30]))
def test_manhattan_records_and_exports_are_accepted(chosen, seed, most):
    record = record_of_random(MANHATTAN, chosen, seed, most)
    VALIDATOR.validate(record.data())
    for viewer in (None, *range(chosen.players)):
        VALIDATOR.validate(export_for(record, viewer).data())


@given(any_options(), st.integers(0, 10**9), st.sampled_from(["options", "players", "started"]),
       st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=12))  # fmt: skip
def test_reader_is_at_least_as_strict(chosen, seed, key, value):
    """Whatever the reader accepts, the schema accepts."""
    data = record_of_random(MANHATTAN, chosen, seed, 1).data()
    places = [(data, "started")]
    if key == "options":
        places = [(data["options"], name) for name in (*data["options"], "start", "monster")]
    if key == "players":
        places = [(data["players"][0], name) for name in (*data["players"][0], "side")]
    holder, name = places[seed % len(places)]
    holder[name] = value
    try:
        loads(json.dumps(data))
    except RecordError:
        return
    VALIDATOR.validate(data)


@given(any_city(), st.integers(0, 10**9), st.sampled_from([None, 3, 30]))
def test_tangram_city_records_and_exports_are_accepted(chosen, seed, most):
    record = record_of_random(TANGRAM_CITY, chosen, seed, most)
    VALIDATOR.validate(record.data())
    for viewer in (None, *range(chosen.players)):
        VALIDATOR.validate(export_for(record, viewer).data())


SHAPES = [
    name
    for name in BROKEN
    if name.startswith(("format", "game", "options-", "players-", "player-kind", "player-without",
                        "log-line-unknown", "log-line-two", "log-line-no-", "log-line-a",
                        "unknown", "result-a", "result-unknown", "result-reason",
                        "option-hand", "option-players", "option-colour"))
    and name != "players-out-of-order" and name != "players-too-few"
]  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_malformed_records_are_rejected(name):
    data = json.loads((FOLDER / f"{name}.bau.json").read_text("utf-8"))
    assert not VALIDATOR.is_valid(data)
