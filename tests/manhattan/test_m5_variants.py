"""M5: variants."""

from __future__ import annotations

import pytest

from baumeister.core import CHANCE
from baumeister.core.errors import OptionsError
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.board import SITE_NAMES, SITE_NUMBERS
from baumeister.games.manhattan.variants import STEPS, rampage

from .positions import building_phase, legal_texts, options, play, why

GODZILLA = {"variants": ["godzilla"]}
AFTER = {**GODZILLA, "monster_moves": "after-block"}
BABY = {"variants": ["baby-godzilla"]}


def at(site):
    return SITE_NUMBERS[site]


def test_m5_1_starts_on_a_centre_or_a_named_site():
    state = MANHATTAN.new(options(**GODZILLA))._replace(phase=Phase.MONSTER)
    assert [str(a) for a in MANHATTAN.legal(state, CHANCE)] == [f"monster {d}5" for d in "ABCDEF"]
    assert why(state, "monster A1") == (
        "M5.1: A1 is not the centre of a district, where the monster must start"
    )
    named = MANHATTAN.new(options(monster="D9", **GODZILLA))._replace(phase=Phase.MONSTER)
    assert [str(a) for a in MANHATTAN.legal(named, CHANCE)] == ["monster D9"]
    assert why(named, "monster A5") == "M5.1: the set-up names D9 as the monster’s first site"
    with pytest.raises(OptionsError, match="needs godzilla"):
        options(monster="D9")
    with pytest.raises(OptionsError, match="must be a site"):
        options(monster="G1", **GODZILLA)


@pytest.mark.parametrize(
    ("start", "position", "end"),
    [
        ("A5", 0, "A1"), ("A5", 8, "A9"), ("A5", 4, "A5"), ("A5", 1, "A2"),
        ("A1", 0, "F9"), ("A1", 1, "D7"), ("A1", 3, "C3"), ("C9", 8, "D1"),
        ("E3", 2, "C7"), ("F6", 5, "D4"), ("D8", 7, "A2"), ("B3", 5, "C1"),
    ],
)  # fmt: skip
def test_m5_1_one_torus_of_nine_columns_and_six_rows(start, position, end):
    assert SITE_NAMES[STEPS[at(start)][position]] == end


@pytest.mark.parametrize("given", [GODZILLA, AFTER], ids=["with-card", "after-block"])
def test_m5_1_moves_by_board_directions(given):
    """M5.1: seen from West, card 1 marks position 3, so the monster moves North-East."""
    state = building_phase(
        {"A3": "o2 b3"}, turn=1, hand=(1, 1, 1, 1), tray="1", given=given, monster=at("A5")
    )
    after = play(state, "1 build 1 B3 1")
    assert SITE_NAMES[after.monster] == "A3"
    assert after.buildings[at("A3")].height == 0
    assert after.buildings[at("B3")].height == 1
    assert after.phase == Phase.DRAW


def test_m5_1_with_the_card_nobody_builds_where_the_monster_goes():
    """M5.1: the card moves it first, so the board after its move decides what is legal."""
    state = building_phase(hand=(1, 1, 1, 1), tray="4", given=GODZILLA, monster=at("A5"))
    assert "build 1 A1 4" not in legal_texts(state)
    assert why(state, "build 1 A1 4") == (
        "M5.1: this card sends the monster to A1; nobody may build where it stands"
    )
    assert why(building_phase(given=BABY, monster=at("A5")), "build 2 A2 4").startswith("M5.2: ")


def test_m5_1_with_the_card_the_site_it_leaves_is_free():
    """M5.1: closed is where it stands, no longer where it stood."""
    for given, free in ((GODZILLA, True), (AFTER, False)):
        state = building_phase(hand=(1, 1, 1, 1), tray="4", given=given, monster=at("B1"))
        assert ("build 1 B1 4" in legal_texts(state)) == free
        assert why(state, "build 1 B1 4").startswith("M5.1: the monster stands") != free
    state = building_phase(hand=(1, 1, 1, 1), tray="4", given=GODZILLA, monster=at("B1"))
    after = play(state, "0 build 1 B1 4")
    assert SITE_NAMES[after.monster] == "D9"
    assert after.buildings[at("B1")].height == 4


def test_m5_1_with_the_card_legal_means_legal_after_its_move():
    """M5.1: for every site of the monster and every card, by brute force."""
    board = {"A1": "b1", "B5": "b4 b4", "C3": "o2", "F9": "b2"}
    for monster in range(54):
        state = building_phase(board, hand=(1, 2, 5, 9), given=GODZILLA, monster=monster)
        expected = set()
        for card in state.hands[0]:
            site, moved = rampage(state.options, state.buildings, monster, card - 1)
            quiet = building_phase(board, hand=(card,) * 4)._replace(buildings=moved)
            expected |= {
                t
                for t in legal_texts(quiet)
                if not t.startswith(f"build {card} {SITE_NAMES[site]} ")
            }
        assert set(legal_texts(state)) == expected


def test_m5_1_after_the_block_it_destroys_what_was_just_built():
    state = building_phase(hand=(1, 1, 1, 1), tray="4", given=AFTER, monster=at("A5"))
    after = play(state, "0 build 1 A1 4")
    assert SITE_NAMES[after.monster] == "A1"
    assert after.buildings[at("A1")].height == 0


def test_m5_1_stays_on_a_centre_card_and_blocks_its_site():
    state = building_phase(hand=(5, 5, 5, 5), tray="1", given=GODZILLA, monster=at("A5"))
    assert "build 5 A5 1" not in legal_texts(state)
    assert why(state, "build 5 A5 1") == (
        "M5.1: the monster stands on A5; nobody may build there now"
    )
    after = play(state, "0 build 5 B5 1")
    assert SITE_NAMES[after.monster] == "A5"
    assert after.buildings[at("B5")].height == 1


def test_m5_1_does_not_move_in_a_forfeited_turn():
    board = {f"{d}1": "b4 b4" for d in "ABCDEF"}
    state = building_phase(board, hand=(1, 1, 1, 1), tray="1", given=GODZILLA, monster=at("A5"))
    after = play(state, "0 forfeit 1 1")
    assert SITE_NAMES[after.monster] == "A5"
    assert after.buildings == state.buildings


def test_m5_2_baby_destroys_only_the_top_block():
    state = building_phase(
        {"A1": "o2 b3"}, hand=(1, 1, 1, 1), tray="1", given=BABY, monster=at("A5")
    )
    after = play(state, "0 build 1 B1 1")
    assert after.buildings[at("A1")].blocks == ((0, 2),)
    assert after.buildings[at("A1")].owner == 0
    assert after.buildings[at("A1")].least == (0, 2, 2, 2)


def test_m5_2_baby_on_a_centre_card_destroys_on_its_site():
    state = building_phase(
        {"A5": "o2 b3"}, hand=(5, 5, 5, 5), tray="1", given=BABY, monster=at("A5")
    )
    assert why(state, "build 5 A5 1").startswith("M5.2: the baby monster stands on A5")
    after = play(state, "0 build 5 B5 1")
    assert after.buildings[at("A5")].blocks == ((0, 2),)
    after = play(
        building_phase(hand=(5, 5, 5, 5), tray="1", given=BABY, monster=at("A5")), "0 build 5 B5 1"
    )
    assert after.buildings[at("A5")].height == 0


def test_m5_2_not_both_monsters():
    with pytest.raises(OptionsError, match=r"M5\.2: .* exclude each other"):
        options(variants=["godzilla", "baby-godzilla"])


PROGRESSIVE = {"variants": ["progressive"]}
ORDER = tuple("ABCDEF".index(d) for d in "DABFCE")


def test_m5_3_three_districts_then_one_more_per_round():
    for number, open_now in ((1, "ABD"), (2, "ABDF"), (3, "ABCDF"), (4, "ABCDEF"), (5, "ABCDEF")):
        state = building_phase(hand=(5, 5, 5, 5), tray="1", given=PROGRESSIVE, opening=ORDER)
        state = state._replace(round=number)
        assert legal_texts(state) == [f"build 5 {d}5 1" for d in open_now]
    state = state._replace(round=1)
    assert why(state, "build 5 C5 1") == "M5.3: district C is still closed; the open ones are A B D"


def test_m5_3_the_order_is_drawn_uniformly_and_public():
    state = MANHATTAN.new(options(**PROGRESSIVE))._replace(phase=Phase.DISTRICTS)
    outcomes = MANHATTAN.chance(state)
    assert len(outcomes) == 720
    assert {weight for _, weight in outcomes} == {1}
    assert why(state, "districts AABCDE") == "M5.3: the order must name each district once"
    after = MANHATTAN.apply(state, CHANCE, MANHATTAN.parse("districts DABFCE"))
    assert MANHATTAN.view(after, None).opening == ORDER


def test_m5_3_closed_districts_do_not_exist_for_megacity_and_small_town():
    for card, scorer in (("small-town", 0), ("megacity", 1)):
        state = building_phase(
            {
                "A1": "o1",
                "B1": "b1",
                "B2": "b1",
                "D1": "y1",
                "D2": "y1",
                "B3": "b1",
                "D3": "y1",
                "B4": "b1",
            },
            hand=(5, 5, 5, 5),
            tray="1",
            turns=1,
            given={"urban": True, **PROGRESSIVE},
            opening=ORDER,
            urban=card,
        )
        state = play(state, "0 build 5 A5 1", "* draw 0 9")
        expected = [0, 0, 0, 0]
        expected[scorer] = 2 if card == "small-town" else 4
        assert [items.urban for items in state.rounds[0]] == expected


def test_m5_4_no_building_on_your_own_top():
    state = building_phase(
        {"A5": "b1 o1", "B5": "b1"}, hand=(5, 5, 5, 5), tray="1", given={"variants": ["anti-trust"]}
    )
    assert "build 5 A5 1" not in legal_texts(state)
    assert "build 5 B5 1" in legal_texts(state)
    assert why(state, "build 5 A5 1") == (
        "M5.4: A5 is yours already (orange on top): you may not build on it"
    )


def test_m5_4_both_colours_of_a_player_are_theirs():
    """M5.4: with two players a building topped by either colour is closed."""
    state = building_phase(
        {"A5": "o1"}, hand=(5, 5, 5, 5), tray="1", given={"variants": ["anti-trust"], "players": 2}
    )
    assert "build 5 A5 1 orange" not in legal_texts(state)
    assert "build 5 A5 1 yellow" not in legal_texts(state)
    assert "build 5 B5 1 yellow" in legal_texts(state)
    assert why(state, "build 5 A5 1 yellow") == (
        "M5.4: A5 is yours already (orange on top): you may not build on it"
    )
    rival = state._replace(turn=1, start=1, hands=state.hands[::-1])
    assert "build 5 A5 1 blue" in legal_texts(rival)


def test_m5_4_tied_floors_are_not_ownership():
    """M5.4, M2.5: with as many floors as the owner, any block takes over the building."""
    state = building_phase(
        {"A5": "o2 b2"}, hand=(5, 5, 5, 5), tray="1", given={"variants": ["anti-trust"]}
    )
    assert "build 5 A5 1" in legal_texts(state)


def test_m5_the_set_up_follows_the_order_of_the_log():
    """M5.1, M5.3: after the deals first the monster, then the districts."""
    state = MANHATTAN.new(options(players=2, urban=True, variants=["godzilla", "progressive"]))
    play(
        state,
        "* start 0",
        "* deal 0 1234",
        "* deal 1 1234",
        "* monster C5",
        "* districts FEDCBA",
        "* urban villa",
        "0 choose orange 1111 yellow 1111",
    )


@pytest.mark.parametrize(
    ("given", "board", "monster", "action", "effect"),
    [
        (GODZILLA, {}, "B5", "build 1 A1 2", "monster B1"),
        (GODZILLA, {"B1": "o3 b4"}, "B5", "build 1 A1 2", "monster B1 7 blue"),
        (AFTER, {}, "B5", "build 1 B1 2", "monster B1 2 orange"),
        (AFTER, {"B1": "o3 b4"}, "B5", "build 1 A1 2", "monster B1 7 blue"),
        (GODZILLA, {"D9": "b1"}, "B1", "build 1 B1 2", "monster D9 1 blue"),
        (BABY, {"B1": "o3 b4"}, "B5", "build 1 A1 2", "monster B1 4 blue"),
        (BABY, {"B5": "o3"}, "B5", "build 5 A5 2", "monster B5 3 orange"),
        (GODZILLA, {"B5": "o3"}, "B5", "build 5 A5 2", None),
        ({}, {}, None, "build 1 A1 2", None),
        ({}, {"A1": "o1"}, None, "build 1 A1 2", None),
        ({}, {"A1": "b2"}, None, "build 1 A1 2", "taken A1 blue"),
        (GODZILLA, {"A1": "b2"}, "B5", "build 1 A1 2", "taken A1 blue; monster B1"),
        (AFTER, {"B1": "b2"}, "B5", "build 1 B1 2", "monster B1 4 orange"),
    ],
)
def test_m5_1_the_log_tells_what_a_build_caused(given, board, monster, action, effect):
    state = building_phase(
        board, hand=(1, 5, 3, 4), given=given, monster=at(monster) if monster else -1
    )
    after = play(state, f"0 {action}")
    assert MANHATTAN.effect(state, MANHATTAN.parse(action), after) == effect
