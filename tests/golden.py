"""Golden playthroughs and perft counts: what the engine did, kept as data.

    python -m tests.golden     writes tests/data/golden and tests/data/perft.json anew

A change in these files is a change in the rules, the order of legal actions, or the meaning
of a seed: look at the difference before committing it.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import CHOICES, HANDS
from baumeister.records import replay
from baumeister.testing import record_of_random
from tests.manhattan.positions import VARIANT_SETS

DATA = Path(__file__).parent / "data"
GOLDEN = DATA / "golden"
PERFT = DATA / "perft.json"


def configurations() -> dict[str, dict[str, Any]]:
    """Every edition with every number of players; the other options go round."""
    found = {}
    for number, (edition, players) in enumerate(product(EDITIONS, (2, 3, 4))):
        found[f"manhattan-{edition}-{players}"] = {
            "players": players,
            "edition": edition,
            "urban": number % 2 == 1,
            "variants": VARIANT_SETS[number % len(VARIANT_SETS)],
            "choice": CHOICES[number // 3 % 3],
            "hand": HANDS[number // 2 % 3],
        }
    return found


def playthrough(name: str) -> str:
    """One random game: each line of the log with how many actions were legal, a digest of
    them in their order, and the standing after it."""
    options = MANHATTAN.options(configurations()[name])
    record = record_of_random(MANHATTAN, options, name)
    lines = [json.dumps(MANHATTAN.options_data(options))]
    for step, text in zip(replay(record), record.log, strict=True):
        legal = [str(action) for action in MANHATTAN.legal(step.before, step.actor)]
        digest = sha256("\n".join(legal).encode()).hexdigest()[:8]
        standing = " ".join(map(str, MANHATTAN.standing(step.after)))
        lines.append(f"{text} | {len(legal)} {digest} | {standing}")
        if len(step.after.rounds) > len(step.before.rounds):
            lines += [f"  {items}" for items in step.after.rounds[-1]]
    lines.append(json.dumps({k: v for k, v in (record.result or {}).items() if k != "rounds"}))
    return "\n".join(lines) + "\n"


def perft(state: Any, depth: int) -> int:
    """How many sequences of so many actions there are, chance outcomes included."""
    actors = MANHATTAN.actors(state)
    if depth == 0 or not actors:
        return 1
    actor = actors[0]
    legal = MANHATTAN.legal(state, actor)
    if depth == 1:
        return len(legal)
    return sum(perft(MANHATTAN.apply(state, actor, action), depth - 1) for action in legal)


def positions() -> list[dict[str, Any]]:
    """Positions of the golden games: the start, and after 20, 60 … decisions."""
    found: list[dict[str, Any]] = []
    for name, options in configurations().items():
        for most, depth in ((0, 1), (20, 3), (60, 3)):
            record = record_of_random(MANHATTAN, MANHATTAN.options(options), name, most)
            found.append({"options": options, "log": list(record.log), "depth": depth})
    return found


def count(position: dict[str, Any]) -> list[int]:
    """Perft of the position for depth 1, 2, …"""
    state = MANHATTAN.new(MANHATTAN.options(position["options"]))
    for line in position["log"]:
        word, text = line.split(" ", 1)
        actor = CHANCE if word == "*" else int(word)
        state = MANHATTAN.apply(state, actor, MANHATTAN.parse(text))
    return [perft(state, depth) for depth in range(1, position["depth"] + 1)]


def write() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.iterdir():
        old.unlink()
    for name in configurations():
        (GOLDEN / f"{name}.txt").write_text(playthrough(name), "utf-8", newline="\n")
    counted = [{**position, "counts": count(position)} for position in positions()]
    lines = ",\n".join(json.dumps(each) for each in counted)
    PERFT.write_text(f"[\n{lines}\n]\n", "utf-8", newline="\n")


if __name__ == "__main__":
    write()
