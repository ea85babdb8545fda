"""The result of a tournament in a sentence, for the terminal, the report and the ladder."""

from __future__ import annotations

from math import isfinite

from baumeister.arena.rating.sprt import Test
from baumeister.arena.rating.statistics import Estimate
from baumeister.arena.results import Summary


def versus_line(found: Summary) -> str:
    """The result of the first bot against copies of the second."""
    won, elo = found.bots[0].won, found.elo
    assert won is not None
    assert elo is not None
    first, second = found.plan.names
    copies = found.plan.players - 1
    opponents = second if copies == 1 else f"{copies} copies of {second}"
    if first == second:
        fits = "as expected" if won.low <= found.equal <= won.high else "which is suspicious"
        result = f"{first} against {opponents} wins {percent(won)}"
        return f"Mirror: {result}; equal is {found.equal:.1%}, {fits}."
    return (
        f"{first} wins {percent(won)} against {opponents} (equal: {found.equal:.1%}), "
        f"which is {elo_text(elo)} Elo."
    )


def forfeit_lines(found: Summary) -> list[str]:
    """For each bot that failed, how often, and why first."""
    return [
        f"{bot.code} forfeited {bot.forfeits} of {bot.games} games, first in {bot.forfeited}"
        for bot in found.bots
        if bot.forfeits
    ]


def rating_note(found: Summary) -> str:
    """What the ratings are and what 0 is; empty without ratings."""
    if not any(bot.rating for bot in found.bots):
        return ""
    zero = "the mean is 0"
    if any(bot.rating and not isfinite(bot.rating.value) for bot in found.bots):
        zero = "±∞ where results are separated, the mean of the others is 0"
    return (
        f"Elo: Bradley–Terry from the finishing order, maximum likelihood without a prior; {zero}."
        " Intervals: 95 %, profile likelihood, by deals."
    )


def percent(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"


def points_text(estimate: Estimate) -> str:
    """Points with their margin, which is infinite after a single deal."""
    margin = f"{estimate.margin:.1f}" if isfinite(estimate.margin) else "∞"
    return f"{estimate.value:.1f} ± {margin}"


def elo_text(estimate: Estimate) -> str:
    return f"{signed(estimate.value)} ({signed(estimate.low)} to {signed(estimate.high)})"


def signed(value: float) -> str:
    """A whole number with its sign; ±∞."""
    return f"{value:+z.0f}" if isfinite(value) else ("+∞" if value > 0 else "−∞")


def verdict(test: Test) -> str:
    """The state of a test."""
    bounds = test.bounds
    hypotheses = (
        f"H0: {bounds.elo0:+g} Elo, {test.means[0]:.1%}; H1: {bounds.elo1:+g}, {test.means[1]:.1%}"
    )
    errors = f"alpha {bounds.alpha:g}, beta {bounds.beta:g}"
    result = {"H1": "H1 accepted: stronger", "H0": "H0 accepted: not stronger", None: "undecided"}
    state = f"LLR {test.llr:+.2f} of {bounds.lower:+.2f} to {bounds.upper:+.2f}"
    return (
        f"SPRT: {result[test.verdict]} after {test.deals} deals ({state}; {hypotheses}; {errors})."
    )
