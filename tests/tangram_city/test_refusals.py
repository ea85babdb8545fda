"""Every message of the rules is provoked once: none is unused or missing."""

from __future__ import annotations

import pytest

from baumeister.games.clauses import clauses
from baumeister.games.tangram_city import TANGRAM_CITY, Phase

from .positions import options, play, started, why
from .test_clauses import last_round

BOOK = clauses("baumeister.games.tangram_city")
NEW = TANGRAM_CITY.new(options(players=2))
BOARDS = play(NEW, "* start 0")
SAME = play(TANGRAM_CITY.new(options(players=2, same_board=True)), "* start 0")
SIDES = play(BOARDS, "* boards 1 2")
DEAL = play(SIDES, "0 side a", "1 side a")
PLACE = started("06", "02", "01", "03")
FOUNTAIN = play(PLACE, "0 skip 06", "0 skip 02", "0 skip 01", "0 skip 03")
PLACED = play(PLACE, "0 place 06 b 0 a1")
LAST = last_round(1).state
GONE = play(LAST, f"0 skip {LAST.cards[0]}")
FOUR_LEFT = LAST._replace(phase=Phase.DEAL, pile=("01", "02", "03", "04"), cards=())

PROVOKED = {
    ("T1.1", "phase"): (SIDES, 0, "skip 01"),
    ("T1.1", "boards-phase"): (BOARDS, -1, "start 0"),
    ("T1.1", "boards"): (BOARDS, -1, "boards 1"),
    ("T1.1", "different"): (BOARDS, -1, "boards 1 1"),
    ("T1.1", "same"): (SAME, -1, "boards 1 2"),
    ("T1.2", "unknown"): (PLACE, 0, "skip 77"),
    ("T1.5", "phase"): (NEW, -1, "boards 1 2"),
    ("T1.5", "no-player"): (NEW, -1, "start 2"),
    ("T1.5", "named"): (TANGRAM_CITY.new(options(players=2, start=1)), -1, "start 0"),
    ("T1.5", "not-in-pile"): (DEAL._replace(pile=DEAL.pile[1:]), -1, "deal 01 02 03 04"),
    ("T2.1", "phase"): (DEAL, -1, "start 0"),
    ("T2.1", "count"): (DEAL, -1, "deal 01 02 03"),
    ("T2.1", "twice"): (DEAL, -1, "deal 01 02 03 01"),
    ("T2.2", "phase"): (PLACE, 0, "side a"),
    ("T2.2", "not-asked"): (PLACE, 1, "skip 06"),
    ("T2.2", "not-this-tile"): (PLACE, 0, "skip 02"),
    ("T2.3", "fountain-now"): (PLACE, 0, "fountain -"),
    ("T2.3", "only-fountain"): (FOUNTAIN, 0, "skip 06"),
    ("T2.5", "count"): (FOUR_LEFT, -1, "deal 01 02 03"),
    ("T3.1", "off-board"): (PLACE, 0, "place 06 b 0 a7"),
    ("T3.1", "lowest-turn"): (PLACE, 0, "place 06 b 2 a1"),
    ("T3.2", "overlap"): (PLACED, 0, "place 02 b 0 a1"),
    ("T3.3", "gone"): (GONE, 0, f"skip {LAST.cards[0]}"),
    ("T5.3", "over"): (LAST._replace(phase=Phase.OVER), 0, "skip 01"),
}


@pytest.mark.parametrize(("clause", "key"), list(PROVOKED))
def test_message_of_clause(clause, key):
    state, actor, text = PROVOKED[clause, key]
    message = why(state, text, actor)
    start = BOOK.messages(clause)[key].split("{")[0]
    assert message.startswith(f"{clause}: {start}")
    assert "{" not in message


def test_no_message_is_unused_or_missing():
    written = {(clause, key) for clause in BOOK.ids() for key in BOOK.messages(clause)}
    assert written == set(PROVOKED)
