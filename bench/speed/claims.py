"""Our claims about speed, as ratios within one run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .table import Row, number, ratio


@dataclass(frozen=True)
class Claim:
    words: str
    at_least: float
    kind: str
    ours: tuple[str, str]  # who, what
    other: tuple[str, str]


HEARTS, BACKGAMMON = ("OpenSpiel", "hearts"), ("OpenSpiel", "backgammon")
GAME = "Manhattan, 4 players"
SCALAR, PORTABLE = ("Baumeister", GAME), ("Baumeister, x86-64-v2", GAME)
MANY = ("Baumeister", f"{GAME}, 4096 per call")
CLAIMS = (
    Claim("single games: × OpenSpiel hearts", 3, "playouts", SCALAR, HEARTS),
    Claim("… × fastcatan, native", 2, "playouts", SCALAR, ("fastcatan", "Catan, native")),
    Claim(
        "… × fastcatan, both x86-64-v2", 2, "playouts", PORTABLE, ("fastcatan", "Catan, portable")
    ),
    Claim("… × OpenSpiel backgammon", 200, "playouts", SCALAR, BACKGAMMON),
    Claim("4096 games per call: × OpenSpiel hearts", 15, "playouts", MANY, HEARTS),
    Claim(
        "batches of 4096 with masks: × fastcatan",
        2,
        "batches",
        ("Baumeister", f"{GAME}, 4096 at once"),
        ("fastcatan", "Catan, 4096 at once"),
    ),
    *(
        Claim(f"search: × OpenSpiel {game}", 2, "search", SCALAR, ("OpenSpiel", game))
        for game in ("hearts", "hex 9×9", "havannah", "amazons")
    ),
    *(
        Claim(
            f"{rules}, relative to the basic game",
            0.5,
            "playouts",
            ("Baumeister", f"{GAME}, {rules}"),
            SCALAR,
        )
        for rules in ("urban rules", "Godzilla", "three variants")
    ),
    *(
        Claim(
            f"{game}, 4096 per call: × game by game",
            least,
            "playouts",
            ("Baumeister", f"{game}, 4096 per call"),
            ("Baumeister", game),
        )
        for game, least in (
            ("Manhattan, 2 players", 1.5),
            (f"{GAME}, Godzilla", 1.5),
            (f"{GAME}, urban rules", 1.1),
        )
    ),
    Claim(
        "4096 games per call, two threads: × one",
        1.7,
        "playouts",
        ("Baumeister", f"{GAME}, 2 threads, 4096 per call"),
        MANY,
    ),
)


def claims(rows: list[Row]) -> list[dict[str, Any]]:
    """The claims that this run has measurements for."""
    by_name = {(row.kind, row.who, row.what): row for row in rows if row.found}
    found = []
    for claim in CLAIMS:
        ours = by_name.get((claim.kind, *claim.ours))
        other = by_name.get((claim.kind, *claim.other))
        if ours and other:
            times = ratio(claim.kind, ours, other)
            verdict = "holds" if times >= claim.at_least else "DOES NOT HOLD"
            text = f"{claim.words}: {number(times)} (at least {claim.at_least:g}) {verdict}"
            found.append({"text": text, "ratio": times, "at_least": claim.at_least})
    return found
