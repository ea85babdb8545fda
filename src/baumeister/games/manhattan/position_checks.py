"""Positions that no game reaches, with the clause that excludes them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from baumeister.core.messages import Word
from baumeister.core.position_text.parts import Fields
from baumeister.games.manhattan.board import BLOCK_COUNTS, DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.position_fields import said
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
        reason = f"no game comes to {phase.name.lower()} here"
        raise fields.error("phase", reason, said("phase", phase=phase.name.lower()), clause)
    if (state.round > 0) != (phase > Phase.DISTRICTS):
        reason = "is 0 until the set-up is complete, and only then"
        raise fields.error("round", reason, said("round-zero"), "M2.1")
    if phase == Phase.OVER and state.round != options.rounds:
        reason = f"a game that is over had {options.rounds} rounds"
        raise fields.error("round", reason, said("over", rounds=options.rounds), "M2.10")


def _check_turn(state: State, hidden_trays: Collection[int], fields: Fields) -> None:
    options, players, phase = state.options, state.setup.players, state.phase
    if (state.start < 0) != (phase == Phase.START):
        reason = "is known after phase start, and only then"
        raise fields.error("start", reason, said("start"), "M1.7")
    if options.start is not None and phase > Phase.START:
        first = (options.start + max(state.round, 1) - 1) % players
        if state.start != first:
            reason = f"player {first} starts this round"
            raise fields.error("start", reason, said("starts", player=first + 1), "M1.7")
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
        if not 0 <= turn < players:
            raise fields.error("turn", "it is the turn of nobody", said("no-turn"), "M2.3")
        reason = f"it is the turn of player {turn}"
        raise fields.error("turn", reason, said("turn", player=turn + 1), "M2.3")
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
            reason = "when all have chosen, the turns begin"
            raise fields.error("tray", reason, said("all-chosen"), "M2.2")


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
            wanted = everything - (used + players - 1 - after) // players
        elif phase != Phase.CHOOSE:
            wanted = 0
        elif options.choice == "one-by-one":
            wanted = (_choices(state) + players - 1 - after) // players
        elif options.choice == "open":
            wanted = everything if after < _choices(state) else 0
        else:
            wanted = have if have in (0, everything) else everything
            hidden = not all((colour in hidden_trays) == hidden for colour in own)
            wanted = -1 if hidden else wanted
        full = any(sum(state.trays[colour]) > count for colour in own)
        half = phase == Phase.CHOOSE and options.choice != "one-by-one"
        uneven = half and any(sum(state.trays[colour]) not in (0, count) for colour in own)
        if have != wanted or full or uneven:
            reason = f"player {player} cannot have these blocks now"
            message = said("tray-size", player=player + 1, wanted=wanted, given=have)
            if have == wanted or wanted < 0:
                message = said("tray-colours", player=player + 1, blocks=count)
            raise fields.error("tray", reason, message, "M2.1")
    for colour, name in enumerate(options.colours):
        tray, supply = state.trays[colour], state.supplies[colour]
        now = sum(tray) if phase == Phase.CHOOSE else count * (phase > Phase.CHOOSE)
        left = sum(BLOCK_COUNTS) - count * max(state.round - 1, 0) - now
        if sum(supply) != left:
            reason = f"{name} must have {left} blocks left, not {sum(supply)}"
            message = said("supply", colour=Word(name), left=left, given=sum(supply))
            raise fields.error("supply", reason, message, "M2.1")
        built = [0] * len(BLOCK_COUNTS)
        for building in state.buildings:
            for owner, floors in building.blocks:
                built[floors - 1] += owner == colour
        for size, most in enumerate(BLOCK_COUNTS):
            if supply[size] + tray[size] + built[size] > most:
                reason = f"{name} has {most} blocks of size {size + 1}, not more"
                message = said("blocks", colour=Word(name), most=most, size=size + 1)
                raise fields.error("supply", reason, message, "M1.3")


def _check_cards(state: State, fields: Fields) -> None:
    options, players, phase = state.options, state.setup.players, state.phase
    for player, hand in enumerate(state.hands):
        dealt = phase > Phase.DEAL or (phase == Phase.DEAL and player < state.turn)
        wanted = options.hand if dealt else 0
        wanted -= phase == Phase.DRAW and player == state.turn
        if len(hand) != wanted:
            reason = f"player {player} must have {wanted} cards, not {len(hand)}"
            message = said("hand-size", player=player + 1, wanted=wanted, given=len(hand))
            raise fields.error("hands", reason, message, "M1.6")
    if min(state.pile) < 0:
        card = state.pile.index(min(state.pile)) + 1
        copies = full_pile(options)[card - 1]
        reason = f"there are {copies} cards {card}, not more"
        raise fields.error("hands", reason, said("copies", copies=copies, card=card), "M1.2")
    deck = sum(full_pile(options)) - players * options.hand
    taken = _turns_taken(state)
    turns = options.blocks * len(options.colours) * max(state.round - 1, 0) + taken
    if phase in (Phase.DRAW, Phase.RESHUFFLE):
        played = turns % deck + 1
        if phase == Phase.RESHUFFLE and played != deck:
            raise fields.error("phase", "cards are left in the pile", said("pile-left"), "M2.7")
    else:
        played = turns % deck
    if sum(state.played) != played:
        reason = f"cards played since the last reshuffle: {played}, not {sum(state.played)}"
        message = said("played", played=played, given=sum(state.played))
        raise fields.error("played", reason, message, "M2.7")


def _check_board(state: State, fields: Fields) -> None:
    options = state.options
    opened = open_districts(options, state.opening, state.round)
    for site, building in enumerate(state.buildings):
        if building.height and site // 9 not in opened:
            reason = f"district {DISTRICTS[site // 9]} is closed"
            message = said("closed", district=DISTRICTS[site // 9])
            raise fields.error("board", reason, message, "M5.3")
    if not options.has_monster:
        return
    if (state.monster < 0) != (state.phase <= Phase.MONSTER):
        reason = "has a site after phase monster, and only then"
        raise fields.error("monster", reason, said("monster"), "M5.1")
    on_building = state.monster >= 0 and state.buildings[state.monster].height
    if on_building and "godzilla" in options.variants:
        reason = f"leaves no building on {SITE_NAMES[state.monster]}"
        message = said("monster-site", site=SITE_NAMES[state.monster])
        raise fields.error("monster", reason, message, "M5.1")


def _check_scores(state: State, fields: Fields) -> None:
    phase, rounds = state.phase, state.rounds
    if any(state.scores) and not rounds and state.round <= 1 and phase != Phase.OVER:
        reason = "nobody has points before the first scoring"
        raise fields.error("scored", reason, said("no-points"), "M2.9")
    scored = state.round if phase == Phase.OVER else max(state.round - 1, 0)
    if not rounds and scored and fields.text("scored") != "-":
        return  # only totals
    if len(rounds) != scored:
        reason = f"{scored} rounds were scored, not {len(rounds)}"
        message = said("rounds-scored", scored=scored, given=len(rounds))
        raise fields.error("scored", reason, message, "M2.9")
    for number, items in enumerate(rounds, start=1):
        highest = sorted(each.highest for each in items)
        if highest[-1] not in (0, 3) or any(highest[:-1]):
            reason = f"round {number}: one colour gets 3 points"
            raise fields.error("scored", reason, said("highest", round=number), "M3.1")
        won = [each.majorities for each in items]
        if any(points % 2 for points in won) or sum(won) > 2 * len(DISTRICTS):
            reason = f"round {number}: a majority gives 2 points"
            raise fields.error("scored", reason, said("majority", round=number), "M3.2")
        if sum(each.buildings for each in items) > len(state.buildings):
            reason = f"round {number}: there are {len(state.buildings)} sites"
            message = said("site-points", round=number, sites=len(state.buildings))
            raise fields.error("scored", reason, message, "M3.3")
    untouched = phase in (Phase.URBAN, Phase.CHOOSE, Phase.OVER) and rounds
    if untouched and not _matches(rounds[-1], score_now(state), urban=phase == Phase.OVER):
        reason = "the last round does not fit the board"
        raise fields.error("scored", reason, said("last-round"), "M3")


def _matches(given: Sequence[Items], right: Sequence[Items], *, urban: bool) -> bool:
    count = len(Items._fields) if urban else len(Items._fields) - 1
    return all(one[:count] == other[:count] for one, other in zip(given, right, strict=True))


def _check_urban(state: State, fields: Fields) -> None:
    phase = state.phase
    past = [card for card in CARD_NAMES if card not in (*state.urban_pile, state.urban)]
    if (state.urban is None) != (phase <= Phase.URBAN):
        reason = "is revealed at the start of the round"
        raise fields.error("urban", reason, said("urban"), "M4.1")
    if phase == Phase.OVER and state.urban == FAKE_NEWS:
        reason = "another card is revealed at scoring"
        raise fields.error("urban", reason, said("fake-news"), "M4.11")
    wanted = max(state.round - 1, 0) + (FAKE_NEWS in past)
    if len(past) != wanted:
        reason = f"{wanted} cards were revealed before, not {len(past)}"
        message = said("revealed", wanted=wanted, given=len(past))
        raise fields.error("revealed", reason, message, "M4.1")
