"""How fast the reference engine plays, beside OpenSpiel's games written in Python.

Uniformly random play to the end, one core. A move is a decision of a player: chance is
played along but not counted, here and there. Rounds are interleaved, so that noise of the
machine falls on all; the table shows medians and ratios. Run it with `bench/run`.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.tangram_city import TANGRAM_CITY

PEERS = ("python_tic_tac_toe", "python_kuhn_poker", "python_block_dominoes", "python_liars_poker")
OURS: dict[str, tuple[AnyGame, dict[str, object]]] = {
    "manhattan, 4 players": (MANHATTAN, {}),
    "manhattan, 3 players": (MANHATTAN, {"players": 3}),
    "manhattan, 2 players": (MANHATTAN, {"players": 2}),
    "manhattan, 4 players, urban rules": (MANHATTAN, {"urban": True}),
    "manhattan, 4 players, godzilla": (MANHATTAN, {"variants": ["godzilla"]}),
    "manhattan, 4 players, all variants": (
        MANHATTAN,
        {"variants": ["baby-godzilla", "progressive", "anti-trust"]},
    ),
    "tangram city, 1 player": (TANGRAM_CITY, {"players": 1}),
    "tangram city, 5 players": (TANGRAM_CITY, {"players": 5}),
}


def ours(game: AnyGame, given: dict[str, object]) -> Callable[[random.Random], int]:
    """Plays one game; returns its moves."""
    options = game.options(given)

    def play(rng: random.Random) -> int:
        new, actors, legal, apply, sample = (
            game.new, game.actors, game.legal, game.apply, game.sample,
        )  # fmt: skip
        state = new(options)
        moves = 0
        while owing := actors(state):
            actor = owing[0]
            if actor == CHANCE:
                state = apply(state, actor, sample(state, rng))
            else:
                actions = legal(state, actor)
                state = apply(state, actor, actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    return play


def peer(name: str) -> Callable[[random.Random], int]:
    """The same for a game of OpenSpiel."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401  (registers them)

    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions, weights = zip(*outcomes, strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    return play


def rate(play: Callable[[random.Random], int], rng: random.Random, seconds: float) -> float:
    """Moves per second over whole games."""
    moves = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        moves += play(rng)
    return moves / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="per game and round")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    plays = {name: ours(game, given) for name, (game, given) in OURS.items()}
    plays |= {f"OpenSpiel {name}": peer(name) for name in PEERS}
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for play in plays.values():
        rate(play, random.Random(0), 0.2)  # warm up
    for number in range(arguments.rounds):
        for name, play in plays.items():
            print(f"\rround {number + 1}/{arguments.rounds} {name:44}", end="", file=sys.stderr)
            rates[name].append(rate(play, random.Random(number), arguments.seconds))
    print("\r" + " " * 64, end="\r", file=sys.stderr)
    best_peer = max(median(rates[f"OpenSpiel {name}"]) for name in PEERS)
    mean_peer = sum(median(rates[f"OpenSpiel {name}"]) for name in PEERS) / len(PEERS)
    rows = {
        name: {
            "moves_per_second": round(median(found)),
            "lowest": round(min(found)),
            "highest": round(max(found)),
            "to_fastest_peer": round(median(found) / best_peer, 2),
            "to_mean_peer": round(median(found) / mean_peer, 2),
        }
        for name, found in rates.items()
    }
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"Python {platform.python_version()}, {platform.machine()}, {arguments.rounds} rounds")
    print(f"{'':44}{'moves/s':>9}{'lowest':>9}{'highest':>9}{'÷ fastest':>11}{'÷ mean peer':>13}")
    for name, row in rows.items():
        print(
            f"{name:44}{row['moves_per_second']:9}{row['lowest']:9}{row['highest']:9}"
            f"{row['to_fastest_peer']:10.2f}×{row['to_mean_peer']:12.2f}×"
        )

    print(f"\nTangram City: {solo_rates()}")


def solo_rates() -> str:
    """Random solo games a second, and placements tested for legality a second."""
    play = ours(TANGRAM_CITY, {"players": 1})
    rng = random.Random(1)
    state = TANGRAM_CITY.new(TANGRAM_CITY.options({"players": 1, "printed_field": False}))
    while TANGRAM_CITY.actors(state) == (CHANCE,):
        state = TANGRAM_CITY.apply(state, CHANCE, TANGRAM_CITY.sample(state, rng))
    tested = len(state.setup.placements[state.cards[0]])
    best_games = best_tests = 0.0
    for _ in range(10):
        began = time.perf_counter()
        for _ in range(20):
            play(rng)
        best_games = max(best_games, 20 / (time.perf_counter() - began))
        began = time.perf_counter()
        for _ in range(300):
            TANGRAM_CITY.legal(state, 0)
        best_tests = max(best_tests, 300 * tested / (time.perf_counter() - began))
    return f"{best_games:.0f} random solo games/s, {best_tests / 1e6:.1f} M placements tested/s"


if __name__ == "__main__":
    main()
