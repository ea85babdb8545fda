"""The tutorials of the browser client: every script is legal and every goal can be reached."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from baumeister.core.errors import IllegalError
from baumeister.core.registry import find
from baumeister.games.clauses import clauses_of
from baumeister.server.wire.payloads.play import PracticeBody, Practised
from baumeister.server.work.practice import practise

JSON = dict[str, Any]
GAMES = Path(__file__).parents[1] / "web" / "src" / "games"
LANGUAGES = ("en", "de", "nl", "fr")
LEARNER = 0

COURSES: dict[str, JSON] = {
    path.parent.name: json.loads(path.read_text()) for path in sorted(GAMES.glob("*/lessons.json"))
}
STEPS = [
    pytest.param(game, step, id=f"{game}-{step['id']}")
    for game, course in COURSES.items()
    for chapter in course["chapters"]
    for step in chapter["steps"]
]
every_step = pytest.mark.parametrize(("game", "step"), STEPS)


def at(game: str, step: JSON) -> JSON:
    """The request for the position that a step begins with."""
    played = COURSES[game]["games"][step["game"]]
    log = played["log"][: step["line"]]
    return {"game": game, "seat": LEARNER, "options": played["options"], "log": log}


def ask(**asked: Any) -> Practised:
    return practise(msgspec.convert(asked, PracticeBody))


def value_at(path: str, answer: Practised) -> Any:
    """Same as `valueAt` in learn/goal.ts."""
    found = msgspec.to_builtins({"view": answer.position.view, "standing": answer.standing})
    for name in path.split("."):
        found = found[int(name)] if isinstance(found, list) else (found or {}).get(name)
    return found


def reached(goal: JSON, action: str, answer: Practised) -> bool:
    """Same as `reached` in learn/goal.ts."""
    if "refused" in goal:
        return False
    patterns = [re.escape(each).replace(r"\*", ".*") for each in goal.get("action", ["*"])]
    if not any(re.fullmatch(each, action) for each in patterns):
        return False
    if where := goal.get("where"):
        value = value_at(where["path"], answer)
        if "is" in where:
            return bool(value == where["is"])
        return bool(where.get("least", value) <= value <= where.get("most", value))
    return True


def choices(answer: Practised) -> list[str]:
    assert answer.product is None, "the actions of a lesson must be listed"
    return answer.legal


def attempts(position: JSON, task: JSON) -> Iterator[tuple[str, Practised, bool]]:
    for action in choices(ask(**position)):
        answer = ask(**position, action=action)
        yield action, answer, reached(task["goal"], action, answer)


def shown(position: JSON, task: JSON) -> str:
    """The move that “Show me” points at."""
    legal = choices(ask(**position))
    return next(action for action in task["show"] if action in legal)


@every_step
def test_every_position_is_legal(game, step):
    ask(**at(game, step))


@every_step
def test_the_shown_move_reaches_the_goal(game, step):
    position = at(game, step)
    for task in step.get("tasks", []):
        if clause := task["goal"].get("refused"):
            with pytest.raises(IllegalError) as refused:
                ask(**position, action=task["show"][0])
            assert refused.value.clause == clause
            continue
        action = shown(position, task)
        answer = ask(**position, action=action)
        assert reached(task["goal"], action, answer), action
        then = task.get("then", [])
        position["log"] = ask(**position, action=action, then=then).log
    if step.get("count"):
        answer = ask(**position)
        assert answer.scored is not None
        assert answer.scored.line == len(answer.log), "the shown scoring is the latest one"


@every_step
def test_the_script_continues_after_every_accepted_move(game, step):
    """The script is legal after every accepted move, so that no learner gets stuck, and some moves
    miss the goal."""
    logs = [at(game, step)["log"]]
    for task in step.get("tasks", []):
        if "refused" in task["goal"]:
            continue
        following: list[list[str]] = []
        missed = 0
        for log in logs:
            position = {**at(game, step), "log": log}
            good = [action for action, _, yes in attempts(position, task) if yes]
            missed += len(choices(ask(**position))) - len(good)
            assert good, "no move reaches the goal"
            assert shown(position, task) in good
            then = task.get("then", [])
            following += [ask(**position, action=action, then=then).log for action in good]
        assert missed or step["id"] == "side"
        logs = following


@every_step
def test_every_cited_clause_exists(game, step):
    known = set(clauses_of(find(game)).ids())
    named = {task["goal"].get("refused", step["clauses"][0]) for task in step.get("tasks", [])}
    assert named | set(step["clauses"]) <= known


def test_step_ids_are_unique():
    for course in COURSES.values():
        names = [step["id"] for chapter in course["chapters"] for step in chapter["steps"]]
        assert len(set(names)) == len(names)
        used = {step["game"] for chapter in course["chapters"] for step in chapter["steps"]}
        assert used == set(course["games"])


def texts_wanted(game: str, course: JSON) -> set[str]:
    wanted = set()
    for chapter in course["chapters"]:
        wanted.add(f"{game}.chapter.{chapter['id']}")
        for step in chapter["steps"]:
            start = f"{game}.step.{step['id']}"
            wanted |= {f"{start}.title", f"{start}.text"}
            for number, _ in enumerate(step.get("tasks", []), start=1):
                wanted |= {f"{start}.{name}{number}" for name in ("task", "nudge", "done")}
    return wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", COURSES)
def test_every_step_has_its_texts_in_every_language(game, language):
    path = GAMES / game / "i18n" / f"{language}.lessons.json"
    assert set(json.loads(path.read_text())) == texts_wanted(game, COURSES[game])
