"""The claims of the ladder, one tournament per rung."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from baumeister.arena import Estimate, Plan, Summary, make_plan
from baumeister.bots import Budget

GAMES: Final = 400
FAST: Final = "5:nodes=1000"
"""Level 5 with a fraction of its usual second: enough games in an hour on any machine."""
FAST_PLANS: Final = "5:nodes=20000"
PLAIN_SEARCH: Final = "search:seconds=0.5"
PROTOTYPE: Final = "search:seconds=0.05:leaf=round:policy=network"
"""A policy as prior and for playouts to the end of the round: the prototypes' best recipe."""
MAX_N: Final = "search:seconds=0.1:policy=network"
"""Level 5 without its value network: it plays games out."""
OPEN_SPIEL: Final = "external:python -m bench.ladder.openspiel_bot {}"
FROZEN: Final = "external:python -m bench.ladder.frozen_bot "
LAST: Final = "551975cc"
"""The last commit whose level 5 had opponent models and playouts; its level 3 takes the best action
of a linear policy, the tuned heuristic."""
STYLES: Final = (
    (
        "paranoid",
        "paranoid tree search with the policy network, playing games out, at 0.1 s",
        f"{MAX_N}:paranoid=yes",
    ),
    (
        "max-n",
        "tree search with the policy network, playing games out, at 0.1 s",
        MAX_N,
    ),
    ("flat", "flat Monte Carlo at 0.1 s", "search:seconds=0.1:depth=1"),
    ("greedy", "greedy, one decision in ten at random", "bench.ladder.styles:NoisyGreedy"),
    (
        "ismcts",
        "OpenSpiel's ISMCTSBot, rollouts by our core, at 0.1 s",
        OPEN_SPIEL.format("ismcts"),
    ),
)
"""Other styles of play; only one like max-n was among the opponents in training."""


@dataclass(frozen=True)
class Goal:
    """A value the first bot has to reach."""

    measure: str
    least: float

    def estimate(self, found: Summary) -> Estimate | None:
        first = found.bots[0]
        if self.measure == "better":
            return found.cross[0][1]
        estimates = {"won": first.won, "points": first.points, "complete": first.complete}
        return estimates[self.measure]

    def text(self, number: float) -> str:
        if self.measure == "points":
            return f"{number:.1f} points"
        if self.measure == "better":
            return f"{number:+.1f} points"
        return f"{number:.1%} {self.measure}"


@dataclass(frozen=True)
class Rung:
    name: str
    title: str
    bots: tuple[str, ...]
    goals: tuple[Goal, ...] = ()
    game: str = "manhattan"
    options: dict[str, Any] = field(default_factory=dict)
    versus: bool = True
    games: int = GAMES
    seconds: float | None = None

    def plan(self) -> Plan:
        budget = Budget(self.seconds)
        return make_plan(self.game, self.options, self.bots, versus=self.versus, budget=budget)

    def command(self) -> str:
        """The equivalent command."""
        bots = ",".join(self.bots)
        words = ["baumeister arena", self.game, f"--players {self.options['players']}"]
        words += [f'--bots "{bots}"' if " " in bots else f"--bots {bots}"]
        words += ["--versus"] * self.versus + [f"--games {self.games}"]
        words += [] if self.seconds is None else [f"--seconds {self.seconds:g}"]
        return " ".join(words)


def _versus(players: int) -> str:
    return "against" if players == 2 else "against copies of"


def _level(players: int, level: int, least: float) -> Rung:
    budget = " at 1000 nodes" if level == 5 else ""
    return Rung(
        f"manhattan-{players}-level-{level}",
        f"Manhattan, {players} players: level {level}{budget} {_versus(players)} level {level - 1}",
        (FAST if level == 5 else str(level), str(level - 1)),
        (Goal("won", least),),
        options={"players": players},
    )


def _solo(level: int) -> Rung:
    budget = " at 20 000 nodes" if level == 5 else ""
    return Rung(
        f"tangram-city-level-{level}",
        f"Tangram City solo: level {level}{budget} and level {level - 1} on the same deals",
        (FAST_PLANS if level == 5 else str(level), str(level - 1)),
        (Goal("better", 6),),
        game="tangram-city",
        options={"players": 1},
        versus=False,
        games=2 * GAMES,
    )


def _against(
    name: str, title: str, opponent: str, least: float, *, players: int = 4, seconds: float = 0.5
) -> Rung:
    return Rung(
        f"manhattan-{players}-against-{name}",
        f"Manhattan, {players} players: level 5 at {seconds:g} s {_versus(players)} {title}",
        (f"5:seconds={seconds:g}", opponent),
        (Goal("won", least),),
        options={"players": players},
        seconds=seconds if opponent.startswith("external:") else None,
    )


RUNGS: Final = (
    Rung(
        "mirror",
        "Mirror control: level 2 of Manhattan, which samples its actions, against copies of itself",
        ("2", "2"),
        options={"players": 4},
        games=2000,
    ),
    *(
        _level(players, level, least)
        for players, least in ((4, 0.40), (3, 0.50), (2, 0.65))
        for level in (2, 3, 4, 5)
    ),
    Rung(
        "manhattan-4-table",
        "Manhattan, 4 players: level 5 at a table's second against copies of level 4",
        ("5", "4"),
        (Goal("won", 0.40),),
        options={"players": 4},
    ),
    Rung(
        "manhattan-4-levels",
        "Manhattan, 4 players: all levels at mixed tables, level 5 at 1000 nodes",
        (FAST, "4", "3", "2", "1"),
        options={"players": 4},
        versus=False,
    ),
    _against("policy", "the former level 3, a linear policy", f"{FROZEN}{LAST} 3", 0.75),
    _against("search", "plain tree search with random playouts at 0.5 s", PLAIN_SEARCH, 0.85),
    _against(
        "prototype",
        "tree search with the policy network, playing out rounds, at 0.05 s",
        PROTOTYPE,
        0.40,
    ),
    _against(
        "openspiel", "OpenSpiel's MCTSBot at 0.5 s", OPEN_SPIEL.format("mcts"), 0.90, players=2
    ),
    _against(
        "openspiel-core",
        "OpenSpiel's MCTSBot in Python, rollouts by our core, at 0.5 s",
        OPEN_SPIEL.format("core"),
        0.90,
        players=2,
    ),
    *(_against(name, title, bot, 0.40, seconds=0.1) for name, title, bot in STYLES),
    *(
        _against(
            "last", "the level 5 before the present networks", FROZEN + LAST, least, players=players
        )
        for players, least in ((4, 0.35), (3, 0.43), (2, 0.65))
    ),
    *(_solo(level) for level in (2, 3, 4, 5)),
    Rung(
        "tangram-city-second",
        "Tangram City solo: level 5 at a table's second a card, 500 deals",
        ("5:seconds=1",),
        (Goal("points", 188), Goal("complete", 0.80)),
        game="tangram-city",
        options={"players": 1},
        versus=False,
        games=500,
    ),
    Rung(
        "tangram-city-2-against-last",
        "Tangram City, 2 players: level 5 at 0.5 s against the level 5 without a value network",
        ("5:seconds=0.5", FROZEN + LAST),
        (Goal("won", 0.60),),
        game="tangram-city",
        options={"players": 2},
        seconds=0.5,
    ),
)
