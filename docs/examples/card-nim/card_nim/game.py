"""The rules of Card Nim. Every method of `CardNim` is a promise of `baumeister.core.game.Game`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from baumeister.core import CHANCE, Form, Forms, Game, OptionSet, Outcome, Plugin, Refusal, Rng
from baumeister.core import check_seat, draw_index, option, ranks_by, replaced
from baumeister.games.clauses import clauses


@dataclass(frozen=True, slots=True)
class Options(OptionSet):
    unknown_clause = "N1"
    players: int = option("N1", "How many players.", values=(2, 3, 4), default=2, group="game")
    stones: int = option("N1", "Stones in the heap.", values=range(5, 31), default=15)


class Action(NamedTuple):
    """`deal PLAYER CARD` by chance, `take STONES` or `play CARD` by a player."""

    kind: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.numbers)])


def _read(kind: str, *numbers: str) -> Action:
    return Action(kind, tuple(map(int, numbers)))


FORMS = Forms[Action](
    {
        "deal": Form("deal PLAYER CARD", "(deal) ([0-3]) ([1-5])", _read, True, r"deal [0-3] \?"),
        "take": Form("take STONES", "(take) ([1-3])", _read),
        "play": Form("play CARD", "(play) ([1-5])", _read),
    },
    players=4,
)


class State(NamedTuple):
    options: Options
    heap: int
    cards: tuple[int, ...] = ()  # by player, as far as they are dealt; 0 once played
    turn: int = 0
    pile: tuple[int, ...] = (2, 2, 2, 2, 2)  # how many cards 1 to 5 remain, never their order


class View(NamedTuple):
    seat: int | None
    options: Options
    heap: int
    card: int  # the seat's own; 0 if it has none
    holding: tuple[bool, ...]  # by player: whether there is a card in hand
    turn: int
    unseen: tuple[int, ...]  # how many cards 1 to 5 are in the pile or in other hands


class CardNim(Game[Options, State, Action, View]):
    id = "card-nim"
    rules_version = 1
    options_type = Options
    forms = FORMS

    def new(self, options: Options) -> State:
        return State(options, options.stones)

    def actors(self, state: State) -> tuple[int, ...]:
        if len(state.cards) < state.options.players:
            return (CHANCE,)
        return (state.turn,) if state.heap else ()

    def legal(self, state: State, actor: int) -> list[Action]:
        if actor not in self.actors(state):
            return []
        if actor == CHANCE:
            return [action for action, _ in self.chance(state)]
        card = state.cards[actor]
        actions = [Action("take", (stones,)) for stones in (1, 2, 3) if stones <= state.heap]
        return actions + [Action("play", (card,))] * (0 < card <= state.heap)

    def chance(self, state: State) -> list[tuple[Action, int]]:
        player = len(state.cards)
        piles = enumerate(state.pile, start=1)
        return [(Action("deal", (player, card)), count) for card, count in piles if count]

    def apply(self, state: State, actor: int, action: Action) -> State:
        number = action.numbers[-1]
        if action.kind == "deal":
            pile = replaced(state.pile, number - 1, state.pile[number - 1] - 1)
            return state._replace(cards=(*state.cards, number), pile=pile)
        cards = replaced(state.cards, actor, 0) if action.kind == "play" else state.cards
        turn = actor if number == state.heap else (actor + 1) % state.options.players
        return state._replace(heap=state.heap - number, cards=cards, turn=turn)

    def why_not(self, state: State, actor: int, action: Action) -> Refusal | None:
        if action in self.legal(state, actor):
            return None
        rules, number = clauses("card_nim"), action.numbers[-1]
        if not self.actors(state):
            return rules.refuse("N4", "over")
        if actor not in self.actors(state):
            return rules.refuse("N3", "not-your-turn")
        if actor == CHANCE or action.kind == "deal":
            return rules.refuse("N2", "dealing")
        if action.kind == "play" and number != state.cards[actor]:
            return rules.refuse("N3", "not-your-card", card=number)
        return rules.refuse("N3", "too-few", stones=number, heap=state.heap)

    def standing(self, state: State) -> tuple[int, ...]:
        winner = -1 if state.heap else state.turn
        return tuple(int(player == winner) for player in range(state.options.players))

    def outcome(self, state: State) -> Outcome | None:
        scores = self.standing(state)
        return None if state.heap else Outcome(scores, ranks_by(scores), "last stone")

    def view(self, state: State, seat: int | None) -> View:
        check_seat(seat, state.options.players)
        unseen, own = state.pile, 0
        for player, card in enumerate(state.cards):
            if player == seat:
                own = card
            elif card:
                unseen = replaced(unseen, card - 1, unseen[card - 1] + 1)
        holding = tuple(card > 0 for card in state.cards)
        return View(seat, state.options, state.heap, own, holding, state.turn, unseen)

    def determinize(self, view: View, rng: Rng, /) -> State:
        cards, pile = [], list(view.unseen)
        for player, holds in enumerate(view.holding):
            card = view.card if player == view.seat else 0
            if holds and player != view.seat:
                card = 1 + draw_index(rng, pile)
                pile[card - 1] -= 1
            cards.append(card)
        return State(view.options, view.heap, tuple(cards), view.turn, tuple(pile))

    def seen(
        self, _made: object, _actor: int, action: Action, viewer: int | None, _now: State
    ) -> str:
        hidden = action.kind == "deal" and action.numbers[0] != viewer
        return f"deal {action.numbers[0]} ?" if hidden else str(action)


PLUGIN = Plugin(CardNim(), title="Card Nim")
