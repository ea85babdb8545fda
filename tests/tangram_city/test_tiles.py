"""Custom tile sets: T1.2, T6."""

from __future__ import annotations

import pytest

from baumeister.core.errors import OptionsError
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.tile_facts import tile_set_warnings
from baumeister.games.tangram_city.tiles import read_tiles, tile_set
from baumeister.testing import check_game

from .positions import options


def custom(change=None):
    tiles = [tile.data() for tile in tile_set("standard")]
    if change:
        change(tiles)
    return tiles


def put(index, key, value):
    def change(tiles):
        tiles[index][key] = value

    return change


def test_t1_2_custom_sets_can_be_played_and_recorded():
    def smaller(tiles):
        tiles[22]["halves"] = [
            [3, 2, "ne"],
            [3, 2, "sw"],
        ]  # the position in the grid does not matter

    chosen = options(players=2, tile_set="custom", tiles=custom(smaller))
    assert chosen.tiles[22].halves == ((0, 0, "nw"), (0, 0, "se"))
    assert TANGRAM_CITY.options(chosen.data()) == chosen
    check_game(TANGRAM_CITY, chosen, 1)


BAD = [
    (put(3, "halves", [[0, 0, "ne"], [0, 0, "nw"]]), "T1.2", "tile 04: overlaps itself at [0, 0"),
    (put(3, "halves", [[0, 0, "ne"], [0, 0, "ne"]]), "T1.2", "overlaps itself"),
    (put(3, "halves", [[0, 0, "nw"], [1, 1, "nw"]]), "T1.2", "tile 04: is in several pieces"),
    (put(3, "halves", [[0, 0, "nw"], [1, 0, "ne"]]), "T1.2", "is in several pieces"),
    (put(3, "halves", [[7, 0, "nw"]]), "T3.1", "tile 04: [7, 0, 'nw'] leaves the grid of 7 × 7"),
    (put(3, "halves", [[-1, 0, "nw"]]), "T3.1", "leaves the grid"),
    (put(3, "halves", []), "T1.2", "halves must be a list"),
    (put(3, "halves", "ne"), "T1.2", "halves must be a list"),
    (put(3, "halves", [[0, 0, "north"]]), "T1.2", "the corner one of ne, nw, se, sw"),
    (put(3, "halves", [[0, 0.0, "ne"]]), "T1.2", "a half must be [x, y, corner]"),
    (put(3, "halves", [[0, True, "ne"]]), "T1.2", "a half must be [x, y, corner]"),
    (put(3, "id", "03"), "T1.2", "tile 03: the id is used 2 times"),
    (put(3, "id", "4"), "T1.2", "tile number 4: the id must be two digits"),
    (put(3, "id", 4), "T1.2", "the id must be two digits"),
    (put(3, "name", "\x1b"), "T1.2", "the name must be a text"),
    (put(3, "symbol", 1), "T1.2", "symbol must be true or false"),
    (put(3, "colour", "red"), "T1.2", "tile number 4: unknown field 'colour'"),
    (lambda tiles: tiles.pop(), "T1.5", "there must be 23 tiles, one for each card, not 22"),
    (lambda tiles: tiles.__setitem__(0, "T01"), "T1.2", "must be an object with id and halves"),
]


@pytest.mark.parametrize(("change", "clause", "text"), BAD)
def test_t1_2_invalid_sets(change, clause, text):
    with pytest.raises(OptionsError) as caught:
        options(tile_set="custom", tiles=custom(change))
    assert caught.value.clause == clause
    assert caught.value.field == "tiles"
    assert text in str(caught.value)


def test_t1_2_tiles_require_the_custom_set():
    with pytest.raises(OptionsError, match="tile_set custom needs the tiles"):
        options(tile_set="custom")
    with pytest.raises(OptionsError, match="tile_set standard has tiles of its own"):
        options(tiles=custom())
    with pytest.raises(OptionsError, match="must be one of: standard, exact-49, custom"):
        options(tile_set="own")
    with pytest.raises(OptionsError, match="must be a list of tiles"):
        read_tiles({"01": []})


def test_t5_1_warning_if_a_set_cannot_fill_the_board():
    assert tile_set_warnings(tile_set("standard")) == []
    assert tile_set_warnings(tile_set("exact-49")) == []
    (warning,) = tile_set_warnings(tile_set("exact-49"), printed_field=False)
    assert "cover 47.5 of 49 fields: no city can be completed" in str(warning)

    def twins(tiles):
        tiles[4]["halves"] = tiles[5]["halves"]

    (warning,) = tile_set_warnings(read_tiles(custom(twins)))
    assert str(warning) == "T1.2: tiles 05 and 06 have the same outline"


def test_t6_warning_if_nothing_looks_like_a_marked_tile():
    def marked(tiles):
        tiles[21]["symbol"] = True

    (warning,) = tile_set_warnings(read_tiles(custom(marked)))
    assert str(warning).startswith("T6: tile 22 is marked as a look-alike, but no other tile")


def test_t1_1_invalid_options():
    for field in ("printed_field", "same_board"):
        with pytest.raises(OptionsError, match=r"T1\.1: option .* must be one of: true, false"):
            options(**{field: 1})
    with pytest.raises(OptionsError, match=r"T1\.5: option 'start'"):
        options(players=2, start=2)
    with pytest.raises(OptionsError, match=r"option 'urban': unknown; there are: players"):
        options(urban=True)
