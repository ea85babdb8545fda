"""What the judge of Manhattan sees in a position: signs that are there or not, some several times.

A seat looks: it knows its own hand, and of the others' cards those that were played. Colours and
players are counted from the seat, clockwise. `signs.hpp` finds the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import prod
from typing import Final

from baumeister.fast.layout import Field
from baumeister.fast.manhattan.numbers import CARD_OF
from baumeister.games.manhattan.board import CARD_COPIES, Building
from baumeister.games.manhattan.rules import has_chosen
from baumeister.games.manhattan.scoring import player_scores
from baumeister.games.manhattan.state import Phase, State

_STANCES: Final = "a block of the tray is enough, and the card likely (0), perhaps (1) or not \
there (2); a block is enough later (3); never (4)"
_SITUATIONS: Final = "ahead by one (0), by more (1), level (2), behind (3)"
FIELDS: Final = (
    Field(
        "building",
        (4, 4, 5, 6),
        f"owner, other colour, {_STANCES}, floors ahead; for the owner \
itself, a block to strengthen it, and the least of its leads",
    ),
    Field(
        "share",
        (4, 4, 5, 4, 2),
        f"owner, other colour, what it can do as above, the owner in \
the district: {_SITUATIONS}; whether the other would gain the majority",
    ),
    Field("vacant", (2, 4), "a site: no card for it (1), the seat in the district as above"),
    Field("counts", (4, 8, 8), "a district: colour, buildings, the most of another colour"),
    Field("high", (5, 7), "who owns the highest building alone (4: nobody), floors to the next"),
    Field("high taken", (4, 4, 5), "of that building: owner, other colour, what it can do"),
    Field("below", (4, 10), "colour, how far its highest is below the highest"),
    Field(
        "scored", (6, 4, 31), "rounds to come, player, points ahead of the best other, −15 to 15"
    ),
    Field("standing", (6, 4, 31), "the same with what a scoring now would bring"),
    Field("turns", (49,), "left in the round"),
    Field("to act", (6, 4), "rounds to come, player"),
    Field("first", (6, 4), "rounds to come, player with the start marker"),
    Field("chosen", (6, 4), "rounds to come, player whose blocks are chosen"),
    Field("tray", (4, 4, 7), "colour, size, how many"),
    Field("supply", (4, 4, 12), "colour, size, how many"),
    Field("held", (10,), "positions that the seat has a card for"),
)
INPUT_FEATURES: Final = sum(prod(field.shape) for field in FIELDS)
_SHAPES: Final = {field.name: field.shape for field in FIELDS}
_Found = Iterator[tuple[str, *tuple[int, ...]]]
"""The name of a field, and where in it."""
_FIRST: Final = {
    field.name: sum(prod(each.shape) for each in FIELDS[:at]) for at, field in enumerate(FIELDS)
}


def input_features(state: State, seat: int) -> list[int]:
    """Numbers of signs, one for each time that it is there."""
    look = _Look(state, seat)
    found = chain(look.blocks(), look.districts(), look.sites(), look.heights(), look.course())
    return [_number(name, where) for name, *where in found]


def _number(name: str, where: list[int]) -> int:
    at = 0
    for index, size in zip(where, _SHAPES[name], strict=True):
        at = at * size + min(index, size - 1)
    return _FIRST[name] + at


class _Look:
    """A seat looks at a position."""

    def __init__(self, state: State, seat: int) -> None:
        options = state.options
        self._state, self._seat = state, seat
        self._colours = range(len(options.colours))
        self._owner_of = {
            colour: player for player, own in enumerate(state.setup.colours) for colour in own
        }
        self._stage = min(options.rounds - state.round, 5)
        self._secret = options.choice == "secret" and state.phase is Phase.CHOOSE
        hidden = [self._secret and self._owner_of[each] != seat for each in self._colours]
        self._trays = [
            (0, 0, 0, 0) if hides else tray for hides, tray in zip(hidden, state.trays, strict=True)
        ]
        self._supplies = [
            tuple(a + b * hides for a, b in zip(supply, tray, strict=True))
            for hides, supply, tray in zip(hidden, state.supplies, state.trays, strict=True)
        ]
        self._now = [_largest(tray) for tray in self._trays]
        last = state.phase is Phase.BUILD and state.round == options.rounds
        self._ever = [
            now if last else max(now, _largest(supply))
            for now, supply in zip(self._now, self._supplies, strict=True)
        ]
        self._held = {p for p in range(9) if self._card(seat, p) in state.hands[seat]}
        self._owned = [
            [sum(b.owner == c for b in state.buildings[d : d + 9]) for c in self._colours]
            for d in range(0, 54, 9)
        ]
        self._standing = [*player_scores(options, state.scores)]

    def blocks(self) -> _Found:
        for colour in self._colours:
            for size in range(4):
                yield "tray", self._seen(colour), size, self._trays[colour][size]
                yield "supply", self._seen(colour), size, self._supplies[colour][size]
        yield "held", len(self._held)

    def districts(self) -> _Found:
        for counts in self._owned:
            for colour in self._colours:
                by = _margin(counts, colour)
                yield "counts", self._seen(colour), counts[colour], min(counts[colour] - by, 7)
                self._standing[self._owner_of[colour]] += counts[colour] + 2 * (by > 0)

    def sites(self) -> _Found:
        for site, building in enumerate(self._state.buildings):
            district, position = divmod(site, 9)
            if building.owner >= 0:
                yield from self._building(building, district, position)
            else:
                own = self._situation(district, self._seat)
                yield "vacant", self._reach(self._seat, position), own

    def _building(self, building: Building, district: int, position: int) -> _Found:
        owner, floors = building.owner, building.floors
        leads = {c: min(max(floors[owner] - floors[c], 0), 5) for c in self._colours if c != owner}
        for rival, lead in leads.items():
            can = self._stance(rival, max(lead, 1), position)
            yield "building", self._seen(owner), self._seen(rival), can, lead
            if can == 4:
                continue
            taken = [n + (c == rival) - (c == owner) for c, n in enumerate(self._owned[district])]
            swing = _margin(taken, rival) > 0 and self._situation(district, rival) > 1
            situation = self._situation(district, owner)
            yield "share", self._seen(owner), self._seen(rival), can, situation, int(swing)
        own = self._stance(owner, 1, position)
        yield "building", self._seen(owner), self._seen(owner), own, min(leads.values())

    def heights(self) -> _Found:
        buildings = self._state.buildings
        highest, following = sorted((b.height for b in buildings), reverse=True)[:2]
        if highest > following:
            site = [building.height for building in buildings].index(highest)
            owner, floors = buildings[site].owner, buildings[site].floors
            self._standing[self._owner_of[owner]] += 3
            yield "high", self._seen(owner), highest - following
            for rival in self._colours:
                if rival != owner:
                    can = self._stance(rival, max(floors[owner] - floors[rival], 1), site % 9)
                    yield "high taken", self._seen(owner), self._seen(rival), can
        else:
            yield "high", 4, 0
        for colour in self._colours:
            own = max((each.height for each in buildings if each.owner == colour), default=0)
            yield "below", self._seen(colour), highest - own

    def course(self) -> _Found:
        state, stage = self._state, self._stage
        players = range(state.options.players)
        points = player_scores(state.options, state.scores)
        for player in players:
            seen = self._player_seen(player)
            yield "scored", stage, seen, _bin(points, player)
            yield "standing", stage, seen, _bin(self._standing, player)
            if state.phase is Phase.CHOOSE and has_chosen(state, player):
                yield "chosen", stage, seen
        yield "turns", state.turns
        if not self._secret:
            yield "to act", stage, self._player_seen(state.turn)
        yield "first", stage, self._player_seen(state.start)

    def _seen(self, colour: int) -> int:
        return (colour - self._seat) % len(self._colours)

    def _player_seen(self, player: int) -> int:
        return (player - self._seat) % self._state.options.players

    def _card(self, player: int, position: int) -> int:
        return CARD_OF[self._state.options.sides[player]][position]

    def _reach(self, player: int, position: int) -> int:
        """Whether the player has a card for the position."""
        if player == self._seat:
            return int(position not in self._held)
        card = self._card(player, position)
        seen = self._state.played[card - 1] + self._state.hands[self._seat].count(card)
        return 0 if CARD_COPIES - seen >= 3 else 1 if CARD_COPIES - seen >= 1 else 2

    def _stance(self, colour: int, needed: int, position: int) -> int:
        if needed <= self._now[colour]:
            return self._reach(self._owner_of[colour], position)
        return 3 if needed <= self._ever[colour] else 4

    def _situation(self, district: int, colour: int) -> int:
        by = _margin(self._owned[district], colour)
        return 1 if by > 1 else 0 if by == 1 else 2 if by == 0 else 3


def _largest(blocks: tuple[int, ...]) -> int:
    return max((size for size, count in enumerate(blocks, 1) if count), default=0)


def _margin(counts: list[int], colour: int) -> int:
    return counts[colour] - max(n for each, n in enumerate(counts) if each != colour)


def _bin(points: Sequence[int], player: int) -> int:
    ahead = points[player] - max(p for each, p in enumerate(points) if each != player)
    return min(max(ahead, -15), 15) + 15
