"""Golden playthroughs and perft counts: what the engine did, kept as data.

    python -m tests.golden     rewrites tests/data/golden and tests/data/perft.json

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
from baumeister.core.game import AnyGame
from baumeister.core.registry import find
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import CHOICES
from baumeister.records import replay
from baumeister.testing import MOST, record_of_random
from tests.manhattan.positions import VARIANT_SETS

DATA = Path(__file__).parent / "data"
GOLDEN = DATA / "golden"
PERFT = DATA / "perft.json"


def configurations() -> dict[str, dict[str, Any]]:
    """Options by name; the name begins with the game's id.

    Manhattan: every edition with every number of players, the other options go round; small games.
    Tangram City: every number of players with both tile sets, likewise.
    """
    found: dict[str, dict[str, Any]] = {}
    for number, (edition, players) in enumerate(product(EDITIONS, (2, 3, 4))):
        found[f"manhattan-{edition}-{players}"] = {
            "players": players,
            "edition": edition,
            "urban": number % 2 == 1,
            "variants": VARIANT_SETS[number % len(VARIANT_SETS)],
            "choice": CHOICES[number // 3 % 3],
            "hand": 4 + number // 2 % 3,
        }
    for hand in (1, 2, 3):  # small games (M6)
        found[f"manhattan-small-{hand}"] = {
            "players": 1 + hand if hand > 1 else 2,
            "edition": "hig-2017",
            "urban": hand == 3,
            "variants": VARIANT_SETS[3 * hand % len(VARIANT_SETS)],
            "choice": CHOICES[hand % 3],
            "hand": hand,
            "districts": 2 * hand - 1,
            "cards": hand + 1,
            "rounds": 3,
            "blocks": 2,
        }
    for number, (tiles, players) in enumerate(product(("standard", "exact-49"), range(1, 6))):
        found[f"tangram-city-{tiles}-{players}"] = {
            "players": players,
            "tile_set": tiles,
            "printed_field": number % 3 != 2,
            "same_board": number % 2 == 1,
            "start_points": number // 2 % 2,
        }
    return found


def game_of(name: str) -> AnyGame:
    return find("manhattan" if name.startswith("manhattan") else "tangram-city")


def playthrough(name: str) -> str:
    """One random game: each line of the log with how many actions were legal, a digest of
    them in their order, and the standing after it."""
    game = game_of(name)
    options = game.options(configurations()[name])
    record = record_of_random(game, options, name)
    lines = [json.dumps(game.options_data(options))]
    for step, text in zip(replay(record), record.log, strict=True):
        every = game.legal(step.before, step.actor)
        legal = [str(action) for action in every[:: 1 + len(every) // MOST]]
        digest = sha256("\n".join(legal).encode()).hexdigest()[:8]
        standing = " ".join(map(str, game.standing(step.after)))
        lines.append(f"{text} | {len(every)} {digest} | {standing}")
        if len(step.after.rounds) > len(step.before.rounds):
            lines += [f"  {items}" for items in step.after.rounds[-1]]
    lines.append(json.dumps({k: v for k, v in (record.result or {}).items() if k != "rounds"}))
    return "\n".join(lines) + "\n"


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """The number of action sequences of this length, chance outcomes included."""
    actors = game.actors(state)
    if depth == 0 or not actors:
        return 1
    actor = actors[0]
    legal = game.legal(state, actor)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.apply(state, actor, action), depth - 1) for action in legal)


def positions() -> list[dict[str, Any]]:
    """Positions of the golden games: the start, and after 20, 60 … decisions."""
    found: list[dict[str, Any]] = []
    for name, options in configurations().items():
        game = game_of(name)
        depths = ((0, 1), (20, 3), (60, 3)) if game.id == "manhattan" else ((0, 1), (20, 2))
        for most, depth in depths:
            record = record_of_random(game, game.options(options), name, most)
            position = {"game": game.id, "options": options, "log": list(record.log)}
            found.append({**position, "depth": depth})
    return found


def count(position: dict[str, Any]) -> list[int]:
    """Perft of the position for depth 1, 2, …"""
    game = find(position["game"])
    state = game.new(game.options(position["options"]))
    for line in position["log"]:
        word, text = line.split(" ", 1)
        actor = CHANCE if word == "*" else int(word)
        state = game.apply(state, actor, game.parse(text))
    return [perft(game, state, depth) for depth in range(1, position["depth"] + 1)]


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
