"""Positions and views as text: the fields of docs/records.md."""

from __future__ import annotations

from typing import Final, NamedTuple

from baumeister.core.position_text.parts import Fields
from baumeister.games.manhattan import position_fields as field
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.position_checks import check, turns_left
from baumeister.games.manhattan.setup import NO_BLOCKS, setup_for
from baumeister.games.manhattan.state import Phase, State, full_pile
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.games.manhattan.view import View, is_secret

_PHASES: Final = {phase.name.lower(): phase for phase in Phase}


def write_state(state: State) -> dict[str, str]:
    """The fields of a position."""
    hands = [field.hand_text(hand) for hand in state.hands]
    return _write(state, hands, [field.tray_text(tray) for tray in state.trays])


def write_view(view: View) -> dict[str, str]:
    """The fields of a view."""
    owner = setup_for(view.options).owner
    hands = [
        field.hand_text(view.hand if player == view.seat else (0,) * size)
        for player, size in enumerate(view.hand_sizes)
    ]
    trays = [
        field.HIDDEN * view.options.blocks
        if view.chosen[owner(colour)] and is_secret(view, owner(colour), view.seat)
        else field.tray_text(tray)
        for colour, tray in enumerate(view.trays)
    ]
    return _write(view, hands, trays)


def _write(position: State | View, hands: list[str], trays: list[str]) -> dict[str, str]:
    options = position.options
    fields = {
        "phase": position.phase.name.lower(),
        "round": str(position.round),
        "start": field.player_text(position.start),
        "turn": field.player_text(position.turn),
        "hands": "/".join(hands),
        "played": field.played_text(position.played),
        "supply": "/".join(map(field.supply_text, position.supplies)),
        "tray": "/".join(trays),
        "board": field.board_text(position.buildings, options),
        "scored": field.scored_text(
            position.rounds, position.scores, position.round, options.urban
        ),
    }
    if options.has_monster:
        there = position.monster >= 0
        fields["monster"] = SITE_NAMES[position.monster] if there else field.NONE
    if "progressive" in options.variants:
        fields["opening"] = "".join(DISTRICTS[district] for district in position.opening)
    if options.urban:
        fields["urban"] = position.urban or field.NONE
        fields["revealed"] = field.revealed_text(position.urban_pile, position.urban)
    return fields


def read_state(options: Options, fields: Fields) -> State:
    """The position with these fields."""
    found = _read(options, fields, frozenset())
    check(found.state, found.hidden_trays, fields)
    return found.state


def read_view(options: Options, seat: int | None, fields: Fields) -> View:
    """The seat's view with these fields."""
    others = frozenset(player for player in range(options.players) if player != seat)
    state, hidden_trays = _read(options, fields, others)
    check(state, hidden_trays, fields)
    sizes = tuple(map(len, state.hands))
    chosen = (
        all(colour in hidden_trays or sum(state.trays[colour]) == options.blocks for colour in own)
        for own in state.setup.colours
    )
    return View(
        options=options,
        seat=seat,
        phase=state.phase,
        round=state.round,
        start=state.start,
        turn=state.turn,
        turns=state.turns,
        hand=() if seat is None else state.hands[seat],
        hand_sizes=sizes,
        pile_size=sum(state.pile) - sum(sizes[player] for player in others),
        unseen=state.pile,
        played=state.played,
        supplies=state.supplies,
        trays=state.trays,
        chosen=tuple(state.phase == Phase.CHOOSE and each for each in chosen),
        buildings=state.buildings,
        scores=state.scores,
        rounds=state.rounds,
        monster=state.monster,
        opening=state.opening,
        urban_pile=state.urban_pile,
        urban=state.urban,
    )


class _Read(NamedTuple):
    """A state in which hidden cards are zeros and in the pile, hidden trays empty."""

    state: State
    hidden_trays: frozenset[int]


def _read(options: Options, fields: Fields, hidden: frozenset[int]) -> _Read:
    """Read the fields; `hidden` are the players whose hands are hidden."""
    setup = setup_for(options)
    colours = len(options.colours)
    phase = _PHASES[fields.take("phase").one_of(_PHASES)]
    number = fields.take("round").number(0, options.rounds)
    start = field.read_player(fields.take("start"), options)
    turn = field.read_player(fields.take("turn"), options)
    hands = tuple(
        field.read_hand(part, player in hidden)
        for player, part in enumerate(fields.take("hands").pieces("/", options.players))
    )
    played = field.read_played(fields.take("played"))
    supplies = tuple(map(field.read_supply, fields.take("supply").pieces("/", colours)))
    trays = fields.take("tray").pieces("/", colours)
    secret = hidden if phase == Phase.CHOOSE and options.choice == "secret" else ()
    hidden_trays = frozenset(
        colour
        for colour, part in enumerate(trays)
        if part.text == field.HIDDEN * options.blocks and setup.owner(colour) in secret
    )
    blocks = tuple(
        NO_BLOCKS if colour in hidden_trays else field.read_tray(part)
        for colour, part in enumerate(trays)
    )
    board = field.read_board(fields.take("board"), options)
    rounds, scores = field.read_scored(fields.take("scored"), options)
    monster = field.read_monster(fields.take("monster")) if options.has_monster else -1
    opening = tuple(range(len(DISTRICTS)))
    if "progressive" in options.variants:
        opening = field.read_opening(fields.take("opening"))
    urban: str | None = None
    pile: tuple[str, ...] = ()
    if options.urban:
        part = fields.take("urban")
        urban = None if part.text == field.NONE else part.one_of(CARD_NAMES)
        seen = (urban, *field.read_revealed(fields.take("revealed")))
        pile = tuple(card for card in CARD_NAMES if card not in seen)
    state = State(
        setup=setup,
        phase=phase,
        round=number,
        start=start,
        turn=turn,
        turns=turns_left(phase, blocks),
        hands=hands,
        pile=tuple(
            copies - played[card - 1] - sum(hand.count(card) for hand in hands)
            for card, copies in enumerate(full_pile(options), start=1)
        ),
        played=played,
        supplies=supplies,
        trays=blocks,
        buildings=board,
        scores=scores,
        rounds=rounds,
        monster=monster,
        opening=opening,
        urban_pile=pile,
        urban=urban,
    )
    return _Read(state, hidden_trays)
