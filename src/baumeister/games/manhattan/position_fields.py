"""Each field of a position text: writing and reading its value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from baumeister.core.errors import Message
from baumeister.core.messages import Value, Word
from baumeister.core.position_text.parts import Part
from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    CARD_COPIES,
    CARDS,
    DISTRICTS,
    EMPTY,
    SITE_NAMES,
    SITE_NUMBERS,
    Building,
    stack,
)
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.scoring import Items, Round
from baumeister.games.manhattan.setup import Blocks, blocks_of, setup_for
from baumeister.games.manhattan.state import Cards
from baumeister.games.manhattan.urban import CARD_NAMES

LETTERS: Final = {
    "orange": "o",
    "blue": "b",
    "yellow": "y",
    "purple": "p",
    "black": "k",
    "red": "r",
    "green": "g",
}
"""How blocks of each colour are written."""
NONE: Final = "-"
HIDDEN: Final = "?"
_SITES: Final = 9
_BLOCK: Final = re.compile("([a-z])([1-4])")


def said(key: str, **values: Value) -> Message:
    """A message about positions of this game."""
    return Message("baumeister.games.manhattan", f"position-{key}", values)


def player_text(player: int) -> str:
    return str(player) if player >= 0 else NONE


def read_player(part: Part, options: Options) -> int:
    return -1 if part.text == NONE else part.number(0, options.players - 1)


# --- cards and blocks ------------------------------------------------------------------


def hand_text(cards: Sequence[int]) -> str:
    """The cards, ascending; 0 is a hidden one."""
    return "".join(str(card) if card else HIDDEN for card in cards) or NONE


def read_hand(part: Part, hidden: bool) -> tuple[int, ...]:
    """The cards; a hidden hand as zeros."""
    if part.text == NONE:
        return ()
    wanted = r"\?+" if hidden else "[1-9]+"
    if not re.fullmatch(wanted, part.text):
        reason = "hidden cards, one ? each" if hidden else "cards 1 to 9"
        message = said("hidden-hand" if hidden else "hand")
        raise part.error(f"must be {reason}, or {NONE} for none", message)
    return tuple(0 if char == HIDDEN else int(char) for char in sorted(part.text))


def played_text(played: Cards) -> str:
    return hand_text([card for card in CARDS for _ in range(played[card - 1])])


def read_played(part: Part) -> Cards:
    cards = read_hand(part, hidden=False)
    counts = tuple(cards.count(card) for card in CARDS)
    if max(counts) > CARD_COPIES:
        card = counts.index(max(counts)) + 1
        message = said("copies", copies=CARD_COPIES, card=card)
        raise part.error(f"there are {CARD_COPIES} cards {card}", message, "M1.2")
    return counts


def supply_text(supply: Blocks) -> str:
    """The number of blocks of 1, 2, 3 and 4 floors."""
    return ".".join(map(str, supply))


def read_supply(part: Part) -> Blocks:
    ones, twos, threes, fours = (each.number(0, 99) for each in part.pieces(".", 4))
    return ones, twos, threes, fours


def tray_text(tray: Blocks) -> str:
    """The floors of each block, largest first."""
    return "".join(str(size) * tray[size - 1] for size in (4, 3, 2, 1)) or NONE


def read_tray(part: Part) -> Blocks:
    if not re.fullmatch("[1-4]+|-", part.text):
        reason = f"must be blocks of 1 to 4 floors, or {NONE} for none"
        raise part.error(reason, said("tray-text"))
    return blocks_of([int(char) for char in part.text if char != NONE])


# --- the board -------------------------------------------------------------------------


def board_text(buildings: Sequence[Building], options: Options) -> str:
    """The districts A to F, their sites separated by commas, with runs of empty ones counted:
    `2,o3b2,6` has one building, of three orange floors under two blue ones."""
    letters = [LETTERS[colour] for colour in options.colours]
    return "/".join(
        _district_text(buildings[first : first + _SITES], letters)
        for first in range(0, len(buildings), _SITES)
    )


def _district_text(buildings: Sequence[Building], letters: Sequence[str]) -> str:
    words: list[str] = []
    empty = 0
    for building in buildings:
        if not building.height:
            empty += 1
            continue
        words += [str(empty)] if empty else []
        empty = 0
        words.append("".join(f"{letters[colour]}{floors}" for colour, floors in building.blocks))
    return ",".join([*words, str(empty)] if empty else words)


def read_board(part: Part, options: Options) -> tuple[Building, ...]:
    districts = part.pieces("/", len(DISTRICTS))
    return tuple(
        site
        for first, district in enumerate(districts)
        for site in _read_district(district, first * _SITES, options)
    )


def _read_district(part: Part, first: int, options: Options) -> list[Building]:
    """The buildings of the district whose first site has this number."""
    sites: list[Building] = []
    for word in part.split(","):
        if word.text[:1].isdecimal():
            sites += [EMPTY] * word.number(1, _SITES)
        else:
            name = SITE_NAMES[min(first + len(sites), first + _SITES - 1)]
            sites.append(_read_building(word, name, options))
    if len(sites) != _SITES:
        reason = f"a district has {_SITES} sites, not {len(sites)}"
        raise part.error(reason, said("sites", sites=_SITES, given=len(sites)), "M1.1")
    return sites


def _read_building(part: Part, site: str, options: Options) -> Building:
    if not re.fullmatch(f"(?:{_BLOCK.pattern})+", part.text):
        reason = "must be blocks from the ground up, such as o3b2"
        raise part.error(reason, said("building"))
    letters = [LETTERS[colour] for colour in options.colours]
    owners = setup_for(options)
    building = EMPTY
    for found in _BLOCK.finditer(part.text):
        block = part.at(found.start())
        if found[1] not in letters:
            names = ", ".join(letters)
            message = said("colour", given=found[1], colours=names)
            raise block.error(f"{found[1]!r} is not one of the colours: {names}", message)
        colour, floors = letters.index(found[1]), int(found[2])
        most = BLOCK_COUNTS[floors - 1]
        if building.blocks.count((colour, floors)) == most:
            message = said("blocks", colour=Word(options.colours[colour]), most=most, size=floors)
            reason = f"{options.colours[colour]} has {most} blocks of size {floors}, not more"
            raise block.error(reason, message, "M1.3")
        if floors < building.least[colour]:
            top = Word(options.colours[building.owner])
            message = said("floors", site=site, colour=Word(options.colours[colour]), top=top)
            raise block.error("fewer floors than the colour below", message, "M2.5")
        own = building.height and owners.owner(building.owner) == owners.owner(colour)
        if own and "anti-trust" in options.variants:
            reason = "players never build on their own buildings"
            raise block.error(reason, said("own", site=site), "M5.4")
        building = stack(building, colour, floors)
    return building


# --- points ----------------------------------------------------------------------------


def scored_text(rounds: Sequence[Round], scores: Sequence[int], number: int, urban: bool) -> str:
    """By round and colour: highest building + majorities + buildings + urban card. Only the points
    of each colour where rounds are not kept (`fast`)."""
    if not rounds:
        return ",".join(map(str, scores)) if number > 1 else NONE
    return "/".join(
        ",".join("+".join(map(str, items if urban else items[:-1])) for items in scored)
        for scored in rounds
    )


def read_scored(part: Part, options: Options) -> tuple[tuple[Round, ...], tuple[int, ...]]:
    """The rounds, and the points of each colour."""
    colours = len(options.colours)
    if part.text == NONE:
        return (), (0,) * colours
    if "+" not in part.text:
        return (), tuple(each.number(0, 999) for each in part.pieces(",", colours))
    rounds = tuple(
        tuple(_read_items(each, options.urban) for each in scored.pieces(",", colours))
        for scored in part.split("/")
    )
    totals = (sum(scored[colour].total for scored in rounds) for colour in range(colours))
    return rounds, tuple(totals)


def _read_items(part: Part, urban: bool) -> Items:
    given = part.pieces("+", len(Items._fields) - (not urban))
    return Items(*(each.number(0, 99) for each in given))


# --- variants and urban cards ----------------------------------------------------------


def read_monster(part: Part) -> int:
    return -1 if part.text == NONE else SITE_NUMBERS[part.one_of(SITE_NUMBERS)]


def read_opening(part: Part) -> tuple[int, ...]:
    if sorted(part.text) != list(DISTRICTS):
        reason = f"must have the letters {DISTRICTS}, each once"
        raise part.error(reason, said("opening", districts=DISTRICTS), "M5.3")
    return tuple(map(DISTRICTS.index, part.text))


def revealed_text(pile: Sequence[str], urban: str | None) -> str:
    """The urban cards of the rounds before."""
    return ",".join(card for card in CARD_NAMES if card not in (*pile, urban)) or NONE


def read_revealed(part: Part) -> list[str]:
    return [] if part.text == NONE else [each.one_of(CARD_NAMES) for each in part.split(",")]
