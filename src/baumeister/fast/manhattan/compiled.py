"""The compiled core of Manhattan, with tables from the readable engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from baumeister.fast import bridge
from baumeister.fast._core import ManhattanBatch as Batch
from baumeister.fast._core import ManhattanLeafSearch as LeafSearch
from baumeister.fast._core import ManhattanPosition as Position
from baumeister.fast._core import ManhattanRules as Rules
from baumeister.fast._core import ManhattanValueNetwork as ValueNetwork
from baumeister.fast._core import manhattan_training_data as training_data
from baumeister.fast.errors import incomplete_action
from baumeister.fast.headers import flag_bits
from baumeister.fast.manhattan import constants, plain
from baumeister.fast.manhattan.numbers import PLACE_OF, SITE_OF
from baumeister.fast.numbering import options_of
from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    CARDS,
    MARKED,
    NEIGHBOURS,
    SITE_NUMBERS,
    Building,
    built,
)
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.setup import setup_for
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.games.manhattan.variants import CLOSED, STEPS

__all__ = ["Batch", "Position", "ValueNetwork", "rules", "training_data"]


def rules(options: Options | Mapping[str, Any] | None = None) -> Rules:
    """The rules for these options, given as such or as plain data."""
    return _rules(options_of(MANHATTAN, options))


@lru_cache(maxsize=64)
def _rules(options: Options) -> Rules:
    return Rules(options, _tables(options), bridge.refuse)


def _tables(options: Options) -> dict[str, Any]:
    _, twos, threes, fours = BLOCK_COUNTS
    closed = CLOSED[options.monster_moves]
    return {
        "players": options.players,
        "colours": len(options.colours),
        "slots": len(setup_for(options).colours[0]),
        "rounds": options.rounds,
        "blocks": options.blocks,
        "hand": options.hand,
        "districts": options.districts,
        "cards": options.cards,
        "start": -1 if options.start is None else options.start,
        "named_monster": -1 if options.monster is None else PLACE_OF[SITE_NUMBERS[options.monster]],
        "options": flag_bits(options, constants.LISTS),
        "marked": [[MARKED[side][card] for card in CARDS] for side in options.sides],
        "step": [[PLACE_OF[to] for to in STEPS[site]] for site in SITE_OF],
        "closed": [sum(1 << PLACE_OF[each] for each in closed[site]) for site in SITE_OF],
        "neighbours": [sum(1 << PLACE_OF[near] for near in NEIGHBOURS[site]) for site in SITE_OF],
        "selections": [
            (0, two, three, four)
            for four in range(fours, -1, -1)
            for three in range(threes, -1, -1)
            for two in range(twos, -1, -1)
        ],
    }


# --- readable states -----------------------------------------------------------------------


def _state(position: Position) -> State:
    """The readable state; ValueError while a compound action is partly given."""
    fields = position.fields()
    options: Options = position.rules.options
    phase = Phase(fields["phase"])
    chosen_half = phase == Phase.CHOOSE and _half_chosen(options, fields["trays"])
    if fields["dealt"] or chosen_half:
        raise incomplete_action()
    monster = fields["monster"]
    urban = fields["urban"]
    return State(
        setup=setup_for(options),
        phase=phase,
        round=fields["round"],
        start=fields["start"],
        turn=fields["turn"],
        turns=fields["turns"],
        hands=tuple(fields["hands"]),
        pile=tuple(fields["pile"]),
        played=tuple(fields["played"]),
        supplies=tuple(map(tuple, fields["supplies"])),
        trays=tuple(map(tuple, fields["trays"])),
        buildings=tuple(map(_built, fields["buildings"])),
        scores=tuple(fields["scores"]),
        rounds=(),
        monster=SITE_OF[monster] if monster >= 0 else -1,
        opening=tuple(fields["opening"]),
        urban_pile=tuple(
            name for index, name in enumerate(CARD_NAMES) if fields["urban_pile"] >> index & 1
        ),
        urban=CARD_NAMES[urban] if urban >= 0 else None,
    )


@lru_cache(maxsize=1 << 14)
def _built(blocks: tuple[tuple[int, int], ...]) -> Building:
    return built(blocks)


def _half_chosen(options: Options, trays: list[list[int]]) -> bool:
    """Whether a player has chosen for the first of two colours but not for the second."""
    if options.choice == "one-by-one" or options.colours_each == 1:
        return False
    full = [sum(tray) == options.blocks for tray in trays]
    return full[0] != full[2] or full[1] != full[3]


def _fields(state: State) -> dict[str, Any]:
    return {
        "phase": int(state.phase),
        "round": state.round,
        "start": state.start,
        "turn": state.turn,
        "turns": state.turns,
        "dealt": 0,
        "monster": PLACE_OF[state.monster] if state.monster >= 0 else -1,
        "urban": CARD_NAMES.index(state.urban) if state.urban else -1,
        "urban_pile": sum(1 << CARD_NAMES.index(name) for name in state.urban_pile),
        "hands": list(state.hands),
        "pile": list(state.pile),
        "played": list(state.played),
        "opening": list(state.opening),
        "buildings": [building.blocks for building in state.buildings],
        "supplies": [list(blocks) for blocks in state.supplies],
        "trays": [list(blocks) for blocks in state.trays],
        "scores": list(state.scores),
    }


bridge.equip(
    Position,
    Rules,
    rules,
    plain,
    batch_kind=Batch,
    leaf_search=LeafSearch,
    state_of=_state,
    fields_of=_fields,
)
