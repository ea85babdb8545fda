"""What the ladder claims, one tournament a rung."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from baumeister.arena import Estimate, Plan, Summary, make_plan
from baumeister.bots import Budget

GAMES: Final = 400
HASTY: Final = "5:nodes=1000"
"""Level 5 with a fraction of what it thinks in its second: games enough in an hour, whatever the
machine. With all its time it is stronger."""
HASTY_PLANS: Final = "5:nodes=20000"
HALF_SECOND: Final = "5:seconds=0.5"
POLICY: Final = "3"
"""Level 3 is the tuned heuristic: what it likes best, without looking ahead."""
PLAIN_SEARCH: Final = "search:seconds=0.5"
PROTOTYPE: Final = "search:seconds=0.05:leaf=round:policy=learned"
"""Playouts by the heuristic to the end of the round, and the heuristic as prior: what prototypes
had found best."""
WITHOUT: Final = "search:{}:leaf=round:policy=net:value=learned"
"""Level 5 as it was before it had a judge, and looked who the others are."""
LAST: Final = (
    ("4-judge", 4, "1000 nodes", "its judge at 300, as long", "nodes=1000", "nodes=300"),
    ("4-against-last", 4, "0.1 s", "looking who they are", "seconds=0.1", "seconds=0.1"),
    ("3-against-last", 3, "1000 nodes", "looking who they are", "nodes=1000", "nodes=1000"),
)
"""Level 5 and what it was before: with what, without what."""
OPEN_SPIEL: Final = "external:python bench/ladder/openspiel_bot.py {}"


@dataclass(frozen=True)
class Goal:
    """What the first bot has to reach."""

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
        """The same by hand."""
        bots = ",".join(self.bots)
        words = ["baumeister arena", self.game, f"--players {self.options['players']}"]
        words += [f'--bots "{bots}"' if " " in bots else f"--bots {bots}"]
        words += ["--versus"] * self.versus + [f"--games {self.games}"]
        words += [] if self.seconds is None else [f"--seconds {self.seconds:g}"]
        return " ".join(words)


def _rival(players: int) -> str:
    return "against" if players == 2 else "against copies of"


def _level(players: int, level: int, least: float) -> Rung:
    hasty = " at 1000 nodes" if level == 5 else ""
    return Rung(
        f"manhattan-{players}-level-{level}",
        f"Manhattan, {players} players: level {level}{hasty} {_rival(players)} level {level - 1}",
        (HASTY if level == 5 else str(level), str(level - 1)),
        (Goal("won", least),),
        options={"players": players},
    )


def _solo(level: int) -> Rung:
    hasty = " at 20 000 nodes" if level == 5 else ""
    return Rung(
        f"tangram-city-level-{level}",
        f"Tangram City alone: level {level}{hasty} and level {level - 1} on the same deals",
        (HASTY_PLANS if level == 5 else str(level), str(level - 1)),
        (Goal("better", 6),),
        game="tangram-city",
        options={"players": 1},
        versus=False,
        games=2 * GAMES,
    )


def _against(name: str, title: str, rival: str, least: float, players: int = 4) -> Rung:
    return Rung(
        f"manhattan-{players}-against-{name}",
        f"Manhattan, {players} players: level 5 at 0.5 s {_rival(players)} {title}",
        (HALF_SECOND, rival),
        (Goal("won", least),),
        options={"players": players},
        seconds=0.5 if rival.startswith("external:") else None,
    )


RUNGS: Final = (
    Rung(
        "mirror",
        "Mirror control: level 2 of Manhattan, which plays softly, against copies of itself",
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
        "manhattan-4-levels",
        "Manhattan, 4 players: all levels at mixed tables, level 5 at 1000 nodes",
        (HASTY, "4", "3", "2", "1"),
        options={"players": 4},
        versus=False,
    ),
    _against("policy", "the tuned one-ply heuristic", POLICY, 0.75),
    _against("search", "plain tree search with random playouts at 0.5 s", PLAIN_SEARCH, 0.85),
    _against("prototype", "the prototypes' recipe at 0.05 s", PROTOTYPE, 0.40),
    *(
        Rung(
            f"manhattan-{name}",
            f"Manhattan, {players} players: level 5 at {budget} against copies without {learned}",
            (f"5:{code}", WITHOUT.format(last)),
            (Goal("won", 1 / players),),
            options={"players": players},
        )
        for name, players, budget, learned, code, last in LAST
    ),
    _against("openspiel", "OpenSpiel's MCTSBot at 0.5 s", OPEN_SPIEL.format("mcts"), 0.90, 2),
    _against(
        "openspiel-core",
        "OpenSpiel's MCTSBot in Python, rollouts by our core, at 0.5 s",
        OPEN_SPIEL.format("core"),
        0.90,
        2,
    ),
    *(_solo(level) for level in (2, 3, 4, 5)),
    Rung(
        "tangram-city-500",
        "Tangram City alone: level 5 at 20 000 nodes, a tenth of a second or two a card, 500 deals",
        (HASTY_PLANS,),
        (Goal("points", 170), Goal("complete", 0.80)),
        game="tangram-city",
        options={"players": 1},
        versus=False,
        games=500,
    ),
)
