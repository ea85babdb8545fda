"""The lessons of the browser client: every script is legal, every goal can be reached."""

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
from baumeister.server.wire.payloads import PracticeBody, Practised
from baumeister.server.work.practice import practise

JSON = dict[str, Any]
WEB = Path(__file__).parents[1] / "web" / "src"
GAMES = ("manhattan", "tangram-city")
LANGUAGES = ("en", "de", "nl", "fr")
LEARNER = 0

COURSES: dict[str, JSON] = {
    game: json.loads((WEB / "learn" / f"{game}.json").read_text()) for game in GAMES
}
STEPS = [
    pytest.param(game, step, id=f"{game}-{step['id']}")
    for game, course in COURSES.items()
    for chapter in course["chapters"]
    for step in chapter["steps"]
]
every_step = pytest.mark.parametrize(("game", "step"), STEPS)


def at(game: str, step: JSON) -> JSON:
    """What the page sends for the position a step begins with."""
    played = COURSES[game]["games"][step["game"]]
    log = played["log"][: step["line"]]
    return {"game": game, "seat": LEARNER, "options": played["options"], "log": log}


def ask(**asked: Any) -> Practised:
    return practise(msgspec.convert(asked, PracticeBody))


def value_at(path: str, answer: Practised) -> Any:
    """As `valueAt` of learn/goal.ts."""
    found = msgspec.to_builtins({"view": answer.position.view, "standing": answer.standing})
    for name in path.split("."):
        found = found[int(name)] if isinstance(found, list) else (found or {}).get(name)
    return found


def reached(goal: JSON, action: str, answer: Practised) -> bool:
    """As `reached` of learn/goal.ts."""
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
    assert answer.product is None, "a lesson asks for what can be listed"
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
def test_the_move_that_is_shown_reaches_the_goal(game, step):
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
        assert answer.scored.line == len(answer.log), "what is counted has just been played"


@every_step
def test_whatever_reaches_the_goal_the_script_goes_on(game, step):
    """What follows fits every move that is accepted, so that no learner gets stuck; and some
    moves miss the goal, or it would be none."""
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
            assert good, "the goal is out of reach"
            assert shown(position, task) in good
            then = task.get("then", [])
            following += [ask(**position, action=action, then=then).log for action in good]
        assert missed or step["id"] == "side"
        logs = following


@every_step
def test_every_clause_a_lesson_names_exists(game, step):
    known = set(clauses_of(find(game)).ids())
    named = {task["goal"].get("refused", step["clauses"][0]) for task in step.get("tasks", [])}
    assert named | set(step["clauses"]) <= known


def test_steps_have_names_of_their_own():
    for course in COURSES.values():
        names = [step["id"] for chapter in course["chapters"] for step in chapter["steps"]]
        assert len(set(names)) == len(names)
        used = {step["game"] for chapter in course["chapters"] for step in chapter["steps"]}
        assert used == set(course["games"])


def texts_wanted() -> set[str]:
    wanted = set()
    for game, course in COURSES.items():
        for chapter in course["chapters"]:
            wanted.add(f"learn.chapter.{game}.{chapter['id']}")
            for step in chapter["steps"]:
                start = f"learn.step.{game}.{step['id']}"
                wanted |= {f"{start}.title", f"{start}.text"}
                for number, _ in enumerate(step.get("tasks", []), start=1):
                    wanted |= {f"{start}.{name}{number}" for name in ("task", "nudge", "done")}
    return wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_texts_in_every_language(language):
    found = json.loads((WEB / "i18n" / language / "learn.json").read_text())
    built = {key for key in found if key.startswith(("learn.chapter.", "learn.step."))}
    assert built == texts_wanted()
