"""Statistics against known values, and the coverage of intervals."""

from __future__ import annotations

import random
from math import exp, inf, log

import pytest

from baumeister.arena.playing import Played, Thinking
from baumeister.arena.rating.ratings import centre, duels, ratings, strengths
from baumeister.arena.rating.sprt import Bounds, PlanError, Test, log_likelihood_ratio
from baumeister.arena.rating.statistics import elo_of, mean, share, share_of, t_quantile

Test.__test__ = False  # not a test class


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042), (10**6, 1.960)],
)
def test_quantiles_of_students_distribution(freedom, quantile):
    assert t_quantile(freedom) == pytest.approx(quantile, rel=2e-3)


def test_a_mean_and_its_interval():
    found = mean([1, 2, 3, 4, 5])
    assert found == pytest.approx((3, 3 - 1.963, 3 + 1.963), abs=2e-3)


def test_independent_games_get_wilsons_interval():
    found = share([1.0] * 30 + [0.0] * 70)
    assert found == pytest.approx((0.3, 0.219, 0.396), abs=3e-3)


def test_an_interval_stays_within_bounds():
    assert share([1.0] * 20).high == 1
    assert share([1.0] * 20).low == pytest.approx(0.839, abs=1e-3)
    assert share([1.0] * 19 + [0.75]).low < 0.95 < 0.98 < share([1.0] * 19 + [0.75]).high <= 1
    assert share([0.0] * 20).low == 0


def test_observations_are_deals_not_games():
    """Seatings that always agree count as one game, those that cancel out as many."""
    together = share([0.0, 1.0] * 50)
    apart = share([0.4, 0.6] * 50)
    assert together.margin == pytest.approx(0.098, abs=2e-3)
    assert apart.margin < 0.25 * together.margin


def test_intervals_have_their_nominal_coverage():
    rng = random.Random(1)
    held = 0
    for _ in range(400):
        deals = []
        for _ in range(40):
            luck = rng.uniform(-0.25, 0.25)  # of the deal, shared by its four games
            deals.append(sum(rng.random() < 0.4 + luck for _ in range(4)) / 4)
        found = share(deals)
        held += found.low <= 0.4 <= found.high
    assert 0.92 < held / 400 < 0.98


def test_elo_and_shares():
    assert elo_of(0.64, 2) == pytest.approx(100, abs=0.2)
    for players in (2, 3, 4):
        assert share_of(0, players) == pytest.approx(1 / players)
        assert elo_of(share_of(123, players), players) == pytest.approx(123)
    assert elo_of(1, 2) == float("inf")


def test_strengths_of_two_bots_match_elo():
    """With this many games the prior draws do not matter."""
    first, second = strengths([[0, 64e6], [36e6, 0]])
    assert first - second == pytest.approx(elo_of(0.64, 2), abs=1e-3)


def test_strengths_are_recovered_from_expected_wins():
    true = [120.0, 30.0, -50.0, -100.0]
    chance = lambda one, other: share_of(true[one] - true[other], 2)  # noqa: E731
    wins = [[0 if a == b else 1e7 * chance(a, b) for b in range(4)] for a in range(4)]
    assert strengths(wins) == pytest.approx(true, abs=1e-3)


def game(bots, ranks, deal=0) -> Played:
    count = len(bots)
    return Played(deal, 0, bots, ranks, (0,) * count, None, (Thinking(),) * count)


def test_duels_are_between_different_bots_and_ties_are_halves():
    assert duels([game((0, 1, 1, 2), (2, 1, 2, 4))], 3) == [
        [0, 0.5, 1],
        [1.5, 0, 2],
        [0, 0, 0],
    ]


def test_ratings_have_intervals_and_are_infinite_where_results_are_separated():
    rng = random.Random(2)
    deals = []
    for deal in range(40):
        first, second = (1, 2) if rng.random() < 0.7 else (2, 1)
        deals.append([duels([game((0, 1, 2), (first, second, 3), deal)], 3)])
    best, middle, worst = ratings(deals, 3)
    assert best.low < best.value < best.high
    assert best.low > middle.value - 30
    assert best.value == pytest.approx(-middle.value)
    assert worst == (-inf, -inf, worst.high)
    assert worst.high < middle.low


@pytest.mark.parametrize("deals", [1, 2, 4, 5, 40])
def test_two_separated_bots_are_infinitely_apart_however_few_their_games(deals):
    first, second = ratings([[[[0.0, 2.0], [0.0, 0.0]]]] * deals)
    assert (first.value, first.high) == (inf, inf)
    assert (second.value, second.low) == (-inf, -inf)
    assert first.low == -second.high < first.value


def test_a_hopeless_but_winning_bot_is_not_separated():
    """One win in 10 000 duels is worth 1600 Elo, and is finite."""
    found = ratings([[[[0.0, 249.975], [0.025, 0.0]]]] * 40)[0]
    assert found.value == pytest.approx(elo_of(0.9999, 2) / 2, rel=1e-2)


def test_few_deals_give_wide_intervals():
    deals = [[duels([game((0, 1), ranks)], 2)] for ranks in ((1, 2), (1, 2), (2, 1))]
    few, many = ratings(deals)[0], ratings(deals * 40)[0]
    assert few.value == pytest.approx(many.value, abs=40)
    assert few.low < -150 < 0 < many.low


def test_a_single_deal_does_not_give_certainty():
    """However many games are played on it: it may suit one of the bots."""
    wins = [[0.0, 6e5, 6e5], [4e5, 0.0, 5e5], [4e5, 5e5, 0.0]]
    found = ratings([[wins]], 3)
    assert found[0].low < 0 < found[0].value < found[0].high
    assert all(100 < each.margin < 200 for each in found)


def test_equal_results_still_have_an_interval():
    """All deals split: they do not scatter at all, but that proves no certainty."""
    deals = [[[[0.0, 1.0], [1.0, 0.0]]]] * 12
    assert ratings(deals)[0].margin > 15


def test_an_interval_ends_where_the_likelihood_has_dropped():
    """One game a deal: 30 of 40 won. The variance over deals has 40 · 39 degrees of freedom and is
    40/39 of that of independent duels; the prior counts as half a deal."""
    deals = [[[[0.0, float(n < 30)], [float(n >= 30), 0.0]]] for n in range(40)]
    found = ratings(deals)[0]

    def log_likelihood(rating):
        won = share_of(2 * rating, 2)
        return 30 * log(won) + 10 * log(1 - won)

    assert found.value == pytest.approx(elo_of(0.75, 2) / 2)
    for end in (found.low, found.high):
        drop = 2 * (log_likelihood(found.value) - log_likelihood(end))
        assert drop == pytest.approx(t_quantile(1560) ** 2 * (40 + 0.5) / 39.5, rel=1e-3)


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        ([[0, 3], [0, 0]], [0, 1]),
        ([[0, 3, 3], [0, 0, 2], [0, 1, 0]], [1, 2]),
        ([[0, 3, 3], [0, 0, 3], [0, 0, 0]], [1]),
        ([[0, 3, 2], [1, 0, 3], [0.5, 0, 0]], [0, 1, 2]),
    ],
)
def test_the_mean_of_bots_that_are_not_separated_is_zero(wins, expected):
    assert centre(wins) == expected


def drawn(rng: random.Random, strengths: list[float], deals: int) -> list[list]:
    """Two-player games whose deals suit one of the bots, each pair in both seats."""
    found = []
    for _ in range(deals):
        suits = [rng.gauss(0, 0.5) for _ in strengths]
        tables = []
        for one in range(len(strengths)):
            for other in range(one):
                wins = [[0.0] * len(strengths) for _ in strengths]
                ahead = strengths[one] + suits[one] - strengths[other] - suits[other]
                luck = rng.gauss(0, 1)
                for seat in (1, -1):
                    won = rng.random() < 1 / (1 + exp(-ahead - seat * luck))
                    wins[one if won else other][other if won else one] += 1
                tables.append(wins)
        found.append(tables)
    return found


@pytest.mark.parametrize(("bots", "deals"), [(2, 20), (3, 6)])
def test_ratings_contain_the_truth_as_often_as_they_say(bots, deals):
    """`bench/coverage.py` measures this for many more tournaments."""
    rng = random.Random(2)
    held, tries = 0, 150
    for _ in range(tries):  # equally strong bots, so that luck does not shift the truth
        found = ratings(drawn(rng, [0.0] * bots, deals))
        held += sum(each.low <= 0 <= each.high for each in found)
    assert 0.92 < held / (bots * tries) < 0.985


def test_a_shared_win_is_split():
    assert game((0, 1, 1), (1, 1, 3)).shares == [0.5, 0.5, 0]


def outcome(rng: random.Random, players: int, won: float) -> float:
    luck = rng.uniform(-0.2, 0.2)
    shares = [won + luck * (1 if seat % 2 else -1) for seat in range(players)]
    return sum(rng.random() < share for share in shares) / players


@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.slow), 4])
def test_the_error_rates_of_the_sequential_test_hold(players):
    bounds = Bounds(0, 120, alpha=0.1, beta=0.1)
    rng = random.Random(players)
    wrong = {"H0": 0, "H1": 0}
    for truth, elo in (("H0", 0), ("H1", 120)):
        for _ in range(150):
            test = Test(bounds, players)
            while test.verdict is None:
                test.add(outcome(rng, players, share_of(elo, players)))
            wrong[truth] += test.verdict != truth
    assert wrong["H0"] / 150 < 0.16  # 0.1 plus the scatter of 150 tries
    assert wrong["H1"] / 150 < 0.16


def test_the_ratio_of_single_games_is_walds():
    """With one game per deal the likelihoods are binomial."""
    from collections import Counter
    from math import log

    found = log_likelihood_ratio(Counter({1.0: 30, 0.0: 20}), 0.5, 0.6)
    assert found == pytest.approx(30 * log(0.6 / 0.5) + 20 * log(0.4 / 0.5), abs=1e-3)


def test_a_verdict_is_final():
    test = Test(Bounds(0, 200), 2)
    while test.verdict is None:
        test.add(1.0)
    deals = test.deals
    test.add(0.0)
    assert (test.verdict, test.deals) == ("H1", deals)
    assert deals > 3


@pytest.mark.parametrize(
    "bounds",
    [
        Bounds(10, 10),
        Bounds(0, 10, alpha=0.6),
        Bounds(0, 10, beta=0),
        Bounds(0, 100_000),
        Bounds(0, float("inf")),
        Bounds(float("nan"), 10),
    ],
)
def test_bounds_must_make_sense(bounds):
    with pytest.raises(PlanError):
        Test(bounds, 2)
