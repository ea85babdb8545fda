"""The compiled core of Manhattan: its tables come from the readable engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Never

from baumeister.fast._core import ManhattanBatch, ManhattanPosition, ManhattanRules
from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    CARD_COPIES,
    CARDS,
    DISTRICTS,
    MARKED,
    NEIGHBOURS,
    SITE_NUMBERS,
    SITES,
    Building,
    built,
)
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.setup import setup_for
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.urban import CARD_NAMES, FAKE_NEWS
from baumeister.games.manhattan.variants import STEPS

POSITIONS: Final = SITES // len(DISTRICTS)
Batch = ManhattanBatch


def place_of(site: int) -> int:
    """The site in the order of the cards: six of each position."""
    district, position = divmod(site, POSITIONS)
    return position * len(DISTRICTS) + district


def site_of(place: int) -> int:
    position, district = divmod(place, len(DISTRICTS))
    return district * POSITIONS + position


_SITES: Final = [site_of(place) for place in range(SITES)]


def _packed(blocks: tuple[int, ...]) -> int:
    return sum(count << 4 * size for size, count in enumerate(blocks))


def _tables(options: Options) -> dict[str, Any]:
    ones, twos, threes, fours = BLOCK_COUNTS
    variants = options.variants
    return {
        "players": options.players,
        "colours": len(options.colours),
        "slots": len(setup_for(options).colours[0]),
        "rounds": options.rounds,
        "blocks": options.blocks,
        "hand": options.hand,
        "start": -1 if options.start is None else options.start,
        "named_monster": -1
        if options.monster is None
        else place_of(SITE_NUMBERS[options.monster]),
        "same_owner_highest": options.same_owner_highest,
        "tie_break": options.tie_break,
        "urban": options.urban,
        "megacity_all": options.megacity_all,
        "secret": options.choice == "secret",
        "one_by_one": options.choice == "one-by-one",
        "monster": options.has_monster,
        "baby": "baby-godzilla" in variants,
        "progressive": "progressive" in variants,
        "anti_trust": "anti-trust" in variants,
        "supply": _packed(BLOCK_COUNTS),
        "card_copies": CARD_COPIES,
        "fake_news": CARD_NAMES.index(FAKE_NEWS),
        "marked": [[MARKED[side][card] for card in CARDS] for side in options.sides],
        "step": [[place_of(site) for site in STEPS[_SITES[place]]] for place in range(SITES)],
        "neighbours": [
            sum(1 << place_of(near) for near in NEIGHBOURS[_SITES[place]])
            for place in range(SITES)
        ],
        "selections": [
            (0, two, three, four)
            for four in range(fours, -1, -1)
            for three in range(threes, -1, -1)
            for two in range(twos, -1, -1)
        ],
    }
