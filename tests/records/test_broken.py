"""Each broken record gives its own error, with the line, and no traceback."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.records import RecordError, check_text, loads, read_text
from baumeister.records.positions import line_of
from baumeister.records.reading import LARGEST, decode

from . import broken, broken_tangram
from .broken import BASES, as_text


def error_of(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        check_text(text)
    return caught.value


GAMES = (broken, broken_tangram)
FILES = [(game, name) for game in GAMES for name in game.BROKEN]


@pytest.mark.parametrize(("game", "name"), FILES, ids=lambda value: str(value)[:40])
def test_expected_error(game, name):
    error = error_of(read_text(game.FOLDER / f"{name}.bau.json"))
    expected = game.BROKEN[name][2]
    assert expected
    assert expected in str(error)
    assert error.line is not None
    assert f"line {error.line}" in str(error)
    if name[:2] in ("M1", "M3", "M4", "M5", "T4", "T5"):
        assert (
            error.clause
            or "is not of the form" in str(error)
            or "missing" in name
            or "order" in name
        )


@pytest.mark.parametrize(("game", "name"), FILES, ids=lambda value: str(value)[:40])
def test_files_are_up_to_date(game, name):
    """`python -m tests.records.broken` rewrites them."""
    assert (game.FOLDER / f"{name}.bau.json").read_text("utf-8") == game.broken_text(name)


def test_no_missing_or_superfluous_files():
    assert len(broken.BROKEN) >= 60
    assert len(broken_tangram.BROKEN) >= 40
    for game in GAMES:
        names = {f"{name}.bau.json" for name in game.BROKEN}
        assert {path.name for path in game.FOLDER.iterdir()} == names


def test_bases_are_valid():
    for game in GAMES:
        for record in game.BASES.values():
            assert check_text(record.dumps()) == record


def test_log_errors_name_the_line_of_file_and_log():
    data = json.loads(BASES[""].dumps())
    data["log"][4] = "0 choose 1"
    text = as_text(data)
    error = error_of(text)
    assert error.log_line == 5
    assert text.splitlines()[error.line - 1].strip() == '"0 choose 1",'
    one_line = json.dumps(data)
    assert error_of(one_line).line == 1


# --- hostile files ---------------------------------------------------------------------


def test_huge_files_are_not_read(tmp_path):
    path = tmp_path / "huge.bau.json"
    with path.open("wb") as file:
        file.truncate(50 << 30)  # a sparse file of 50 GiB
    with pytest.raises(RecordError, match="is larger than"):
        read_text(path)
    with pytest.raises(RecordError, match="is larger than"):
        loads(" " * (LARGEST + 1))


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"log":['])
def test_deep_nesting_is_an_error_not_a_crash(opening):
    text = opening * (LARGEST // len(opening) - 1)
    assert str(error_of(text)).startswith("line 1: is n")


def test_balanced_deep_nesting():
    depth = 300_000
    assert "line 1: " in str(error_of("[" * depth + "]" * depth))
    data = json.loads(BASES[""].dumps())
    text = as_text(data).replace('"* start 0"', "[" * 400 + "]" * 400, 1)
    error = error_of(text)
    assert "is nested more than 12 deep" in str(error)
    assert "[[[" in text.splitlines()[error.line - 1]
    text = as_text(data).replace('"* start 0"', "[[[[]]]]", 1)
    assert "log line 1: must be 'ACTOR ACTION" in str(error_of(text))


@pytest.mark.parametrize("field", ["hand", "variants", "sides", "monster", "edition"])
def test_nested_option_values_at_any_depth(field):
    """Writing the error message never recurses deeper than parsing did."""
    for depth in (11, 12, 13, *range(970, 1000, 3)):
        text = as_text(json.loads(BASES[""].dumps()))
        nested = "[" * depth + "]" * depth
        damaged = text.replace('"options": {', f'"options": {{"{field}x": {nested}, ', 1)
        damaged = damaged.replace(f'"{field}x"', f'"{field}"')
        assert str(error_of(damaged))


def test_long_names_do_not_make_long_errors():
    data = json.loads(BASES[""].dumps())
    for key, path in (("x" * 300_000, ()), ("y" * 300_000, ("options",))):
        damaged = json.loads(json.dumps(data))
        holder = damaged
        for step in path:
            holder = holder[step]
        holder[key] = 1
        assert len(str(error_of(json.dumps(damaged)))) < 600
    data["game"] = "z" * 300_000
    assert len(str(error_of(json.dumps(data)))) < 300


def test_line_lookup_is_linear():
    """Finding the line takes one more pass over the text."""
    text = '{"format": "baumeister-record/1", "a": ' + "[" * 9 + "1," * 100_000 + "1" + "]" * 9
    assert "is missing" in str(error_of(text + ', "game": "manhattan"}'))
    assert "must be one object" in str(error_of('"' + "x" * 200_000 + '"'))


def test_number_with_many_digits():
    text = as_text(json.loads(BASES[""].dumps())).replace(
        '"rules_version": 2', '"rules_version": ' + "9" * 9999
    )
    assert "line 4: has a number of 9999 digits" in str(error_of(text))


def test_not_utf8():
    with pytest.raises(RecordError, match=r"line 2: is not UTF-8 \(byte 3\)"):
        decode(b'{\n"\xff"}')


def test_unreadable_files(tmp_path):
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        read_text(tmp_path / "none.bau.json")
    with pytest.raises(RecordError, match="not a regular file"):
        read_text(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RecordError, match="not a regular file"):
        read_text(pipe)


def test_endless_log():
    data = json.loads(BASES[""].dumps())
    data["log"] += ["* reshuffle"] * 20_000
    assert "continues after the end of the game" in str(error_of(json.dumps(data)))


GOOD = BASES["urban"].dumps()


@given(st.integers(0, len(GOOD)), st.integers(0, 40), st.text(max_size=8))
def test_damaged_text_is_an_error_or_still_valid(at, length, instead):
    """Damage gives a RecordError or a valid record, never another exception."""
    damaged = GOOD[:at] + instead + GOOD[at + length :]
    try:
        check_text(damaged)
    except RecordError as error:
        assert str(error)
        assert error.line is not None


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                    lambda items: st.lists(items) | st.dictionaries(st.text(), items)),
       st.sampled_from(["format", "game", "rules_version", "options", "players", "log", "started",
                        "result"]))  # fmt: skip
def test_any_json_in_any_field_is_an_error_or_still_valid(value, key):
    data = json.loads(GOOD)
    data[key] = value
    try:
        check_text(json.dumps(data))
    except RecordError as error:
        assert str(error)


def test_positions():
    text = '{"a": [1, {"b":\n 2}], "c,\\"": {}, "log": ["x",\n\n"y"]}'
    assert line_of(text, ()) == 1
    assert line_of(text, ("a", 1, "b")) == 2
    assert line_of(text, ("log", 0)) == 2
    assert line_of(text, ("log", 1)) == 4
    assert line_of(text, ("log", 7)) == 2  # missing: the line of its container
    assert line_of(text, ('c,"',)) == 2
    assert line_of("", ("a",)) == 1
