"""Broken records of Tangram City; see broken.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.tiles import tile_set
from baumeister.records import Record
from baumeister.testing import record_of_random

from .broken import Change, as_text, cut, drop, first, line, put, swap, then

FOLDER = Path(__file__).parent.parent / "data" / "broken-tangram-city"


def base(**given: Any) -> Record:
    return record_of_random(TANGRAM_CITY, TANGRAM_CITY.options({"start": 0, **given}), 1)


def _custom() -> list[Any]:
    return [tile.data() for tile in tile_set("standard")]


BASES = {
    "": base(players=2),
    "solo": base(players=1, printed_field=False),
    "same": base(players=2, same_board=True),
    "custom": base(players=1, tile_set="custom", tiles=_custom()),
}


def solo(*lines: str) -> Change:
    """A solo game on an empty board with these lines."""
    return then(cut("deal"), *lines)


def tile(index: int, key: str, value: Any) -> Change:
    return put("options", "tiles", index, key, value)


def last_deal(change: Any) -> Change:
    """Change the deal of the last round; the log ends there."""

    def apply(data: dict[str, Any]) -> None:
        index = max(i for i, text in enumerate(data["log"]) if " deal " in text)
        words = data["log"][index].split(" ")
        data["log"][index:] = ["* deal " + " ".join(change(words[2:]))]
        del data["result"]

    return apply


def in_last_round(*texts: str) -> Change:
    """Continue after the last deal; {0} {1} {2} are its tiles."""

    def apply(data: dict[str, Any]) -> None:
        index = max(i for i, text in enumerate(data["log"]) if " deal " in text)
        tiles = data["log"][index].split(" ")[2:]
        data["log"][index + 1 :] = [text.format(*tiles) for text in texts]
        del data["result"]

    return apply


DEAL = "* deal 06 02 01 03"
SKIPS = ("0 skip 06", "0 skip 02", "0 skip 01", "0 skip 03")

BROKEN: dict[str, tuple[str, Change, str]] = {
    # options
    "T1.1-six-players": ("", put("options", "players", 6), "T1.1: option 'players'"),
    "T1.1-no-players": ("", put("options", "players", 0), "T1.1: option 'players'"),
    "T1.1-printed-field-a-number": ("", put("options", "printed_field", 1), "T1.1: option"),
    "T1.1-same-board-a-text": ("", put("options", "same_board", "no"), "T1.1: option 'same_board'"),
    "T1.2-set-unknown": ("", put("options", "tile_set", "mine"), "T1.2: option 'tile_set'"),
    "T1.2-tiles-of-a-set-that-has-its-own": ("", put("options", "tiles", []), "has tiles of its own"),
    "T1.2-custom-without-tiles": ("custom", drop("options", "tiles"), "custom needs the tiles"),
    "T1.2-tile-overlaps-itself": (
        "custom", tile(0, "halves", [[0, 0, "ne"], [0, 0, "nw"]]), "tile 01: overlaps itself",
    ),
    "T1.2-tile-in-two-pieces": (
        "custom", tile(0, "halves", [[0, 0, "ne"], [3, 3, "nw"]]), "tile 01: is in several pieces",
    ),
    "T1.2-tile-without-halves": ("custom", tile(0, "halves", []), "tile 01: halves must be"),
    "T1.2-tile-corner-unknown": ("custom", tile(0, "halves", [[0, 0, "n"]]), "a half must be"),
    "T1.2-tile-id-twice": ("custom", tile(0, "id", "02"), "tile 02: the id is used 2 times"),
    "T1.2-tile-id-not-two-digits": ("custom", tile(0, "id", "T1"), "the id must be two digits"),
    "T3.1-tile-leaves-the-grid": ("custom", tile(0, "halves", [[7, 0, "ne"]]), "leaves the grid"),
    "T1.5-a-tile-too-few": ("custom", drop("options", "tiles", 0), "there must be 23 tiles"),
    "T1.4-start-points-two": ("", put("options", "start_points", 2), "T1.4: option 'start_points'"),
    "T1.5-start-nobody-named": ("", put("options", "start", 2), "T1.5: option 'start'"),
    "option-of-the-other-game": ("", put("options", "urban", True), "option 'urban': unknown"),
    "player-with-a-side": ("", put("players", 0, "side", 0), "is not the side the options give"),
    "players-too-many": ("", put("options", "players", 1), "must list the seats 0 to 0"),
    # set-up
    "T1.5-start-nobody": ("", line(1, "* start 2"), "log line 1: T1.5: there is no player 3"),
    "T1.5-start-not-as-named": ("", line(1, "* start 1"), "T1.5: the set-up gives the pillar to player 1"),
    "T1.5-no-start": ("", drop("log", 0), "log line 1: T1.5: it is too early to deal boards"),
    "T1.1-no-boards": ("", drop("log", 1), "T2.2: player 1 has nothing to decide now"),
    "T1.1-boards-for-three": ("", line(2, "* boards 1 2 3"), "T1.1: boards dealt: 3"),
    "T1.1-the-same-board-twice": ("", line(2, "* boards 1 1"), "T1.1: here, no two players"),
    "T1.1-different-boards": ("same", line(2, "* boards 1 2"), "T1.1: here, all players have"),
    "T1.1-board-six": ("", line(2, "* boards 1 6"), "is not of the form 'boards NUMBERS'"),
    "T1.1-side-c": ("", line(3, "0 side c"), "is not of the form 'side a, or side b'"),
    "T1.1-sides-out-of-order": ("", swap(3), "must be in player order: 0 first"),
    "T1.1-a-tile-before-the-side": ("", line(3, "0 skip 01"), "T1.1: you cannot decline a tile yet"),
    # rounds
    "T2.1-three-cards": ("", first("deal", lambda t: t[:-3]), "T2.1: 4 cards are dealt"),
    "T2.1-a-card-twice": ("solo", solo("* deal 06 02 06 03"), "T2.1: the card for tile 06 is dealt"),
    "T1.2-a-card-of-no-tile": ("solo", solo("* deal 06 02 99 03"), "T1.2: this set has no tile 99"),
    "T1.5-a-card-that-has-been": (
        "solo", solo(DEAL, *SKIPS, "0 fountain -", "* deal 06 07 08 09"), "T1.5: the card for tile 06",
    ),
    "T2.1-no-deal": ("", then(cut("deal"), "0 skip 01"), "T2.2: player 1 has nothing to decide now"),
    "T2.2-another-tile": ("solo", solo(DEAL, "0 skip 02"), "T2.2: tile 02 is not the one to place"),
    "T2.2-placements-out-of-order": ("", "PLACES", "must be in player order: 0 first"),
    "T2.2-twice-by-one-player": ("", "TWICE", "T2.2: player 1 has nothing to decide now"),
    "T2.3-the-fountain-too-early": ("solo", solo(DEAL, "0 fountain -"), "T2.3: the fountain comes"),
    "T2.3-a-tile-for-the-fountain": (
        "solo", solo(DEAL, *SKIPS, "0 skip 03"), "T2.3: only the fountain is left to place",
    ),
    "T2.3-fountain-without-corner": (
        "solo", solo(DEAL, *SKIPS, "0 fountain a1"), "is not of the form 'fountain FIELD CORNER",
    ),
    "T2.5-a-last-card-that-has-been": (
        "", last_deal(lambda t: [*t[:2], next(x for x in ("01", "02", "03", "04") if x not in t)]),
        "T1.5: the card for tile",
    ),
    "T2.5-a-tile-twice-in-the-last-round": (
        "", in_last_round("0 skip {1}", "0 skip {1}"), "T3.3: you have already decided about tile",
    ),
    "T2.5-the-last-fountain-too-early": (
        "", in_last_round("0 skip {1}", "0 fountain -"), "T2.3: the fountain comes after",
    ),
    "T2.5-not-together": ("", in_last_round("0 skip {1}", "1 skip {1}"), "in player order: 0 first"),
    # placing
    "T3.1-off-the-board": ("solo", solo(DEAL, "0 place 06 b 0 a7"), "T3.1: turned this way, tile 06 is"),
    "T3.1-not-the-lowest-turn": ("solo", solo(DEAL, "0 place 06 b 2 a1"), "T3.1: turned 2 times, tile 06"),
    "T3.1-four-turns": ("solo", solo(DEAL, "0 place 06 b 4 a1"), "is not of the form 'place TILE"),
    "T3.1-no-such-field": ("solo", solo(DEAL, "0 place 06 b 0 h1"), "is not of the form 'place"),
    "T3.2-on-a-tile": (
        "solo", solo(DEAL, "0 place 06 b 0 a1", "0 place 02 g 0 a2"), "T3.2: a2 is already covered",
    ),
    "T3.2-on-the-printed-field": ("custom", "PRINTED", "T3.2: "),
    "T3.2-fountain-on-a-tile": (
        "solo", solo(DEAL, "0 place 06 b 0 a1", *SKIPS[1:], "0 fountain a1 ne"), "T3.2: a1 is",
    ),
    "T3.3-a-declined-tile": (
        "solo", solo(DEAL, "0 skip 06", "0 place 06 b 0 a1"), "T2.2: tile 06 is not the one to place",
    ),
    # the end
    "T5.3-goes-on-after-the-end": ("", then("0 skip 01"), "T5.3: continues after the end"),
    "T5.3-scores-wrong": ("", put("result", "scores", [1, 2]), "result.scores: T5.3: the log gives"),
    "T4.1-rectangle-wrong": (
        "", put("result", "rounds", 2, 1, "rectangle", 49), "result.rounds: T4.1: [2] [1] the log",
    ),
    "T5.1-bonus-wrong": (
        "", put("result", "bonuses", 0, "planning", 15), "result.bonuses: T5.1: [0] the log gives",
    ),
    "T5.1-bonuses-missing": ("", drop("result", "bonuses"), "result.bonuses: is missing"),
    "hidden-card": ("", first("deal", lambda t: t[:-2] + "?"), "hidden ('?')"),
}  # fmt: skip


def _places(data: dict[str, Any]) -> None:
    index = next(i for i, text in enumerate(data["log"]) if " deal " in text)
    log = data["log"]
    log[index + 1], log[index + 2] = log[index + 2], log[index + 1]


def _twice(data: dict[str, Any]) -> None:
    index = next(i for i, text in enumerate(data["log"]) if " deal " in text)
    data["log"].insert(index + 2, data["log"][index + 1])


def _printed(data: dict[str, Any]) -> None:
    log = data["log"]
    log[1], log[2] = "* boards 1", "0 side a"
    log[3:] = ["* deal 02 06 01 03", "0 place 02 b 0 b2"]
    del data["result"]


SPECIAL = {"PLACES": _places, "TWICE": _twice, "PRINTED": _printed}


def broken_text(name: str) -> str:
    """The text of one broken record."""
    start, change, _ = BROKEN[name]
    data = json.loads(BASES[start].dumps())
    (SPECIAL[change] if isinstance(change, str) else change)(data)
    return as_text(data)
