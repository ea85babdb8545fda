"""Input features of Manhattan's value network: sparse counts that describe a position.

They follow from what a seat knows: its own hand, and of the other hands only the cards that were
played. Colours and players are counted clockwise from the seat. `cpp/manhattan/input_features.hpp`
computes the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import prod
from typing import Final

from baumeister.fast.layout import Field
from baumeister.fast.manhattan.numbers import CARD_OF
from baumeister.games.manhattan.board import CARD_COPIES, Building
from baumeister.games.manhattan.options import MONSTERS
from baumeister.games.manhattan.rules import has_chosen
from baumeister.games.manhattan.scoring import player_scores
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.urban import CARD_NAMES, Board, urban_points
from baumeister.games.manhattan.variants import STEPS, blocked_sites, open_districts

_CAPTURES: Final = "can take it now, with a likely (0), possible (1) or missing (2) card; later \
(3); never (4)"
_SITUATIONS: Final = "ahead by one (0), by more (1), level (2), behind (3)"
RULES: Final = (
    "choice secret",
    "choice one-by-one",
    "same_owner_highest",
    "tie_break",
    "urban",
    "megacity_all",
    "godzilla",
    "baby-godzilla",
    "monster_moves with-card",
    "progressive",
    "anti-trust",
)
FIELDS: Final = (
    Field(
        "building",
        (4, 4, 5, 6),
        f"owner, other colour, {_CAPTURES}, floors ahead; for the owner \
itself, whether it can add to it, and the smallest of its leads",
    ),
    Field(
        "share",
        (4, 4, 5, 4, 2),
        f"owner, other colour, whether it can take it, as above, the owner in \
the district: {_SITUATIONS}; whether the other colour would gain the majority",
    ),
    Field(
        "vacant",
        (2, 4),
        "an empty, open site: no card for it (1), the seat in the district as above",
    ),
    Field("counts", (4, 8, 8), "a district: colour, its buildings, the most of another colour"),
    Field("high", (5, 7), "owner of the only highest building (4: none), floors above the next"),
    Field(
        "high taken",
        (4, 4, 5),
        "that building: owner, other colour, whether it can take it",
    ),
    Field("below", (4, 10), "colour, floors of its highest building below the highest"),
    Field(
        "scored", (6, 4, 31), "rounds to come, player, points ahead of the best other, −15 to 15"
    ),
    Field("standing", (6, 4, 31), "the same if the round were scored now"),
    Field("turns", (49,), "turns left in the round"),
    Field("to act", (6, 4), "rounds to come, player"),
    Field("first", (6, 4), "rounds to come, player with the start marker"),
    Field("chosen", (6, 4), "rounds to come, player who has chosen their blocks"),
    Field("tray", (4, 4, 7), "colour, size, how many"),
    Field("supply", (4, 4, 12), "colour, size, how many"),
    Field("held", (10,), "number of positions that the seat has a card for"),
    Field("rounds", (10,), "rounds of the game"),
    Field("blocks", (10,), "blocks per colour and round"),
    Field("hand", (7,), "cards in a hand"),
    Field("colours", (5,), "colours in the game"),
    Field("rules", (len(RULES),), f"a rule in force: {', '.join(RULES)}"),
    Field("open", (7,), "districts that are open"),
    Field(
        "prey",
        (4, 6),
        "a building that a card could lead the monster to: its owner, its floors",
    ),
    Field("urban", (6, len(CARD_NAMES)), "rounds to come, the urban card in force"),
    Field("urban pile", (len(CARD_NAMES),), "an urban card not revealed yet"),
    Field("extra", (4, 31), "player, points ahead of the best other that this card would give now"),
)
INPUT_FEATURES: Final = sum(prod(field.shape) for field in FIELDS)
_SHAPES: Final = {field.name: field.shape for field in FIELDS}
_Found = Iterator[tuple[str, *tuple[int, ...]]]
"""The name of a field, and the index in it."""
_FIRST: Final = {
    field.name: sum(prod(each.shape) for each in FIELDS[:at]) for at, field in enumerate(FIELDS)
}


def input_features(state: State, seat: int) -> list[int]:
    """The indexes of the features of a position, repeated as often as they occur."""
    seen = _Features(state, seat)
    found = chain(
        seen.blocks(),
        seen.districts(),
        seen.sites(),
        seen.heights(),
        seen.turns(),
        seen.options(),
        seen.extras(),
    )
    return [_number(name, where) for name, *where in found]


def _number(name: str, where: list[int]) -> int:
    at = 0
    for index, size in zip(where, _SHAPES[name], strict=True):
        at = at * size + min(index, size - 1)
    return _FIRST[name] + at


class _Features:
    """The features of a position, by group."""

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
        self._blocked = blocked_sites(options, state.monster, state.opening, state.round)

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
            elif site not in self._blocked:
                own = self._situation(district, self._seat)
                yield "vacant", self._reach(self._seat, position), own

    def _building(self, building: Building, district: int, position: int) -> _Found:
        owner, floors = building.owner, building.floors
        leads = {c: min(max(floors[owner] - floors[c], 0), 5) for c in self._colours if c != owner}
        for rival, lead in leads.items():
            can = self._capture(rival, max(lead, 1), position)
            yield "building", self._seen(owner), self._seen(rival), can, lead
            if can == 4:
                continue
            taken = [n + (c == rival) - (c == owner) for c, n in enumerate(self._owned[district])]
            swing = _margin(taken, rival) > 0 and self._situation(district, rival) > 1
            situation = self._situation(district, owner)
            yield "share", self._seen(owner), self._seen(rival), can, situation, int(swing)
        own = self._capture(owner, 1, position)
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
                    can = self._capture(rival, max(floors[owner] - floors[rival], 1), site % 9)
                    yield "high taken", self._seen(owner), self._seen(rival), can
        else:
            yield "high", 4, 0
        for colour in self._colours:
            own = max((each.height for each in buildings if each.owner == colour), default=0)
            yield "below", self._seen(colour), highest - own

    def turns(self) -> _Found:
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

    def options(self) -> _Found:
        options = self._state.options
        yield "rounds", options.rounds
        yield "blocks", options.blocks
        yield "hand", options.hand
        yield "colours", len(options.colours)
        monster = any(each in MONSTERS for each in options.variants)
        in_force = {
            f"choice {options.choice}",
            *(name for name in RULES if getattr(options, name, False) is True),
            *options.variants,
            *([f"monster_moves {options.monster_moves}"] if monster else ()),
        }
        yield from (("rules", at) for at, name in enumerate(RULES) if name in in_force)

    def extras(self) -> _Found:
        """What the monster, urban cards and the opening of districts add."""
        state, options = self._state, self._state.options
        districts = open_districts(options, state.opening, state.round)
        yield "open", len(districts)
        if state.monster >= 0:
            for site in STEPS[state.monster]:
                building = state.buildings[site]
                if building.owner >= 0:
                    yield "prey", self._seen(building.owner), building.height
        for name in state.urban_pile:
            yield "urban pile", CARD_NAMES.index(name)
        if state.urban is None:
            return
        yield "urban", self._stage, CARD_NAMES.index(state.urban)
        board = Board(state.buildings, districts, options.megacity_all)
        points = player_scores(options, urban_points(state.urban, board))
        for player in range(options.players):
            yield "extra", self._player_seen(player), _bin(points, player)

    def _seen(self, colour: int) -> int:
        return (colour - self._seat) % len(self._colours)

    def _player_seen(self, player: int) -> int:
        return (player - self._seat) % self._state.options.players

    def _card(self, player: int, position: int) -> int:
        return CARD_OF[self._state.options.sides[player]][position]

    def _reach(self, player: int, position: int) -> int:
        """Whether the player has a card for the position: likely (0), possible (1), missing (2)."""
        if player == self._seat:
            return int(position not in self._held)
        card = self._card(player, position)
        seen = self._state.played[card - 1] + self._state.hands[self._seat].count(card)
        return 0 if CARD_COPIES - seen >= 3 else 1 if CARD_COPIES - seen >= 1 else 2

    def _capture(self, colour: int, needed: int, position: int) -> int:
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
