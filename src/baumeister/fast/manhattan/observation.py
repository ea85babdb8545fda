"""The observation of a seat in Manhattan, made from its view alone (M7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.fast.layout import Field, length_of, one_hot, padded
from baumeister.fast.manhattan.numbers import PLACE_OF, SITE_OF
from baumeister.games.manhattan.board import CARDS, DISTRICTS, MARKED, SITES, Building
from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.games.manhattan.variants import open_districts
from baumeister.games.manhattan.view import View

_CARDS: Final = len(CARDS)
_DISTRICTS: Final = len(DISTRICTS)
_URBAN: Final = len(CARD_NAMES)

FIELDS: Final = (
    Field("phase", (len(Phase),), "one-hot: " + ", ".join(
        phase.name.lower() for phase in Phase
    )),
    Field("round", (), "from 1; 0 before the first"),
    Field("rounds", (), "rounds of the game"),
    Field("turns", (), "turns left in the round, including the present one"),
    Field("start", (4,), "the player with the start marker, one-hot"),
    Field("turn", (4,), "the player to be dealt to, to choose, to build or to draw, one-hot;"
          " none in a secret choice"),
    Field("hand", (9,), "by position in a district, the number of own cards that mark it"),
    Field("unseen", (_CARDS,), "by card, copies in the pile or in other hands"),
    Field("played", (_CARDS,), "by card, played copies"),
    Field("hand sizes", (4,), "by player"),
    Field("pile", (), "cards in the pile"),
    Field("supplies", (4, 4), "by colour, blocks of 1, 2, 3 and 4 floors not chosen yet"),
    Field("trays", (4, 4), "by colour, blocks of 1, 2, 3 and 4 floors chosen and not built yet"),
    Field("chosen", (4,), "by player, while blocks are chosen: whether they have chosen"),
    Field("points", (4,), "by colour"),
    Field("monster", (SITES,), "the place it stands on, one-hot"),
    Field("open", (_DISTRICTS,), "districts open for building; none before they are drawn"),
    Field("opening", (_DISTRICTS, _DISTRICTS), "row k: the k-th district to open, one-hot;"
          " none before it is drawn"),
    Field("urban", (_URBAN,), "this round's urban card, one-hot"),
    Field("urban pile", (_URBAN,), "urban cards not revealed yet"),
    Field("floors", (4, SITES), "floors by colour and place"),
    Field("owner", (4, SITES), "by colour and place, whether the top block has this colour"),
    Field("ground", (4, SITES), "by colour and place, whether the lowest block has this colour"),
    Field("top", (SITES,), "by place, the floors of the top block"),
)  # fmt: skip
LENGTH: Final = length_of(FIELDS)


def encode(view: View) -> list[float]:
    """The observation of the view's seat."""
    seat, options = view.seat, view.options
    if seat is None:
        raise ValueError("only seats have observations, not spectators")
    players = [(seat + step) % options.players for step in range(options.players)]
    colours = [(seat + step) % len(options.colours) for step in range(len(options.colours))]
    secret = view.phase == Phase.CHOOSE and options.choice == "secret"
    drawn = _drawn(view)
    open_now = open_districts(options, drawn, view.round) if len(drawn) == _DISTRICTS else ()
    marked = [MARKED[options.sides[seat]][card] for card in view.hand]
    buildings = [view.buildings[site] for site in SITE_OF]

    numbers: list[int] = one_hot(view.phase, len(Phase))
    numbers += [view.round, options.rounds, view.turns]
    numbers += one_hot(players.index(view.start) if view.start >= 0 else -1, 4)
    numbers += one_hot(players.index(view.turn) if view.turn >= 0 and not secret else -1, 4)
    numbers += [marked.count(position) for position in range(9)]
    numbers += [*view.unseen, *view.played]
    numbers += padded([view.hand_sizes[player] for player in players], 4)
    numbers.append(view.pile_size)
    for blocks in (view.supplies, view.trays):
        numbers += padded([count for colour in colours for count in blocks[colour]], 16)
    numbers += padded([int(view.chosen[player]) for player in players], 4)
    numbers += padded([view.scores[colour] for colour in colours], 4)
    numbers += one_hot(PLACE_OF[view.monster] if view.monster >= 0 else -1, SITES)
    numbers += [int(district in open_now) for district in range(_DISTRICTS)]
    for step in range(_DISTRICTS):
        numbers += one_hot(drawn[step] if step < len(drawn) else -1, _DISTRICTS)
    numbers += one_hot(CARD_NAMES.index(view.urban) if view.urban else -1, _URBAN)
    numbers += [int(name in view.urban_pile) for name in CARD_NAMES]
    numbers += _by_colour([[each.floors[colour] for each in buildings] for colour in colours])
    numbers += _by_colour([[int(each.owner == colour) for each in buildings] for colour in colours])
    numbers += _by_colour(
        [[int(_ground(each) == colour) for each in buildings] for colour in colours]
    )
    numbers += [each.blocks[-1][1] if each.blocks else 0 for each in buildings]
    return list(map(float, numbers))


def _drawn(view: View) -> tuple[int, ...]:
    """The districts in the order they open, as far as they are drawn (M5.3)."""
    if "progressive" not in view.options.variants or view.phase > Phase.DISTRICTS:
        return view.opening
    partly_drawn = view.phase == Phase.DISTRICTS and len(view.opening) < _DISTRICTS
    return view.opening if partly_drawn else ()


def _ground(building: Building) -> int:
    return building.blocks[0][0] if building.blocks else -1


def _by_colour(planes: Sequence[Sequence[int]]) -> list[int]:
    return padded([number for plane in planes for number in plane], 4 * SITES)
