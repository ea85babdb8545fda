"""The canonical text of actions."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.core.errors import MalformedError
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.manhattan.text import FORMS

GOOD = [
    "start 0", "deal 0 1449", "deal 3 112233", "urban fake-news", "monster D5",
    "districts DABFCE", "choose 432211", "choose orange 4321 yellow 1111", "choose blue 3",
    "build 5 C5 3", "build 5 C5 3 orange", "forfeit 5 3", "forfeit 5 3 blue", "draw 0 7",
    "reshuffle",
]  # fmt: skip


@pytest.mark.parametrize("text", GOOD)
def test_round_trip(text):
    assert str(MANHATTAN.parse(text)) == text


BAD = {
    "": "is not an action",
    "Build 5 C5 3": "'Build' is not an action",
    "build": "not of the form 'build CARD SITE FLOORS [COLOUR]'",
    "build 5 C5": "not of the form",
    "build 0 C5 3": "not of the form",
    "build 5 G5 3": "not of the form",
    "build 5 C0 3": "not of the form",
    "build 5 C5 5": "not of the form",
    "build  5 C5 3": "not of the form",
    "build 5 C5 3 ": "not of the form",
    "build 5 C5 3\n": "not of the form",
    "build 5 c5 3": "not of the form",
    "build ٥ C5 3": "not of the form",
    "choose 112344": "must be written largest first: '443211'",
    "choose orange 1234": "largest first",
    "choose": "not of the form",
    "choose 5": "not of the form",
    "deal 0 9441": "must be written ascending: '1449'",
    "deal 0 ????": "not of the form",
    "draw 0 ?": "not of the form",
    "start x": "not of the form",
    "monster E": "not of the form",
    "districts ABC": "not of the form",
    "reshuffle now": "not of the form",
    "pass": "'pass' is not an action",
    "build " + "5" * 100: "no action is longer than 80 characters",
}


@pytest.mark.parametrize("text", BAD)
def test_non_canonical_texts_are_malformed(text):
    with pytest.raises(MalformedError, match=re.escape(BAD[text])):
        MANHATTAN.parse(text)


@given(st.text(max_size=30) | st.from_regex(FORMS.line_pattern(), fullmatch=True))
def test_any_text_parses_or_is_malformed(text):
    text = text.split(" ", 1)[-1]
    with suppress(MalformedError):
        assert str(MANHATTAN.parse(text)) == text


def test_repr_of_actions():
    from baumeister.games.manhattan.actions import Build

    action = MANHATTAN.parse("build 5 C5 3")
    assert repr(action) == "Build(card=5, site=22, floors=3, colour=None)"
    assert eval(repr(action), {"Build": Build}) == action
