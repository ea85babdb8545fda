"""What the wire adds to a view of Tangram City (T2.1, T2.5, T5.4)."""

import pytest

from baumeister.core.outcome import Outcome
from baumeister.games.tangram_city.view import lookers
from baumeister.server.wire.tangram_city import details


@pytest.mark.parametrize(
    ("players", "pillar", "expected"),
    [
        (1, 0, [(0,), (0,), (), ()]),
        (2, 1, [(0, 1), (), (1,), (0,)]),
        (3, 2, [(0, 1, 2), (2,), (0,), (1,)]),
        (5, 3, [(0, 1, 2, 3, 4), (3,), (0, 4), (1, 2)]),
    ],
)
def test_t2_1_who_may_look_at_each_card(
    players: int, pillar: int, expected: list[tuple[int, ...]]
) -> None:
    assert [lookers(players, pillar, False, slot) for slot in range(4)] == expected


def test_t2_5_the_last_cards_are_public() -> None:
    assert [lookers(3, 0, True, slot) for slot in range(3)] == [(0, 1, 2)] * 3


def test_t5_4_cities_are_rated_alone_and_in_company() -> None:
    found = details(Outcome((200,), (1,), "points"))
    assert found["ratings"] == ["legend"]
    assert found["rating_scale"][0] == ("try-again", 0)
    assert found["rating_scale"][-1] == ("legend", 200)
    company = details(Outcome((199, 90, 140), (1, 3, 2), "points"))
    assert company["ratings"] == ["wonderful", "try-again", "impressive"]
