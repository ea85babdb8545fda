"""Notes, marks and variations of records: read, checked, written and exported."""

from __future__ import annotations

import json

import jsonschema
import pytest

from baumeister.games.manhattan import MANHATTAN
from baumeister.records import Note, RecordError, Variation, check_text, export_for
from baumeister.records.schema import schema
from baumeister.server.tables.imported import events_of
from baumeister.testing import record_of_random

PLAIN = record_of_random(MANHATTAN, MANHATTAN.options({"players": 2}), 3).data()
VALIDATOR = jsonschema.Draft202012Validator(schema())
LOG = PLAIN["log"]


def other_choice() -> str:
    """A legal first line of a variation: another deal."""
    return "* start 1" if LOG[0] == "* start 0" else "* start 0"


NOTES = [
    {"line": 0, "text": "Two players.\nMind the cards."},
    {"line": 5, "text": "Good.", "marks": ["C5", "A1>C5"]},
]
VARIATIONS = [
    {"line": 0, "log": [other_choice(), LOG[1]], "notes": [{"line": 2, "text": "Or so."}]},
    {"of": 0, "line": 1, "log": [LOG[1], LOG[2]]},
]


def read(**more):
    return check_text(json.dumps(PLAIN | more))


def test_annotations_are_kept():
    record = read(notes=NOTES, variations=VARIATIONS)
    assert record.notes[1] == Note(5, "Good.", ("C5", "A1>C5"))
    assert record.variations[1] == Variation(1, (LOG[1], LOG[2]), 0)
    assert record.data()["notes"] == NOTES
    assert record.data()["variations"] == VARIATIONS
    assert check_text(record.dumps()) == record
    assert check_text(record.dumps_line()) == record
    VALIDATOR.validate(record.data())


def test_a_record_without_annotations_is_written_as_before():
    assert not {"notes", "variations"} & set(read().data())


def test_an_export_keeps_notes_but_no_invented_cards():
    exported = export_for(read(notes=NOTES, variations=VARIATIONS), 0)
    assert (exported.data()["notes"], exported.variations) == (NOTES, ())


def test_an_imported_table_keeps_them():
    record = read(notes=NOTES, variations=VARIATIONS)
    created = events_of(record, now=0, invite="", new_seed="").events[0]
    assert created.annotations == {"notes": NOTES, "variations": VARIATIONS}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"notes": {}}, "a list"),
        ({"notes": [{"line": 1}]}, "text or marks"),
        ({"notes": [{"line": 1, "text": " "}]}, "empty"),
        ({"notes": [{"line": 9999, "text": "x"}]}, "line must be from 0"),
        ({"notes": [{"line": 2, "text": "x"}, {"line": 2, "text": "y"}]}, "in order"),
        ({"notes": [{"line": 1, "text": "x" * 2001}]}, "longer than"),
        ({"notes": [{"line": 1, "text": "\u202e"}]}, "U+202E"),
        ({"notes": [{"line": 1, "marks": ["<b>"]}]}, "places like"),
        ({"notes": [{"line": 1, "marks": []}]}, "1 to"),
        ({"variations": [{"line": 1}]}, "line and log"),
        ({"variations": [{"line": 0, "log": ["nonsense"]}]}, "ACTOR ACTION"),
        ({"variations": [{"of": 0, "line": 0, "log": ["* start 0"]}]}, "earlier variation"),
        ({"variations": [{"line": 9999, "log": ["* start 0"]}]}, "line must be"),
        ({"variations": [{"line": 0, "log": ["0 build 1 A1 1"]}]}, ""),
        ({"variations": [{"line": 0, "log": [other_choice(), "0 build 1 A1 1"]}]}, ""),
    ],
)
def test_wrong_annotations_are_refused(more, said):
    with pytest.raises(RecordError) as refused:
        read(**more)
    assert said in str(refused.value)
    assert refused.value.line is not None
