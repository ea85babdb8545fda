"""The action numbers of Manhattan, for the core and all environments.

A *place* is 6 · position + district. Actions of players (`count(options)` in all):

| numbers | meaning |
|---|---|
| 0–215 | build with the first (or only) colour: (floors − 1) · 54 + place; the card follows |
| 216–251 | forfeit, first colour: 216 + (card − 1) · 4 + floors − 1 |
| 252–391 | the round's blocks of a colour: 252 + (3 − fours) · 35 + (4 − threes) · 7 + 6 − twos |
| 392–395 | one block, first colour: 392 + 4 − floors |
| 396–647 | two colours each: build or forfeit with the second colour, 396 + as for the first |
| 648–651 | two colours each: one block of the second colour |

Actions of chance: a player (start), card − 1 (deal, draw), a site (monster), a district, or
the index of an urban card. Hands, the order of districts and the blocks of two colours are
compound actions, given number by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.games.manhattan.actions import (
    Action,
    Build,
    Choose,
    Deal,
    Districts,
    Draw,
    Forfeit,
    Monster,
    Start,
    Urban,
)
from baumeister.games.manhattan.board import CARDS, DISTRICTS, MARKED, SITES
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.urban import CARD_NAMES

FORFEIT: Final = 4 * SITES
CHOOSE: Final = FORFEIT + 4 * len(CARDS)
ONE: Final = CHOOSE + 4 * 5 * 7
SECOND: Final = ONE + 4
"""Added to the numbers of builds and forfeits of the second colour."""
SECOND_ONE: Final = SECOND + CHOOSE

SITE_OF: Final = tuple(
    9 * district + position for position in range(9) for district in range(len(DISTRICTS))
)
"""SITE_OF[place]"""
PLACE_OF: Final = tuple(map(SITE_OF.index, range(SITES)))
"""PLACE_OF[site]"""
CARD_OF: Final = tuple(
    tuple(marked.index(position, 1) for position in range(9)) for marked in MARKED
)
"""CARD_OF[side][position]: the card that marks the position (M1.5)."""


def count(options: Options) -> int:
    """The number of action numbers of players."""
    return SECOND_ONE + 4 if options.colours_each == 2 else SECOND


def wanted(state: State) -> int:
    """How many numbers the next action consists of."""
    match state.phase:
        case Phase.DEAL:
            return state.options.hand
        case Phase.DISTRICTS:
            return len(DISTRICTS)
        case Phase.CHOOSE if state.options.choice != "one-by-one":
            return len(state.setup.colours[0])
    return 1


# --- from actions ----------------------------------------------------------------------


def numbers_of(state: State, actor: int, action: Action) -> tuple[int, ...]:
    """The numbers of an action, one for each of its parts."""
    match action:
        case Build():
            return (build_number(action, second(state, actor, action.colour)),)
        case Forfeit(card, floors, colour):
            number = FORFEIT + (card - 1) * 4 + floors - 1
            return (number + SECOND * second(state, actor, colour),)
        case Choose(((colour, (floors,)),)) if state.options.choice == "one-by-one":
            first = SECOND_ONE if second(state, actor, colour) else ONE
            return (first + 4 - floors,)
        case Choose(blocks):
            return tuple(choice_number(floors) for _, floors in blocks)
        case Start(player):
            return (player,)
        case Deal(_, cards):
            return tuple(card - 1 for card in cards)
        case Draw(_, card):
            return (card - 1,)
        case Monster(site):
            return (site,)
        case Districts(order):
            return order
        case Urban(name):
            return (CARD_NAMES.index(name),)
    raise ValueError(f"{action} has no number: it is not a step of its own")


def build_number(build: Build, second_colour: bool) -> int:
    number = (build.floors - 1) * SITES + PLACE_OF[build.site]
    return number + SECOND if second_colour else number


def choice_number(floors: Sequence[int]) -> int:
    """The number for a choice of one colour's blocks."""
    count_of = floors.count
    return CHOOSE + (3 - count_of(4)) * 35 + (4 - count_of(3)) * 7 + 6 - count_of(2)


def second(state: State, player: int, colour: str | None) -> bool:
    """Whether an action uses the player's second colour."""
    return colour is not None and state.setup.colour_number[colour] != player


# --- to actions ------------------------------------------------------------------------


def action_of(state: State, actor: int, numbers: Sequence[int]) -> Action:
    """The action with these numbers, all parts of it; ValueError if there is none.

    The action need not be legal: `why_not` explains it.
    """
    if len(numbers) != wanted(state):
        raise ValueError(f"an action takes {wanted(state)} numbers here, not {len(numbers)}")
    parts = [part_of(state, actor, number, index) for index, number in enumerate(numbers)]
    match parts[0]:
        case Deal(player):
            return Deal(player, tuple(sorted(number + 1 for number in numbers)))
        case Districts():
            return Districts(tuple(numbers))
        case Choose() if len(parts) > 1:
            return Choose(tuple(each.blocks[0] for each in parts if isinstance(each, Choose)))
    return parts[0]


def text(state: State, actor: int, number: int, index: int = 0) -> str:
    """The text of a number: of the action, or of its `index`-th part."""
    return str(part_of(state, actor, number, index))


def part_of(state: State, actor: int, number: int, index: int = 0) -> Action:
    """The action with this number; of a compound action, one with this part."""
    found = _of_chance(state, number) if actor < 0 else _of_player(state, actor, number, index)
    if found is None:
        raise ValueError(f"{number} is not the number of an action here")
    return found


def _of_player(state: State, player: int, number: int, index: int) -> Action | None:
    if not 0 <= number < count(state.options):
        return None
    setup = state.setup
    is_second = number >= SECOND
    if CHOOSE <= number < ONE:
        if index >= len(setup.colours[player]):
            return None
        floors = _chosen(number, state.options.blocks)
        name = setup.colour_name(setup.colours[player][index])
        return Choose(((name, floors),)) if floors else None
    name = setup.colour_name(setup.colours[player][is_second])
    one = number - (SECOND_ONE if is_second else ONE)
    if one >= 0:
        return Choose(((name, (4 - one,)),))
    number -= SECOND * is_second
    if number >= FORFEIT:
        card, less = divmod(number - FORFEIT, 4)
        return Forfeit(card + 1, less + 1, name)
    less, place = divmod(number, SITES)
    site = SITE_OF[place]
    return Build(CARD_OF[state.options.sides[player]][site % 9], site, less + 1, name)


def _chosen(number: int, blocks: int) -> tuple[int, ...]:
    """The blocks that a number means, larger first; none if they are too many."""
    fours, rest = divmod(number - CHOOSE, 35)
    threes, twos = divmod(rest, 7)
    larger = (4,) * (3 - fours) + (3,) * (4 - threes) + (2,) * (6 - twos)
    return larger + (1,) * (blocks - len(larger)) if len(larger) <= blocks else ()


def _of_chance(state: State, number: int) -> Action | None:
    match state.phase:
        case Phase.START if 0 <= number < state.setup.players:
            return Start(number)
        case Phase.DEAL if 0 <= number < len(CARDS):
            return Deal(state.turn, (number + 1,))
        case Phase.DRAW if 0 <= number < len(CARDS):
            return Draw(state.turn, number + 1)
        case Phase.MONSTER if 0 <= number < SITES:
            return Monster(number)
        case Phase.DISTRICTS if 0 <= number < len(DISTRICTS):
            return Districts((number,))
        case Phase.URBAN | Phase.NEWS if 0 <= number < len(CARD_NAMES):
            return Urban(CARD_NAMES[number])
    return None
