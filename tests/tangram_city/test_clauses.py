"""T1–T7, clause by clause."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from baumeister.core import CHANCE
from baumeister.core.errors import OptionsError
from baumeister.games.tangram_city import TANGRAM_CITY, Phase
from baumeister.games.tangram_city.geometry import (
    FULL_BOARD,
    half_mask,
    mask_of,
    mirrored,
    mirrored_mask,
    turned,
)
from baumeister.games.tangram_city.rules import next_holder
from baumeister.games.tangram_city.scoring import (
    harmony_bonus,
    planning_bonus,
    rating,
    score_board,
)
from baumeister.games.tangram_city.setup import SPOTS, placements
from baumeister.games.tangram_city.state import Board, Score, printed_board
from baumeister.games.tangram_city.tiles import printed_fields, tile_set
from baumeister.games.tangram_city.view import view
from baumeister.testing import check_game, random_match, random_states

from .positions import fields, legal_texts, options, play, started, why

TILINGS = json.loads((Path(__file__).parents[1] / "data" / "tilings.json").read_text("utf-8"))


# --- T1 --------------------------------------------------------------------------------


def test_t1_1_boards_are_dealt_and_sides_chosen():
    state = play(TANGRAM_CITY.new(options(players=2)), "* start 1")
    assert len(TANGRAM_CITY.chance(state)) == 20
    state = play(state, "* boards 3 1")
    assert TANGRAM_CITY.actors(state) == (0, 1)
    assert legal_texts(state, 1) == ["side a", "side b"]
    one, other = play(state, "0 side a", "1 side b"), play(state, "1 side b", "0 side a")
    assert one == other
    assert one.boards[0].building == mask_of(printed_fields()[3, "a"].halves)
    assert one.boards[1].green == mask_of(printed_fields()[1, "b"].halves)
    assert one.phase == Phase.DEAL


def test_t1_1_side_b_is_the_mirror_image_in_green():
    for number in range(1, 6):
        a, b = printed_board(number, "a"), printed_board(number, "b")
        assert (a.green, b.building) == (0, 0)
        assert mirrored_mask(a.building) == b.green
        assert a.building.bit_count() == 6  # one and a half fields


def test_t1_1_invalid_boards_are_refused():
    state = play(TANGRAM_CITY.new(options(players=2)), "* start 1")
    assert why(state, "boards 3 3", CHANCE) == "T1.1: here, no two players may have the same board"
    assert why(state, "boards 3", CHANCE) == "T1.1: boards dealt: 1; players: 2"
    same = play(TANGRAM_CITY.new(options(players=2, same_board=True)), "* start 1")
    assert why(same, "boards 3 1", CHANCE) == "T1.1: here, all players have the same board"
    assert len(TANGRAM_CITY.chance(same)) == 5


def test_t1_1_without_printed_field_the_boards_are_empty():
    state = play(TANGRAM_CITY.new(options(printed_field=False, players=3)), "* start 1")
    assert state.phase == Phase.DEAL
    assert {board.covered for board in state.boards} == {0}


def test_t1_1_one_to_five_players():
    for players in (1, 2, 3, 4, 5):
        assert options(players=players).players == players
    for players in (0, 6, True, "2"):
        with pytest.raises(OptionsError, match=r"T1\.1: option 'players'"):
            options(players=players)


def test_t1_2_tiles_and_their_green_side():
    """T1.2: the green side is the mirror image of the building side."""
    tile = next(tile for tile in tile_set("standard") if tile.id == "05")
    assert tile.halves == ((0, 0, "nw"), (0, 0, "se"), (0, 1, "ne"))
    assert mirrored(tile.halves) == ((0, 0, "nw"), (0, 0, "se"), (0, 1, "nw"))
    assert turned(tile.halves) == ((0, 0, "se"), (1, 0, "nw"), (1, 0, "se"))
    by_action = {str(p.action): p.mask for p in placements(tile)}
    assert by_action["place 05 b 0 c3"] == mask_of([(2, 2, "nw"), (2, 2, "se"), (2, 3, "ne")])
    assert by_action["place 05 g 0 c3"] == mask_of([(2, 2, "nw"), (2, 2, "se"), (2, 3, "nw")])
    assert by_action["place 05 b 1 c3"] == mask_of([(2, 2, "se"), (3, 2, "nw"), (3, 2, "se")])


def test_t1_3_a_fountain_is_half_a_field():
    assert len(SPOTS) == 4 * 49
    assert {spot.mask.bit_count() for spot in SPOTS} == {2}
    state = started()
    for tile in ("02", "06", "01", "03"):
        state = play(state, f"0 skip {tile}")
    assert len(legal_texts(state)) == 4 * 49 + 1
    state = play(state, "0 fountain c3 ne")
    assert state.boards[0].fountains == half_mask((2, 2, "ne"))


def test_t1_4_one_point_to_start_with():
    assert TANGRAM_CITY.new(options(players=3)).points == (1, 1, 1)
    assert TANGRAM_CITY.new(options(players=3, start_points=0)).points == (0, 0, 0)
    with pytest.raises(OptionsError, match=r"T1\.4: option 'start_points': must be one of: 0, 1"):
        options(start_points=2)


def test_t1_5_23_cards_and_the_pillar():
    state = TANGRAM_CITY.new(options(players=3))
    assert len(state.pile) == 23
    assert [str(a) for a, _ in TANGRAM_CITY.chance(state)] == ["start 0", "start 1", "start 2"]
    assert why(state, "start 3", CHANCE) == "T1.5: there is no player 4, only players 1 to 3"
    named = TANGRAM_CITY.new(options(players=3, start=2))
    assert [str(a) for a in TANGRAM_CITY.legal(named, CHANCE)] == ["start 2"]
    assert why(named, "start 0", CHANCE) == "T1.5: the set-up gives the pillar to player 3"
    assert why(state, "deal 01 02 03 04", CHANCE).startswith("T1.5: it is too early to deal cards")


# --- T2 --------------------------------------------------------------------------------

AUDIENCES = {
    # by player, if player 0 holds the pillar: the slots they may look at immediately
    1: ["1100"],
    2: ["1010", "1001"],
    3: ["1100", "1010", "1001"],
    4: ["1100", "1010", "1001", "1001"],
    5: ["1100", "1010", "1010", "1001", "1001"],
}


@pytest.mark.parametrize("players", AUDIENCES)
def test_t2_1_who_may_look_at_which_card(players):
    for pillar in range(players):
        state = TANGRAM_CITY.new(options(players=players, printed_field=False))
        state = play(state, f"* start {pillar}", "* deal 05 06 07 08")
        for step, expected in enumerate(AUDIENCES[players]):
            seat = (pillar + step) % players
            seen = "".join("01"[card is not None] for card in view(state, seat).cards)
            assert seen == expected
        spectator = "".join("01"[card is not None] for card in view(state, None).cards)
        assert spectator == ("1100" if players == 1 else "1000")


def test_t2_1_played_cards_are_public():
    state = started("05", "06", "07", "08", players=2)
    assert view(state, 0).cards == ("05", None, "07", None)
    assert view(state, 0).to_come == tuple(sorted({*state.pile, "06", "08"}))
    state = play(state, "0 skip 05", "1 skip 05")
    assert view(state, 0).cards == ("05", "06", "07", None)
    state = play(state, "0 skip 06", "1 skip 06", "0 skip 07", "1 skip 07")
    assert view(state, None).cards == ("05", "06", "07", "08")


def test_t2_1_deals_are_all_ordered_sets_of_four():
    state = play(TANGRAM_CITY.new(options(players=1, printed_field=False)), "* start 0")
    deals = TANGRAM_CITY.legal(state, CHANCE)
    assert len(deals) == 23 * 22 * 21 * 20
    assert str(deals[0]) == "deal 01 02 03 04"
    assert str(deals[-1]) == "deal 23 22 21 20"
    assert str(deals[20]) == "deal 01 02 04 03"
    assert deals[5:7] == [deals[5], deals[6]]
    assert TANGRAM_CITY.parse("deal 07 03 11 19") in deals
    assert TANGRAM_CITY.parse("deal 07 07 11 19") not in deals
    assert TANGRAM_CITY.chance(state)[7] == (deals[7], 1)
    with pytest.raises(IndexError):
        deals[len(deals)]
    assert why(state, "deal 01 02 03", CHANCE) == "T2.1: 4 cards are dealt in this round, not 3"
    assert why(state, "deal 01 02 03 03", CHANCE) == "T2.1: the card for tile 03 is dealt twice"
    assert why(state, "deal 01 02 03 99", CHANCE) == "T1.2: this set has no tile 99"


def test_t2_2_placing_is_simultaneous():
    state = started("05", "06", "07", "08", players=3)
    assert TANGRAM_CITY.actors(state) == (0, 1, 2)
    state = play(state, "1 place 05 b 0 a1")
    assert TANGRAM_CITY.actors(state) == (0, 2)
    assert why(state, "skip 05", 1) == (
        "T2.2: player 2 has nothing to decide now; waiting for player 1, player 3"
    )
    assert view(state, 0).boards[1].covered == 0  # others see only that a decision was made
    assert view(state, 0).decided == (0, 1, 0)
    assert view(state, 1).boards[1].covered != 0
    state = play(state, "0 skip 05", "2 skip 05")
    assert view(state, 0).boards[1].covered != 0
    assert state.slot == 1


def test_t2_2_only_the_tile_of_the_present_card():
    state = started("05", "06", "07", "08")
    assert why(state, "place 06 b 0 a1") == (
        "T2.2: tile 06 is not the one to place now; still to be placed: 05"
    )
    assert why(state, "place 99 b 0 a1") == "T1.2: this set has no tile 99"
    assert (
        why(state, "side a") == "T2.2: you cannot choose a side now: place your piece or decline it"
    )
    assert why(state, "fountain a1 ne") == (
        "T2.3: the fountain comes after the tiles; still to be placed or declined: 05"
    )


def test_t2_3_a_fountain_after_the_four_cards():
    state = started()
    for tile in ("02", "06", "01", "03"):
        state = play(state, f"0 skip {tile}")
    assert why(state, "skip 03") == "T2.3: only the fountain is left to place"
    after = play(state, "0 fountain -")
    assert after.round == 2
    assert after.boards[0].fountains == 0


def test_t2_4_the_pillar_goes_to_the_leader():
    assert next_holder((5, 9, 3), 0) == 1
    assert next_holder((9, 5, 3), 0) == 0
    assert next_holder((9, 5, 9), 0) == 2  # the first tied player clockwise from the holder
    assert next_holder((9, 9, 3), 1) == 0
    assert next_holder((4,), 0) == 0


def test_t2_4_cards_are_set_aside():
    for state, _, _ in random_states(TANGRAM_CITY, options(players=2), 3):
        if state.phase == Phase.DEAL:
            assert len(state.pile) == 23 - 4 * (state.round - 1)
            assert not set(state.pile) & set(state.cards)


def last_round(players=2):
    match = random_match(TANGRAM_CITY, options(players=players), 1, most=27 * players - players)
    while match.state.round < 6 or match.state.phase != Phase.PLACE:
        for seat in match.waiting_for:
            match.submit(seat, match.legal(seat)[-1])
        match.roll(__import__("random").Random(1))
    return match


def test_t2_5_the_last_round_in_any_order_then_the_fountain():
    match = last_round()
    state = match.state
    assert len(state.cards) == 3
    assert view(state, None).cards == state.cards
    first, second, third = state.cards
    assert why(state, "fountain -", 1).startswith("T2.3: the fountain comes after the tiles")
    state = play(state, f"1 skip {second}", f"0 skip {third}")
    assert why(state, f"skip {second}", 1) == f"T3.3: you have already decided about tile {second}"
    state = play(state, f"1 skip {third}", f"1 skip {first}", "1 fountain -")
    state = play(state, f"0 skip {first}", f"0 skip {second}", "0 fountain -")
    assert state.phase == Phase.OVER


def test_t2_5_the_three_left_are_dealt_in_any_order():
    match = last_round(1)
    before = match.log[-1].before
    assert before.phase == Phase.DEAL
    assert len(TANGRAM_CITY.legal(before, CHANCE)) == 6
    left = before.pile
    assert why(before, f"deal {left[1]} {left[0]} {left[2]}", CHANCE) == ""
    assert why(before, "deal 01 02 03 04", CHANCE)[:4] in ("T1.5", "T2.5")


def test_t2_5_decisions_of_a_player_stay_together():
    """T2.5: in the log, regardless of the order of arrival; decisions can be retracted."""
    match = last_round()
    first, second, third = match.state.cards
    version, own = match.version, match.version_for(1)
    match.submit(1, f"skip {third}")
    match.submit(0, f"skip {first}")
    match.submit(1, f"skip {first}")
    assert match.version_for(1) == own + 2
    match.retract(1)
    match.submit(1, f"skip {second}")
    match.submit(1, f"skip {first}")
    match.submit(0, f"skip {second}")
    match.submit(1, "fountain -")
    assert match.waiting_for == (0,)
    match.submit(1, "fountain -")  # has decided already: replaces the last decision
    assert match.version == version
    match.submit(0, f"skip {third}")
    entries = match.submit(0, "fountain -")
    assert [str(entry) for entry in entries] == [
        f"0 skip {first}", f"0 skip {second}", f"0 skip {third}", "0 fountain -",
        f"1 skip {third}", f"1 skip {second}", f"1 skip {first}", "1 fountain -",
    ]  # fmt: skip


# --- T3 --------------------------------------------------------------------------------


def test_t3_1_completely_on_the_board():
    state = started("06", "02", "01", "03")  # a double square, upright
    assert why(state, "place 06 b 0 a6") == ""
    assert why(state, "place 06 b 0 a7") == (
        "T3.1: turned this way, tile 06 measures 1 × 2 fields: placed on a7, it runs off the board"
    )
    assert why(state, "place 06 b 1 g1").startswith("T3.1: turned this way, tile 06 measures 2 × 1")
    assert why(state, "place 06 b 2 a1") == (
        "T3.1: turned 2 times, tile 06 lies just as it does when turned 0 times: write 0"
    )
    assert why(state, "place 06 b 3 a1").endswith("as it does when turned 1 times: write 1")


def test_t3_1_placements_are_unique_and_written_with_the_lowest_turn():
    for name in ("standard", "exact-49"):
        for tile in tile_set(name):
            found = placements(tile)
            for side in "bg":
                masks = [p.mask for p in found if p.action.side == side]
                assert len(masks) == len(set(masks))
            assert {p.mask.bit_count() for p in found} == {int(4 * tile.area)}
            assert all(p.mask & ~FULL_BOARD == 0 for p in found)
    square = next(tile for tile in tile_set("standard") if tile.name == "square")
    assert len(placements(square)) == 2 * 49


def test_t3_2_no_overlap_and_the_error_names_the_obstacle():
    state = TANGRAM_CITY.new(options(players=1))
    state = play(state, "* start 0", "* boards 1", "0 side a", "* deal 02 06 01 03")
    assert why(state, "place 02 b 0 b2") == "T3.2: b2 is already covered by the printed field"
    state = play(state, "0 place 02 b 0 a1")
    assert (
        why(state, "place 06 b 0 a1") == "T3.2: a1 is already covered by a tile, building side up"
    )
    state = play(state, "0 place 06 g 0 g1")
    assert why(state, "place 01 b 0 g2") == "T3.2: g2 is already covered by a tile, green side up"
    state = play(state, "0 skip 01", "0 skip 03", "0 fountain d4 ne", "* deal 05 07 08 09")
    assert why(state, "place 05 b 0 d4") == "T3.2: d4 is already covered by a fountain"
    assert why(state, "place 05 b 0 f6") == ""  # tiles need not touch


def test_t3_3_a_declined_tile_is_gone():
    state = play(started("02", "06", "01", "03"), "0 skip 02")
    assert why(state, "place 02 b 0 a1") == (
        "T2.2: tile 02 is not the one to place now; still to be placed: 06"
    )
    assert not any(text.split(" ")[1] == "02" for text in legal_texts(state))


def test_t3_4_two_halves_share_a_field():
    state = play(started("01", "02", "06", "03"), "0 place 01 b 0 a1")  # ne of a1
    state = play(state, "0 skip 02", "0 skip 06", "0 skip 03")
    texts = [text for text in legal_texts(state) if text.startswith("fountain a1")]
    assert texts == ["fountain a1 sw"]


# --- T4 --------------------------------------------------------------------------------


def test_t4_1_the_largest_rectangle_of_full_fields():
    assert score_board(Board(building=fields("a1:c2"))).rectangle == 6
    assert score_board(Board(building=fields("a1:c2"), green=fields("d1:e2"))).rectangle == 10
    assert score_board(Board(building=fields("a1:g1", "c1:c7"))).rectangle == 7
    half = half_mask((3, 0, "nw"))
    assert score_board(Board(building=fields("a1:c1") | half)).rectangle == 3
    fountain = half_mask((3, 0, "se"))
    board = Board(building=fields("a1:c1") | half, fountains=fountain)
    assert score_board(board).rectangle == 4  # fountains count as covered
    assert score_board(Board()).rectangle == 0


def test_t4_2_counting_colours():
    nw, se = half_mask((0, 0, "nw")), half_mask((0, 0, "se"))
    cases = [
        (Board(building=nw | se), 1, 0),
        (Board(building=nw, fountains=se), 1, 0),
        (Board(green=nw, fountains=se), 0, 1),
        (Board(building=nw, green=se), 0, 0),
        (Board(fountains=nw | se), 0, 0),
        (Board(building=nw), 0, 0),
        (printed_board(1, "a"), 1, 0),
        (printed_board(1, "b"), 0, 1),
    ]
    for board, buildings, green in cases:
        score = score_board(board)
        assert (score.buildings, score.green) == (buildings, green)


# --- T5 --------------------------------------------------------------------------------


def test_t5_1_planning_bonus():
    assert planning_bonus(Board(building=FULL_BOARD)) == 15
    assert planning_bonus(Board(building=FULL_BOARD & ~1)) == 0


def test_t5_2_harmony_bonus():
    expected = {0: 20, 1: 10, 2: 10, 3: 5, 4: 5, 5: 0, 6: 0, 40: 0}
    for difference, points in expected.items():
        assert harmony_bonus(Score(0, 4 + difference, 4)) == points
        assert harmony_bonus(Score(0, 4, 4 + difference)) == points


def test_t5_3_most_points_win_and_ties_are_shared():
    from baumeister.games.tangram_city.scoring import final_outcome

    rounds = [[Score(1, 9, 0), Score(1, 9, 0), Score(1, 9, 0)]]
    outcome = final_outcome([Board()] * 3, (50, 70, 70), rounds)
    assert outcome.winners == (1, 2)
    assert outcome.reason == "shared"
    assert final_outcome([Board()] * 3, (50, 70, 60), rounds).reason == "points"


def test_t5_3_nothing_after_the_end():
    state = random_match(TANGRAM_CITY, options(players=2), 1).state
    assert why(state, "skip 01") == "T5.3: the game is over"


@pytest.mark.parametrize(
    ("points", "name"),
    [(0, "try-again"), (99, "try-again"), (100, "decent"), (139, "decent"), (140, "impressive"),
     (179, "impressive"), (180, "wonderful"), (199, "wonderful"), (200, "legend"),
     (243, "legend")],
)  # fmt: skip
def test_t5_4_solo_rating(points, name):
    assert rating(points) == name


# --- T6, T7 ----------------------------------------------------------------------------


def test_t6_the_standard_set():
    """T6: 23 tiles of area 48, 13 of them chiral, ten marked as look-alikes."""
    tiles = tile_set("standard")
    areas = [tile.area for tile in tiles]
    assert [areas.count(a) for a in (0.5, 1, 1.5, 2, 2.5, 3)] == [1, 3, 1, 8, 6, 4]
    assert sum(areas) == 48
    assert sum(tile.chiral for tile in tiles) == 13
    assert sum(tile.symbol for tile in tiles) == 10
    assert sum(tile.area for tile in tile_set("exact-49")) + 3 + 1.5 == 49


@pytest.mark.parametrize(
    ("name", "board"), list(product(("standard", "exact-49"), TILINGS["standard"]))
)
def test_t6_a_complete_tiling_for_every_board_and_side(name, board):
    """T6, T5.1: the verified tilings consist of legal placements."""
    tiling = TILINGS[name][board]
    tiles = {tile.id: tile for tile in tile_set(name)}
    city = printed_board(int(board[0]), board[1])
    for tile_id, side, halves in tiling["tiles"]:
        mask = mask_of(map(tuple, halves))
        assert mask & city.covered == 0
        assert any(p.mask == mask and p.action.side == side for p in placements(tiles[tile_id]))
        if side == "b":
            city = city._replace(building=city.building | mask)
        else:
            city = city._replace(green=city.green | mask)
    for half in tiling["fountains"]:
        mask = half_mask(tuple(half))
        assert mask & city.covered == 0
        city = city._replace(fountains=city.fountains | mask)
    assert city.covered == FULL_BOARD
    score = score_board(city)
    assert score == (49, tiling["building"], tiling["green"])
    assert planning_bonus(city) == 15


def test_t7_1_four_by_four_is_sixteen():
    around = fields("a6:c7", "g1", "e5")
    assert score_board(Board(building=fields("a1:d4"), green=around)).rectangle == 16


def test_t7_2_cards_scorings_fountains():
    steps = random_states(TANGRAM_CITY, options(players=2), 2)
    deals = [action.tiles for state, _, action in steps if state.phase == Phase.DEAL]
    assert list(map(len, deals)) == [4, 4, 4, 4, 4, 3]
    assert len(steps[-1][0].rounds) == 6
    kinds = [type(action).__name__ for _, actor, action in steps if actor == 0]
    assert kinds.count("Fountain") == 6


def test_t7_3_mirroring_and_swapping_colours_keeps_scores():
    for state, _, _ in random_states(TANGRAM_CITY, options(players=2), 5):
        for board in state.boards:
            mirror = Board(
                building=mirrored_mask(board.green),
                green=mirrored_mask(board.building),
                fountains=mirrored_mask(board.fountains),
            )
            one, other = score_board(board), score_board(mirror)
            assert one.rectangle == other.rectangle
            assert (one.buildings, one.green) == (other.green, other.buildings)


def test_t7_4_the_area_bound():
    """T7.4: the largest possible area after each round, with the largest tiles first."""
    areas = sorted((tile.area for tile in tile_set("standard")), reverse=True)
    bound = 0
    for number in range(1, 7):
        area = 1.5 + sum(areas[: 4 * number]) + 0.5 * number
        full = max(w * h for w in range(1, 8) for h in range(1, 8) if w * h <= area)
        bound += full
    assert bound + 15 + 20 <= 243


@pytest.mark.parametrize(
    "players", [1, 3, *(pytest.param(each, marks=pytest.mark.slow) for each in (2, 4, 5))]
)
def test_contract_for_every_number_of_players(players):
    check_game(TANGRAM_CITY, options(players=players), players)
