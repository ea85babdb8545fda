"""Positions that no game reaches, with the clause that excludes them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from baumeister.core.text_parts import Fields
from baumeister.games.manhattan.board import BLOCK_COUNTS, DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.rules import score_now
from baumeister.games.manhattan.scoring import Items
from baumeister.games.manhattan.setup import Blocks
from baumeister.games.manhattan.state import Phase, State, full_pile
from baumeister.games.manhattan.urban import CARD_NAMES, FAKE_NEWS
from baumeister.games.manhattan.variants import open_districts

_PLAYING: Final = (Phase.BUILD, Phase.DRAW, Phase.RESHUFFLE)
_SCORED: Final = (Phase.NEWS, Phase.OVER)
"""Phases in which all turns of the round have been taken."""


def turns_left(phase: Phase, trays: Sequence[Blocks]) -> int:
    """The turns left in the round, including the present one."""
    if phase not in _PLAYING:
        return 0
    return sum(map(sum, trays)) + (phase != Phase.BUILD)


def check(state: State, hidden_trays: Collection[int], fields: Fields) -> None:
    """PositionTextError for the first thing that cannot be."""
    _check_phase(state, fields)
    _check_turn(state, hidden_trays, fields)
    _check_blocks(state, hidden_trays, fields)
    _check_cards(state, fields)
    _check_board(state, fields)
    _check_scores(state, fields)
    if state.options.urban:
        _check_urban(state, fields)


def _turns_taken(state: State) -> int:
    """The turns completed in this round."""
    every = state.options.blocks * len(state.options.colours)
    if state.phase in _SCORED:
        return every
    return every - state.turns if state.phase in _PLAYING else 0


def _check_phase(state: State, fields: Fields) -> None:
    options, phase = state.options, state.phase
    needs = {
        Phase.MONSTER: (options.has_monster, "M5.1"),
        Phase.DISTRICTS: ("progressive" in options.variants, "M5.3"),
        Phase.URBAN: (options.urban, "M4.1"),
        Phase.NEWS: (state.urban == FAKE_NEWS, "M4.11"),
    }
    there, clause = needs.get(phase, (True, "M2"))
    if not there:
        raise fields.error("phase", f"no game comes to {phase.name.lower()} here", clause)
    if (state.round > 0) != (phase > Phase.DISTRICTS):
        raise fields.error("round", "is 0 until the set-up is complete, and only then", "M2.1")
    if phase == Phase.OVER and state.round != options.rounds:
        raise fields.error("round", f"a game that is over had {options.rounds} rounds", "M2.10")


def _check_turn(state: State, hidden_trays: Collection[int], fields: Fields) -> None:
    options, players, phase = state.options, state.setup.players, state.phase
    if (state.start < 0) != (phase == Phase.START):
        raise fields.error("start", "is known after phase start, and only then", "M1.7")
    if options.start is not None and phase > Phase.START:
        first = (options.start + max(state.round, 1) - 1) % players
        if state.start != first:
            raise fields.error("start", f"player {first} starts this round", "M1.7")
    if phase == Phase.START:
        turn = -1
    elif phase == Phase.DEAL:
        turn = sum(bool(hand) for hand in state.hands)
    elif phase <= Phase.DISTRICTS:
        turn = players - 1
    elif phase == Phase.CHOOSE:
        turn = (state.start + _choices(state)) % players
    elif phase in _SCORED:
        turn = (state.start - 1) % players
    else:
        turn = (state.start + _turns_taken(state)) % players
    if state.turn != turn:
        expected = f"player {turn}" if 0 <= turn < players else "nobody"
        raise fields.error("turn", f"it is the turn of {expected}", "M2.3")
    if phase == Phase.CHOOSE:
        waiting = (
            own
            for own in state.setup.colours
            if not all(
                colour in hidden_trays or sum(state.trays[colour]) == options.blocks
                for colour in own
            )
        )
        if not any(waiting):
            raise fields.error("tray", "when all have chosen, the turns begin", "M2.2")


def _choices(state: State) -> int:
    """The choices made in this round, as far as they advance the turn."""
    choice, taken = state.options.choice, sum(map(sum, state.trays))
    if choice == "secret":
        return 0
    each = state.options.blocks * state.options.colours_each
    return taken if choice == "one-by-one" else taken // each


def _check_blocks(state: State, hidden_trays: Collection[int], fields: Fields) -> None:
    options, players, phase = state.options, state.setup.players, state.phase
    count = options.blocks
    for player, own in enumerate(state.setup.colours):
        after = (player - state.start) % players
        have = sum(sum(state.trays[colour]) for colour in own)
        hidden = any(colour in hidden_trays for colour in own)
        everything = count * len(own)
        if phase in _PLAYING:
            used = _turns_taken(state) + (phase != Phase.BUILD)
            right = have == everything - (used + players - 1 - after) // players
        elif phase != Phase.CHOOSE:
            right = not have
        elif options.choice == "one-by-one":
            right = have == (_choices(state) + players - 1 - after) // players
        elif options.choice == "open":
            right = have == (everything if after < _choices(state) else 0)
        else:
            right = have in (0, everything) and all((c in hidden_trays) == hidden for c in own)
        full = any(sum(state.trays[colour]) > count for colour in own)
        half = phase == Phase.CHOOSE and options.choice != "one-by-one"
        uneven = half and any(sum(state.trays[colour]) not in (0, count) for colour in own)
        if not right or full or uneven:
            raise fields.error("tray", f"player {player} cannot have these blocks now", "M2.1")
    for colour, name in enumerate(options.colours):
        tray, supply = state.trays[colour], state.supplies[colour]
        now = sum(tray) if phase == Phase.CHOOSE else count * (phase > Phase.CHOOSE)
        left = sum(BLOCK_COUNTS) - count * max(state.round - 1, 0) - now
        if sum(supply) != left:
            reason = f"{name} must have {left} blocks left, not {sum(supply)}"
            raise fields.error("supply", reason, "M2.1")
        built = [0] * len(BLOCK_COUNTS)
        for building in state.buildings:
            for owner, floors in building.blocks:
                built[floors - 1] += owner == colour
        for size, most in enumerate(BLOCK_COUNTS):
            if supply[size] + tray[size] + built[size] > most:
                reason = f"{name} has {most} blocks of size {size + 1}, not more"
                raise fields.error("supply", reason, "M1.3")


def _check_cards(state: State, fields: Fields) -> None:
    options, players, phase = state.options, state.setup.players, state.phase
    for player, hand in enumerate(state.hands):
        dealt = phase > Phase.DEAL or (phase == Phase.DEAL and player < state.turn)
        wanted = options.hand if dealt else 0
        wanted -= phase == Phase.DRAW and player == state.turn
        if len(hand) != wanted:
            reason = f"player {player} must have {wanted} cards, not {len(hand)}"
            raise fields.error("hands", reason, "M1.6")
    if min(state.pile) < 0:
        card = state.pile.index(min(state.pile)) + 1
        copies = full_pile(options)[card - 1]
        raise fields.error("hands", f"there are {copies} cards {card}, not more", "M1.2")
    deck = sum(full_pile(options)) - players * options.hand
    taken = _turns_taken(state)
    turns = options.blocks * len(options.colours) * max(state.round - 1, 0) + taken
    if phase in (Phase.DRAW, Phase.RESHUFFLE):
        played = turns % deck + 1
        if phase == Phase.RESHUFFLE and played != deck:
            raise fields.error("phase", "cards are left in the pile", "M2.7")
    else:
        played = turns % deck
    if sum(state.played) != played:
        reason = f"cards played since the last reshuffle: {played}, not {sum(state.played)}"
        raise fields.error("played", reason, "M2.7")


def _check_board(state: State, fields: Fields) -> None:
    options = state.options
    opened = open_districts(options, state.opening, state.round)
    for site, building in enumerate(state.buildings):
        if building.height and site // 9 not in opened:
            reason = f"district {DISTRICTS[site // 9]} is closed"
            raise fields.error("board", reason, "M5.3")
    if not options.has_monster:
        return
    if (state.monster < 0) != (state.phase <= Phase.MONSTER):
        raise fields.error("monster", "has a site after phase monster, and only then", "M5.1")
    on_building = state.monster >= 0 and state.buildings[state.monster].height
    if on_building and "godzilla" in options.variants:
        reason = f"leaves no building on {SITE_NAMES[state.monster]}"
        raise fields.error("monster", reason, "M5.1")


def _check_scores(state: State, fields: Fields) -> None:
    phase, rounds = state.phase, state.rounds
    scored = state.round if phase == Phase.OVER else max(state.round - 1, 0)
    if not rounds and scored and fields.text("scored") != "-":
        return  # only totals
    if len(rounds) != scored:
        raise fields.error("scored", f"{scored} rounds were scored, not {len(rounds)}", "M2.9")
    for number, items in enumerate(rounds, start=1):
        highest = sorted(each.highest for each in items)
        if highest[-1] not in (0, 3) or any(highest[:-1]):
            raise fields.error("scored", f"round {number}: one colour gets 3 points", "M3.1")
        won = [each.majorities for each in items]
        if any(points % 2 for points in won) or sum(won) > 2 * len(DISTRICTS):
            reason = f"round {number}: a majority gives 2 points"
            raise fields.error("scored", reason, "M3.2")
        if sum(each.buildings for each in items) > len(state.buildings):
            reason = f"round {number}: there are {len(state.buildings)} sites"
            raise fields.error("scored", reason, "M3.3")
    untouched = phase in (Phase.URBAN, Phase.CHOOSE, Phase.OVER) and rounds
    if untouched and not _matches(rounds[-1], score_now(state), urban=phase == Phase.OVER):
        raise fields.error("scored", "the last round does not fit the board", "M3")


def _matches(given: Sequence[Items], right: Sequence[Items], *, urban: bool) -> bool:
    count = len(Items._fields) if urban else len(Items._fields) - 1
    return all(one[:count] == other[:count] for one, other in zip(given, right, strict=True))


def _check_urban(state: State, fields: Fields) -> None:
    phase = state.phase
    past = [card for card in CARD_NAMES if card not in (*state.urban_pile, state.urban)]
    if (state.urban is None) != (phase <= Phase.URBAN):
        raise fields.error("urban", "is revealed at the start of the round", "M4.1")
    if phase == Phase.OVER and state.urban == FAKE_NEWS:
        raise fields.error("urban", "another card is revealed at scoring", "M4.11")
    wanted = max(state.round - 1, 0) + (FAKE_NEWS in past)
    if len(past) != wanted:
        reason = f"{wanted} cards were revealed before, not {len(past)}"
        raise fields.error("revealed", reason, "M4.1")
