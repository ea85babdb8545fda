"""Game records: writing, reading, replaying, checking and exporting."""

from baumeister.records.annotations import Note, Variation, annotations_of
from baumeister.records.errors import RecordError, located
from baumeister.records.fair import Fairness, check_salt, commitment_of
from baumeister.records.lines import LINES_EXTENSION, RecordLine, read_games, record_lines
from baumeister.records.reading import MOST_TAKE_BACKS, check_name, loads, read_text
from baumeister.records.record import EXTENSION, FORMAT, Player, Record, TakeBack, record_of
from baumeister.records.replay import (
    Step,
    check,
    check_text,
    export_for,
    final_state,
    load,
    match_of,
    replay,
)

__all__ = [
    "EXTENSION",
    "FORMAT",
    "LINES_EXTENSION",
    "MOST_TAKE_BACKS",
    "Fairness",
    "Note",
    "Player",
    "Record",
    "RecordError",
    "RecordLine",
    "Step",
    "TakeBack",
    "Variation",
    "annotations_of",
    "check",
    "check_name",
    "check_salt",
    "check_text",
    "commitment_of",
    "export_for",
    "final_state",
    "load",
    "loads",
    "located",
    "match_of",
    "read_games",
    "read_text",
    "record_lines",
    "record_of",
    "replay",
]
