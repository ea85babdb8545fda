"""Views, and random states consistent with a view (M7)."""

from __future__ import annotations

from typing import NamedTuple

from baumeister.core.chance import Rng, pick
from baumeister.core.game import check_seat
from baumeister.games.manhattan.actions import Action, Choose, Deal, Draw
from baumeister.games.manhattan.board import Building
from baumeister.games.manhattan.chance import draw_cards
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.rules import apply, has_chosen
from baumeister.games.manhattan.scoring import Round
from baumeister.games.manhattan.setup import NO_BLOCKS, Blocks, plus, setup_for
from baumeister.games.manhattan.state import Cards, Phase, State


class View(NamedTuple):
    """What a seat, or a spectator (None), may know. Other hands and the pile are only counted."""

    options: Options
    seat: int | None
    phase: Phase
    round: int
    start: int
    turn: int
    turns: int
    hand: tuple[int, ...]
    """The seat's own cards; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    pile_size: int
    unseen: Cards
    """The number of each card that is in the pile or in a hand hidden from this seat."""
    played: Cards
    supplies: tuple[Blocks, ...]
    trays: tuple[Blocks, ...]
    chosen: tuple[bool, ...]
    """Whether each player has chosen blocks in this round. Secret choices show here and not on the
    tray. (In a match they are pending, outside the state: `Match.waiting_for`.)"""
    buildings: tuple[Building, ...]
    scores: tuple[int, ...]
    rounds: tuple[Round, ...]
    monster: int
    opening: tuple[int, ...]
    urban_pile: tuple[str, ...]
    """The urban cards not yet revealed, in a fixed order."""
    urban: str | None


def view(state: State, seat: int | None) -> View:
    """What the seat may know."""
    check_seat(seat, state.setup.players)
    unseen = list(state.pile)
    for player, hand in enumerate(state.hands):
        if player != seat:
            for card in hand:
                unseen[card - 1] += 1
    supplies, trays = state.supplies, state.trays
    players = range(state.setup.players)
    choosing = state.phase == Phase.CHOOSE
    for player in players if choosing else ():
        if is_secret(state, player, seat):
            for colour in state.setup.colours[player]:
                back = plus(supplies[colour], trays[colour])
                supplies = (*supplies[:colour], back, *supplies[colour + 1 :])
                trays = (*trays[:colour], NO_BLOCKS, *trays[colour + 1 :])
    return View(
        options=state.options,
        seat=seat,
        phase=state.phase,
        round=state.round,
        start=state.start,
        turn=state.turn,
        turns=state.turns,
        hand=state.hands[seat] if seat is not None else (),
        hand_sizes=tuple(map(len, state.hands)),
        pile_size=sum(state.pile),
        unseen=tuple(unseen),
        played=state.played,
        supplies=supplies,
        trays=trays,
        chosen=tuple(choosing and has_chosen(state, player) for player in players),
        buildings=state.buildings,
        scores=state.scores,
        rounds=state.rounds,
        monster=state.monster,
        opening=state.opening,
        urban_pile=state.urban_pile,
        urban=state.urban,
    )


def is_secret(state: State | View, player: int, viewer: int | None) -> bool:
    """Whether the player's tray is hidden from the viewer (M6, M7)."""
    return state.phase == Phase.CHOOSE and state.options.choice == "secret" and player != viewer


def determinize(seen: View, rng: Rng) -> State:
    """A random state consistent with the view, uniform over hands, pile and secret choices."""
    setup = setup_for(seen.options)
    left = list(seen.unseen)
    hands = tuple(
        seen.hand if player == seen.seat else draw_cards(left, size, rng)
        for player, size in enumerate(seen.hand_sizes)
    )
    state = State(
        setup=setup,
        phase=seen.phase,
        round=seen.round,
        start=seen.start,
        turn=seen.turn,
        turns=seen.turns,
        hands=hands,
        pile=tuple(left),
        played=seen.played,
        supplies=seen.supplies,
        trays=seen.trays,
        buildings=seen.buildings,
        scores=seen.scores,
        rounds=seen.rounds,
        monster=seen.monster,
        opening=seen.opening,
        urban_pile=seen.urban_pile,
        urban=seen.urban,
    )
    for player, chosen in enumerate(seen.chosen):
        if chosen and is_secret(state, player, seen.seat):
            state = apply(state, player, pick(rng, setup.choices(player, state.supplies)))
    return state


def moment(state: State) -> int:
    """The round: secret choices are revealed within it."""
    return state.round


def seen_text(made: int, actor: int, action: Action, viewer: int | None, now: State) -> str:
    """The action's text with `?` for what is hidden from the viewer."""
    check_seat(viewer, now.setup.players)
    text = str(action)
    if isinstance(action, (Deal, Draw)) and action.player != viewer:
        kind, player, cards = text.split(" ")
        return f"{kind} {player} {'?' * len(cards)}"
    if isinstance(action, Choose) and made == now.round and is_secret(now, actor, viewer):
        return " ".join("?" * len(w) if w.isdigit() else w for w in text.split(" "))
    return text
