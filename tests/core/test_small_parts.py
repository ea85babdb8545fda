"""Chance, messages, ranks, errors and the registry."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import pytest

import baumeister
from baumeister.core.chance import actor_text, below, draw_index, pick
from baumeister.core.errors import IllegalError, MalformedError, OptionsError, Refusal
from baumeister.core.messages import format_message
from baumeister.core.outcome import Outcome, ranks_by
from baumeister.core.plugin import Plugin
from baumeister.core.registry import UnknownGameError, find, games, register


def test_draws_follow_the_weights():
    rng = random.Random(1)
    drawn = [draw_index(rng, (1, 0, 3)) for _ in range(4000)]
    assert drawn.count(1) == 0
    assert abs(drawn.count(2) / 4000 - 0.75) < 0.03
    with pytest.raises(ValueError, match="nothing to draw from"):
        draw_index(rng, (0, 0))


def test_draws_cover_the_whole_range():
    class Fixed:
        def __init__(self, value):
            self.value = value

        def random(self):
            return self.value

    assert below(Fixed(0.0), 6) == 0
    assert below(Fixed(1 - 2**-53), 6) == 5
    assert draw_index(Fixed(1 - 2**-53), (2, 2)) == 1
    assert pick(Fixed(0.5), "ab") == "b"


def test_actor_text():
    assert actor_text(baumeister.CHANCE) == "*"
    assert actor_text(3) == "3"


def test_plural_forms_by_language():
    pattern = "{n, plural, one {# étage} other {# étages}} de {who}"
    assert format_message(pattern, {"n": 0, "who": "x"}, "fr") == "0 étage de x"
    assert format_message(pattern, {"n": 0, "who": "x"}, "en") == "0 étages de x"
    assert format_message(pattern, {"n": 2, "who": "{n}"}, "fr") == "2 étages de {n}"


def test_competition_ranks():
    assert ranks_by([3, 3, 1, 9]) == (2, 2, 4, 1)
    outcome = Outcome((3, 9), (2, 1), "points", {"rounds": []})
    assert outcome.winners == (1,)
    assert outcome.as_result() == {
        "scores": [3, 9], "ranks": [2, 1], "winners": [1], "reason": "points", "rounds": [],
    }  # fmt: skip


def test_error_texts():
    assert str(Refusal("M2.5", "no")) == "M2.5: no"
    assert str(OptionsError("hand", "too many", clause="M6")) == "M6: option 'hand': too many"


@pytest.mark.parametrize(
    "error",
    [
        IllegalError(Refusal("M2.5", "too low"), possible=["a", "b"]),
        MalformedError("what?", possible=["a"]),
        OptionsError("start", "must be one of: 0, 1", clause="M1.7"),
        UnknownGameError("no such game"),
    ],
)
def test_errors_survive_pickling(error):
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)


def test_registry():
    assert "manhattan" in games()
    assert find("manhattan") is baumeister.game("manhattan")
    with pytest.raises(UnknownGameError, match="there are: manhattan"):
        find("monopoly")
    with pytest.raises(ValueError, match="there is a game with the id 'manhattan' already"):
        register(Plugin(type(find("manhattan"))()))


def test_import_has_no_dependencies():
    code = "import sys, baumeister; print([m for m in ('rich', 'cyclopts') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
