"""What the editor says about tiles and sets: T1.2, T6."""

from __future__ import annotations

import copy

import pytest

from baumeister.core.errors import BaumeisterError, OptionsError
from baumeister.games.clauses import LANGUAGES
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.geometry import FULL_BOARD, mask_of
from baumeister.games.tangram_city.tile_facts import fields_text, look_alikes
from baumeister.games.tangram_city.tiles import Tile, tile_set
from baumeister.server.wire.tangram_city.editor import MOST, check, complete

STANDARD = [tile.data() for tile in tile_set("standard")]


def test_t6_look_alikes_are_found():
    """Every marked tile has a look-alike; tiles that differ by more have none."""
    tiles = tile_set("standard")
    found = {tile.id: alike for tile, alike in zip(tiles, look_alikes(tiles), strict=True)}
    assert all(found[tile.id] for tile in tiles if tile.symbol)
    assert (found["09"], found["15"], found["23"]) == (["10"], ["16"], [])


def test_t1_2_a_complete_set_has_no_problems():
    report = check(STANDARD, "en")
    assert (report.problems, report.warnings, report.area) == ([], [], 48)
    assert report.options is not None
    chosen = TANGRAM_CITY.options(report.options)
    assert chosen.tiles == tile_set("standard")
    assert [each.tile for each in report.tiles] == STANDARD
    assert check({"name": "Mine", "tiles": STANDARD}, "en") == report


@pytest.mark.parametrize(
    ("tile", "ways", "chiral"),
    [("02", (1, 1), False), ("06", (2, 2), False), ("04", (2, 2), True), ("07", (4, 4), True)],
)
def test_t1_2_turns_and_mirror_images(tile, ways, chiral):
    (found,) = (each for each in check(STANDARD, "en").tiles if each.tile["id"] == tile)
    assert ((len(found.building), len(found.green)), found.chiral) == (ways, chiral)
    square = check([STANDARD[1]], "en").tiles[0]
    assert (square.placements, square.area) == (49, 1)


def test_t1_2_an_unfinished_set_lists_everything_that_is_wrong():
    drawn = copy.deepcopy(STANDARD[:4])
    drawn[1]["halves"] = []
    drawn[2]["halves"] = [[0, 0, "nw"], [2, 2, "nw"]]
    drawn[3]["id"] = "01"
    report = check(drawn, "en")
    assert report.problems == [
        "Tile 02 is still empty.",
        "Tile 03 falls apart into several pieces.",
        "The set needs 23 tiles, one for each card; it has 4.",
        "Tile 01 appears 2 times.",
    ]
    assert [bool(each.problem) for each in report.tiles] == [False, True, True, False]
    assert report.options is None
    assert len({tuple(check(drawn, language).problems) for language in LANGUAGES}) == 4


def test_t1_2_warnings_are_translated():
    squares = [{**tile, "halves": STANDARD[1]["halves"]} for tile in STANDARD]
    report = check(squares, "en")
    assert report.warnings[0] == (
        "Tiles, fountains and printed field cover 27½ of 49 fields: no city can be completed."
    )
    assert report.warnings[1] == "Tiles 01 and 02 have the same outline."
    assert report.tiles[0].twins[:2] == ["02", "03"]
    assert len({tuple(check(squares, language).warnings) for language in LANGUAGES}) == 4


@pytest.mark.parametrize("design", [None, 3, {"tiles": 3}, "tiles", STANDARD * 3])
def test_t1_2_what_is_no_list_of_tiles_is_refused(design):
    with pytest.raises(OptionsError) as caught:
        check(design, "en")
    assert caught.value.message is not None
    assert len(STANDARD * 3) > MOST


def test_t5_1_a_tiling_covers_the_board_exactly():
    found = complete(STANDARD, "1b")
    assert found.possible
    assert found.printed is not None
    covered = mask_of(found.printed.halves)
    for piece in found.pieces:
        assert not covered & mask_of(piece.halves)
        covered |= mask_of(piece.halves)
    assert covered == FULL_BOARD
    tiles = [piece.piece for piece in found.pieces if piece.piece != "fountain"]
    assert len(set(tiles)) == len(tiles)


def test_t5_1_no_tiling_without_enough_area():
    assert complete(STANDARD[:5], "1a").possible is False
    for wrong in ("6a", "x"):
        with pytest.raises(BaumeisterError, match="there is no board"):
            complete(STANDARD, wrong)
    with pytest.raises(OptionsError, match="2 times"):
        complete([STANDARD[0], STANDARD[0]], "1a")


def test_areas_are_the_same_in_every_language():
    assert [fields_text(area) for area in (0, 0.5, 1, 2.5)] == ["0", "½", "1", "2½"]
    assert Tile("01", ((0, 0, "nw"),)).area == 0.5
