"""Twin games: two courses of one game that an observer may not be able to distinguish.

Secrets are defined here independently of the games' own views: another player's cards (M7), a card
of the round you may not look at (T2.1), a pending decision (T2.2, M6), how often it was changed,
and the chat of the other room. Everything else is the same in both, up to a last step in which the
observer may know.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from baumeister.core.chance import CHANCE
from baumeister.core.match import Match
from baumeister.games.manhattan.actions import Deal as Hand
from baumeister.games.manhattan.actions import Draw
from baumeister.games.tangram_city.actions import Deal
from tests.server.probes import Probe, probes

AnyMatch = Match[Any, Any, Any, Any]
Seats = frozenset[int]
# T2.1 in the words of the rules: by slot, the seats that may look, clockwise from the pillar
SEEN = {
    1: ("0", "0", "", ""),
    2: ("01", "", "0", "1"),
    3: ("012", "0", "1", "2"),
    4: ("0123", "0", "1", "23"),
    5: ("01234", "0", "12", "34"),
}


class Op(NamedTuple):
    """An action of a player. `late`: milliseconds after the start of the step."""

    seat: int
    do: str
    text: str = ""
    late: int = 0


class Step(NamedTuple):
    """The actions in each world, and what the observer then asks in both."""

    ops: tuple[list[Op], list[Op]]
    probes: list[Probe]


class Twins:
    """The plan of both games until the observer may know, or for about `most` steps.

    `secret`: what is revealed before the game is over: a card of a round (deal), decisions
    (pending), or nothing (none).
    """

    def __init__(
        self, game: Any, options: Any, seats: Seats, secret: str, seed: object, most: int = 1000
    ) -> None:
        self.game = game
        self.seats = seats
        self.rng = random.Random(str(seed))
        self.matches: tuple[AnyMatch, AnyMatch] = (Match(game, options), Match(game, options))
        self.chance: tuple[dict[int, str], dict[int, str]] = ({}, {})
        self.steps: list[Step] = []
        self.differ = False
        """True once the observer may know."""
        self._secret = secret
        self._secret_round = self.rng.randint(1, 3)
        self._comes_out: tuple[int, int] | None = None
        self._play(most)

    # --- course of the game -----------------------------------------------------------

    def _play(self, most: int) -> None:
        self._roll()
        self._step([], [])
        while not self.differ and (actors := self.matches[0].actors) and len(self.steps) < most:
            if len(actors) > 1:
                self._together(list(actors))
            else:
                self._alone(actors[0])

    def _alone(self, seat: int) -> None:
        texts = self._same(seat)
        if texts is None:  # another player must now show what only one world allows
            self.differ = True
            one, other = (self._complete(match, seat) for match in self.matches)
        else:
            one = other = texts[:1]
        self._step(_acts(seat, one[:1]), _acts(seat, other[:1]))

    def _together(self, actors: list[int]) -> None:
        """Everybody decides at once; one player is last."""
        rng = self.rng
        rng.shuffle(actors)
        last = actors.pop()
        for seat in actors:
            if seat in self.seats:
                acts = _acts(seat, self._known(seat))
                self._step(acts, acts)
            else:
                self._step(*(self._hidden(match, seat) for match in self.matches))
        decided = [seat for seat in actors if seat not in self.seats]
        if decided:
            seat = rng.choice(decided)
            self._step(*(self._changes(match, seat) for match in self.matches))
            if rng.random() < 0.3:  # taking back is visible, but not what
                back = Op(seat, "retract")
                self._step([back], [back])
                self._step(*(self._hidden(match, seat) for match in self.matches))
        if self._secret == "pending" and self._pending_differ() and rng.random() < 0.4:
            self.differ = True
        else:
            self._agree(decided)
        acts = _acts(last, self._known(last))
        if last in self.seats:
            self._step(acts, acts)
        else:
            self._step(*([*self._dither(match, last), *acts] for match in self.matches))

    def _pending_differ(self) -> bool:
        one, other = self.matches
        return one.pending != other.pending

    def _agree(self, decided: list[int]) -> None:
        """Make the same decisions in both worlds, so that nothing differs once they are shown."""
        for seat in decided:
            count = len(self.matches[0].pending[seat])
            if count == 1:
                draft = self.matches[0].copy()
                draft.retract(seat)
                ops = _acts(seat, self._complete(draft, seat))
            else:
                for _ in range(count):
                    self._step([Op(seat, "retract")], [Op(seat, "retract")])
                ops = _acts(seat, self._known(seat))
            self._step(ops, ops)

    # --- hidden actions of others -----------------------------------------------------

    def _hidden(self, match: AnyMatch, seat: int) -> list[Op]:
        """Reach a decision in any way; it is complete at the same time in both worlds."""
        acts = _acts(seat, self._complete(match, seat))
        *first, last = [op._replace(late=400) for op in acts]
        draft = match.copy()
        for op in (*first, last):
            draft.submit(seat, op.text)
        return [*self._dither(match, seat), *first, last, *self._changes(draft, seat)]

    def _dither(self, match: AnyMatch, seat: int) -> list[Op]:
        """Begin a decision with several parts and take it back."""
        whole = self._complete(match, seat)
        ops: list[Op] = []
        for _ in range(self.rng.randrange(4) if len(whole) > 1 else 0):
            part = whole[: self.rng.randrange(1, len(whole))]
            ops += _acts(seat, part)
            ops += [Op(seat, "retract")] * len(part)
        return [op._replace(late=self.rng.randrange(10) + number) for number, op in enumerate(ops)]

    def _changes(self, match: AnyMatch, seat: int) -> list[Op]:
        """Change a decision any number of times, and chat in the other room."""
        draft = match.copy()
        draft.retract(seat)
        late = 500
        ops = []
        for _ in range(self.rng.randrange(4)):
            late += self.rng.randrange(100)
            ops.append(Op(seat, "act", self._complete(draft, seat)[0], late))
        ops += [Op(seat, "say", "psst", late)] * self.rng.randrange(3)
        return ops

    # --- decisions ---------------------------------------------------------------------

    def _complete(self, match: AnyMatch, seat: int) -> list[str]:
        """Everything the seat has to decide now, at random."""
        draft = match.copy()
        texts = []
        while seat in draft.waiting_for:
            legal = draft.legal(seat)
            texts.append(str(legal[self.rng.randrange(len(legal))]))
            if draft.submit(seat, texts[-1]):
                break
        return texts

    def _known(self, seat: int) -> list[str]:
        """The same decision in both worlds, legal in both and independent of the secret."""
        texts = self._complete(self.matches[0], seat)
        draft = self.matches[1].copy()
        for text in texts:
            draft.submit(seat, text)
        return texts

    def _same(self, seat: int) -> list[str] | None:
        """A decision of one seat that both worlds allow."""
        if seat in self.seats:
            return self._known(seat)
        one, other = self.matches
        legal = one.legal(seat)
        for number in self.rng.sample(range(len(legal)), min(len(legal), 400)):
            if self.game.why_not(other.state, seat, legal[number]) is None:
                return [str(legal[number])]
        return None

    def _step(self, one: list[Op], other: list[Op]) -> None:
        for match, ops in zip(self.matches, (one, other), strict=True):
            for op in ops:
                if op.do == "act":
                    match.submit(op.seat, op.text)
                elif op.do == "retract":
                    match.retract(op.seat)
        self._roll()
        if self._comes_out:
            state = self.matches[0].state
            self.differ |= (state.round, state.slot) >= self._comes_out
        asked = [] if self.differ else probes(self.matches, self.seats, self.rng)
        self.steps.append(Step((one, other), asked))

    # --- chance ------------------------------------------------------------------------

    def _roll(self) -> None:
        while self.matches[0].actors == (CHANCE,):
            outcomes = self._cards() if self.game.id == "manhattan" else self._tiles()
            for match, chance, action in zip(self.matches, self.chance, outcomes, strict=True):
                chance[match.version] = str(action)
                match.submit(CHANCE, action)

    def _cards(self) -> tuple[Any, Any]:
        """Manhattan: other players' cards are secret."""
        one, other = (match.state for match in self.matches)
        if isinstance(self.game.sample(one, self.rng), (Hand, Draw)) and one.turn not in self.seats:
            pairs = [
                (self.game.sample(one, self.rng), self.game.sample(other, self.rng))
                for _ in range(12)
            ]
            return max(pairs, key=lambda pair: self._goes_on(one, other, *pair))
        for _ in range(60):
            action = self.game.sample(one, self.rng)
            if self.game.why_not(other, CHANCE, action) is None:
                return action, action
        self.differ = True  # the pile holds other cards, and the observer draws
        return action, self.game.sample(other, self.rng)

    def _goes_on(self, one: Any, other: Any, a: Any, b: Any) -> tuple[bool, bool, bool]:
        """Better: the player can still do the same in both worlds, the piles share a card, a is not
        b."""
        after, also = self.game.apply(one, CHANCE, a), self.game.apply(other, CHANCE, b)
        hands = set(after.hands[a.player]) & set(also.hands[a.player])
        piles = any(map(min, zip(after.pile, also.pile, strict=True)))
        return bool(hands), piles, after.hands[a.player] != also.hands[a.player]

    def _tiles(self) -> tuple[Any, Any]:
        """Tangram City: a card that the observer may not look at yet, once per game."""
        state = self.matches[0].state
        action = self.game.sample(state, self.rng)
        if (
            not isinstance(action, Deal)
            or self._secret != "deal"
            or state.round != self._secret_round
        ):
            return action, action
        players = state.setup.players
        own = {str((seat - state.pillar) % players) for seat in self.seats}
        hidden = [
            slot
            for slot, who in enumerate(SEEN[players])
            if len(who) < players and not own & set(who)
        ]
        if not hidden:  # several seats at one screen may see everything
            return action, action
        tiles = list(action.tiles)
        while tiles == list(action.tiles):
            left = [tile for tile in state.pile if tile not in action.tiles]
            left += [action.tiles[slot] for slot in hidden]
            self.rng.shuffle(left)
            for slot in hidden:
                tiles[slot] = left.pop()
        first = next(slot for slot, tile in enumerate(action.tiles) if tile != tiles[slot])
        self._comes_out = state.round, first
        return action, Deal(tuple(tiles))


def _acts(seat: int, texts: list[str]) -> list[Op]:
    return [Op(seat, "act", text) for text in texts]
