"""Views, and random states consistent with a view (T2.1, T2.2)."""

from __future__ import annotations

from typing import Final, NamedTuple

from baumeister.core.chance import Rng, below, pick
from baumeister.core.game import check_seat
from baumeister.games.tangram_city.actions import Action, Deal, Fountain, Place, Side, Skip
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.rules import apply, asked, legal
from baumeister.games.tangram_city.setup import setup_for
from baumeister.games.tangram_city.state import ROUNDS, Board, Phase, Score, State

ALL: Final = "all"
HIDDEN: Final = "decide ?"
"""A pending decision as others see it."""
# T2.1: who may look at each slot before it is played; 0 is the holder of the pillar, 1 the next
# player clockwise and so on
AUDIENCES: Final[dict[int, tuple[str | tuple[int, ...], ...]]] = {
    1: (ALL, ALL, (), ()),
    2: (ALL, (), (0,), (1,)),
    3: (ALL, (0,), (1,), (2,)),
    4: (ALL, (0,), (1,), (2, 3)),
    5: (ALL, (0,), (1, 2), (3, 4)),
}


class View(NamedTuple):
    """What a seat, or a spectator (None), may know; tuples are by player."""

    options: Options
    seat: int | None
    phase: Phase
    round: int
    pillar: int
    slot: int
    cards: tuple[str | None, ...]
    """The cards of the round by slot; None for cards hidden from this seat."""
    to_come: tuple[str, ...]
    """The tiles of all cards that this seat has not seen, ascending."""
    boards: tuple[Board, ...]
    """The seat's own board with its pending decisions, the others without."""
    shown: Board | None
    """The seat's own board as others see it."""
    todo: tuple[str, ...]
    """What this seat still has to decide at this moment."""
    decided: tuple[int, ...]
    """The number of decisions each player has made at this moment."""
    points: tuple[int, ...]
    rounds: tuple[tuple[Score, ...], ...]


def lookers(players: int, pillar: int, last: bool, slot: int) -> tuple[int, ...]:
    """The seats that may look at the card of a slot before it is played (T2.1, T2.5)."""
    audience = ALL if last else AUDIENCES[players][slot]
    if audience == ALL:
        return tuple(range(players))
    return tuple(seat for seat in range(players) if (seat - pillar) % players in audience)


def may_see(state: State, slot: int, seat: int | None) -> bool:
    """Whether the seat may look at the card of a slot of this round (T2.1)."""
    if state.round == ROUNDS or slot <= state.slot:
        return True
    if AUDIENCES[state.setup.players][slot] == ALL:
        return True
    return seat in lookers(state.setup.players, state.pillar, False, slot)


def view(state: State, seat: int | None) -> View:
    """What the seat may know."""
    check_seat(seat, state.setup.players)
    cards = tuple(
        card if may_see(state, slot, seat) else None for slot, card in enumerate(state.cards)
    )
    hidden = [card for card, seen in zip(state.cards, cards, strict=True) if seen is None]
    asked_now = len(asked(state))
    return View(
        options=state.options,
        seat=seat,
        phase=state.phase,
        round=state.round,
        pillar=state.pillar,
        slot=state.slot,
        cards=cards,
        to_come=tuple(sorted((*state.pile, *hidden))),
        boards=tuple(
            state.boards[player] if player == seat else shown
            for player, shown in enumerate(state.shown)
        ),
        shown=None if seat is None else state.shown[seat],
        todo=() if seat is None else state.todo[seat],
        decided=tuple(asked_now - len(todo) if asked_now else 0 for todo in state.todo),
        points=state.points,
        rounds=state.rounds,
    )


def determinize(seen: View, rng: Rng) -> State:
    """A random state consistent with the view: uniform hidden cards, arbitrary legal decisions."""
    setup = setup_for(seen.options)
    left = list(seen.to_come)
    cards = tuple(left.pop(below(rng, len(left))) if card is None else card for card in seen.cards)
    state = State(
        setup=setup,
        phase=seen.phase,
        round=seen.round,
        pillar=seen.pillar,
        slot=seen.slot,
        cards=cards,
        pile=tuple(left),
        boards=seen.boards,
        shown=tuple(
            board if player != seen.seat or seen.shown is None else seen.shown
            for player, board in enumerate(seen.boards)
        ),
        todo=((),) * setup.players,
        points=seen.points,
        rounds=seen.rounds,
    )
    todo = asked(state)
    state = state._replace(
        todo=tuple(seen.todo if player == seen.seat else todo for player in range(setup.players))
    )
    for player, count in enumerate(seen.decided):
        for _ in range(count if player != seen.seat else 0):
            state = apply(state, player, pick(rng, legal(state, player)))
    return state


Moment = tuple[Phase, int, int]


def moment(state: State) -> Moment:
    """The moment and the round: decisions and cards are revealed within them."""
    return state.phase, state.round, state.slot


def seen_text(made: Moment, actor: int, action: Action, viewer: int | None, now: State) -> str:
    """The action's text with `?` for what is hidden from the viewer."""
    check_seat(viewer, now.setup.players)
    if isinstance(action, Deal):
        if now.round > made[1]:
            return str(action)
        tiles = [
            tile if may_see(now, slot, viewer) else "?" for slot, tile in enumerate(action.tiles)
        ]
        return "deal " + " ".join(tiles)
    of_player = isinstance(action, (Place, Skip, Fountain, Side))
    if of_player and actor != viewer and made == moment(now):
        return HIDDEN
    return str(action)
