"""The illustrated rules of Tangram City; the texts are in `guide.LANGUAGE.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from baumeister.core.messages import Value
from baumeister.games.guide import Figure, Part, Section
from baumeister.games.tangram_city.figures import (
    SOLO,
    TILES,
    after_round,
    city,
    counted,
    figure,
    outline,
    piece,
    played,
    printed,
    scored,
    tried,
    upto,
)
from baumeister.games.tangram_city.game import TANGRAM_CITY
from baumeister.games.tangram_city.geometry import FIELDS, SIZE
from baumeister.games.tangram_city.options import PLAYERS
from baumeister.games.tangram_city.scoring import HARMONY, PLANNING, RATINGS
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS
from baumeister.games.tangram_city.tiles import FOUNTAINS
from baumeister.games.tangram_city.view import lookers

NUMBERS: Final[Mapping[str, Value]] = {
    "size": SIZE,
    "fields": FIELDS,
    "tiles": len(TILES),
    "fountains": FOUNTAINS,
    "rounds": ROUNDS,
    "cards": CARDS_A_ROUND,
    "last": len(TILES) - (ROUNDS - 1) * CARDS_A_ROUND,
    "start": TANGRAM_CITY.options({}).start_points,
    "planning": PLANNING,
    "harmony_best": HARMONY[0],
    "most_players": PLAYERS[-1],
}


def finished() -> Figure:
    return figure(cities=[city(SOLO)])


def boards() -> Figure:
    return figure(
        cities=[{"printed": printed(3, side), "pieces": [], "name": side} for side in "ab"]
    )


def tiles() -> Figure:
    return figure(tiles=[{"side": None, "halves": outline(tile)} for tile in TILES.values()])


def two_sides() -> Figure:
    """A tile, turned, and turned over."""
    tile = TILES["14"]
    return figure(
        tiles=[
            {"side": "b", "halves": outline(tile)},
            {"side": "b", "halves": outline(tile, "b", 1)},
            {"side": "g", "halves": outline(tile, "g")},
            {"side": "f", "halves": [[0, 0, "nw"]]},
        ]
    )


def who_looks() -> Figure:
    """For each number of players and card: how far from the pillar those sit who may look."""
    return figure(
        looks=[
            [list(lookers(players, 0, False, slot)) for slot in range(CARDS_A_ROUND)]
            for players in PLAYERS
        ]
    )


_PLACED: Final = "0 place 14 b 2 d4"


def placing() -> Figure:
    lines = upto(_PLACED)
    before, after = scored(lines[:-1]), scored(lines)
    return figure(
        {"before": before.score.rectangle, "after": after.score.rectangle},
        cities=[
            city(lines[:-1], rectangle=before.rectangle),
            city(lines[:-1], rectangle=after.rectangle, new=[piece(_PLACED[2:])]),
        ],
        tile={"side": None, "halves": outline(TILES["14"])},
    )


def allowed() -> Figure:
    """The same tile on three places: free, half over a tile, over the printed field."""
    lines = upto("* deal 20 23 12 14")
    return figure(
        cities=[
            city(lines, tried=tried(lines, text))
            for text in ("place 20 b 1 e1", "place 20 b 0 c4", "place 20 g 0 e5")
        ]
    )


def declined() -> Figure:
    lines = upto("* deal 03 05 19")
    return figure(
        cities=[city(lines)],
        tiles=[
            {"side": None, "halves": outline(TILES[tile]), "declined": f"0 skip {tile}" in SOLO}
            for tile in ("03", "05", "19")
        ],
    )


def fountain() -> Figure:
    lines = after_round(3)
    before, after = scored(lines[:-1]), scored(lines)
    return figure(
        {"before": before.score.rectangle, "after": after.score.rectangle},
        cities=[
            city(lines[:-1], rectangle=before.rectangle),
            city(lines[:-1], rectangle=after.rectangle, new=[piece(lines[-1][2:])]),
        ],
    )


def rectangle() -> Figure:
    found = scored(after_round(4))
    assert found.rectangle
    _, _, width, height = found.rectangle
    return figure(
        {"width": width, "height": height, "area": found.score.rectangle},
        cities=[city(after_round(4), rectangle=found.rectangle)],
    )


def colours() -> Figure:
    lines = after_round(4)
    found = scored(lines)
    return figure(
        {"buildings": found.score.buildings, "green": found.score.green},
        cities=[
            city(lines, counted=counted(found.building_fields), stage="buildings"),
            city(lines, counted=counted(found.green_fields), stage="green"),
        ],
    )


def harmony() -> Figure:
    steps = sorted(set(HARMONY.values()), reverse=True)
    rows: list[list[Any]] = [
        [[gap for gap, points in HARMONY.items() if points == step], step] for step in steps
    ]
    return figure({f"gap{at}": row[0][-1] for at, row in enumerate(rows)}, harmony=rows)


def example() -> Figure:
    """The points of the whole game, item by item."""
    state = played(SOLO)
    areas = [scores[0].rectangle for scores in state.rounds]
    found = scored(SOLO)
    bonuses = {"planning_bonus": found.planning, "harmony_bonus": found.harmony}
    total = state.points[0]
    assert total == NUMBERS["start"] + sum(areas) + sum(bonuses.values())  # type: ignore[operator]
    return figure(
        {
            **{f"round{at}": area for at, area in enumerate(areas, start=1)},
            **bonuses,
            "buildings": found.score.buildings,
            "green": found.score.green,
            "gap": abs(found.score.buildings - found.score.green),
            "total": total,
        },
        cities=[
            city(after_round(number), rectangle=scored(after_round(number)).rectangle)
            for number in range(1, ROUNDS + 1)
        ],
        small=True,
        sum=[areas, list(bonuses.values()), total],
    )


def ratings() -> Figure:
    return figure(
        {f"from_{name.replace('-', '_')}": least for least, name in RATINGS},
        ratings=[[least, name] for least, name in RATINGS],
    )


def no_printed_field() -> Figure:
    return figure(cities=[city(), {"printed": printed(1, "a"), "pieces": []}])


def same_board() -> Figure:
    return figure(cities=[{"printed": printed(5, "a"), "pieces": []} for _ in range(3)])


SECTIONS: Final = (
    Section("idea", (Part("city", (), finished),)),
    Section(
        "setup",
        (
            Part("boards", ("T1.1", "T1.4"), boards),
            Part("tiles", ("T1.2", "T6"), tiles),
            Part("sides", ("T1.3",), two_sides),
            Part("pillar", ("T1.5",)),
        ),
    ),
    Section(
        "round",
        (
            Part("cards", ("T2.1",), who_looks),
            Part("turn", ("T2.2",), placing),
            Part("fountain", ("T2.3",), fountain),
            Part("last", ("T2.5",)),
        ),
    ),
    Section(
        "placing",
        (
            Part("allowed", ("T3.1", "T3.2", "T3.4"), allowed),
            Part("declining", ("T3.3",), declined),
        ),
    ),
    Section(
        "scoring",
        (
            Part("rectangle", ("T4.1",), rectangle),
            Part("colours", ("T4.2",), colours),
            Part("pillar", ("T2.4",)),
        ),
    ),
    Section(
        "end",
        (
            Part("planning", ("T5.1",)),
            Part("harmony", ("T5.2",), harmony),
            Part("example", (), example),
            Part("winner", ("T5.3",)),
            Part("rating", ("T5.4",), ratings),
        ),
    ),
    Section(
        "modes",
        (
            Part("alone", ()),
            Part("empty", (), no_printed_field),
            Part("same", (), same_board),
            Part("sets", ()),
        ),
    ),
)
