"""The flow of a game: what follows a decision, and chance (M1, M2)."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array, jit

from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.urban import CARD_NAMES, FAKE_NEWS
from baumeister.gpu.bits import at, below, random_bit, rarely, select, words
from baumeister.gpu.manhattan.moves import build, choose
from baumeister.gpu.manhattan.position import (
    Four,
    Position,
    Rules,
    card_count,
    copies,
    four,
    initial,
    pick,
    put,
)
from baumeister.gpu.manhattan.scoring import score_now

_FAKE_NEWS = CARD_NAMES.index(FAKE_NEWS)


def act(rules: Rules, p: Position, number: Array) -> Position:
    """Applies a legal decision of a player, without the chance that follows."""
    after = build(rules, p, number)  # the board
    chosen = choose(rules, p, number)
    choosing = p.phase == Phase.CHOOSE
    return after._replace(
        supplies=chosen.supplies,
        trays=select(choosing, chosen.trays, after.trays),
        phase=jnp.where(choosing, chosen.phase, after.phase),
        turn=chosen.turn,
        turns=chosen.turns,
    )


# --- chance ----------------------------------------------------------------------------------


def _take_card(rules: Rules, p: Position, card: Array, takes: Array | bool = True) -> Position:
    """A card goes from the pile to the hand; the pile is never left empty (M2.7)."""
    turn = jnp.maximum(p.turn, 0)
    one = jnp.uint32(takes)
    position = at(jnp.asarray(rules.marked), (turn, card))
    hand = pick(p.hands, turn) + (one << (3 * position).astype(jnp.uint32))
    pile = p.pile - (one << (3 * card).astype(jnp.uint32))
    empty = pile == 0
    return p._replace(
        hands=put(p.hands, turn, hand),
        pile=jnp.where(empty, p.played, pile),
        played=jnp.where(empty, 0, p.played),
    )


def _begin_round(rules: Rules, p: Position, begins: Array | bool = True) -> Position:
    first = jnp.where(rules.urban, Phase.URBAN, Phase.CHOOSE)
    return p._replace(
        round=p.round + begins,
        turn=jnp.where(begins, p.start, p.turn),
        urban=jnp.where(begins, -1, p.urban),
        phase=jnp.where(begins, first, p.phase).astype(jnp.int32),
    )


def _scored(scores: Four, rules: Rules, p: Position) -> Four:
    return four(map(jnp.add, scores, score_now(rules, p)))


def score(rules: Rules, p: Position, now: Array) -> Position:
    """Scores the round, if it is time; then the next one begins, or the game is over (M2.9,
    M2.10)."""
    p = p._replace(scores=rarely(now, _scored, p.scores, rules, p))
    over = now & (p.round == rules.rounds)
    begins = now & ~over
    following = jnp.where(p.start + 1 == rules.players, 0, p.start + 1)
    p = p._replace(
        start=jnp.where(begins, following, p.start),
        phase=jnp.where(over, jnp.int32(Phase.OVER), p.phase),
    )
    return _begin_round(rules, p, begins)


def draw(rules: Rules, p: Position, card: Array) -> Position:
    """The card drawn at the end of a turn; after the last turn the round is scored."""
    draws = p.phase == Phase.DRAW
    p = _take_card(rules, p, card, draws)
    last = draws & (p.turns <= 1)
    news = last & rules.urban & (p.urban == _FAKE_NEWS)
    turn = jnp.where(p.turn + 1 == rules.players, 0, p.turn + 1)
    phase = jnp.where(news, Phase.NEWS, Phase.BUILD)
    p = p._replace(
        turns=p.turns - draws,
        turn=jnp.where(draws & ~last, turn, p.turn),
        phase=jnp.where(draws, phase, p.phase).astype(jnp.int32),
    )
    return score(rules, p, last & ~news)


def reveal(rules: Rules, p: Position, card: Array) -> Position:
    """An urban card: this round's, or the one that fake news hid (M4.1, M4.11)."""
    news = p.phase == Phase.NEWS
    reveals = news | (p.phase == Phase.URBAN)
    bit = reveals.astype(jnp.uint32) << card.astype(jnp.uint32)
    p = p._replace(
        urban=jnp.where(reveals, card, p.urban),
        urban_pile=p.urban_pile & ~bit,
        phase=jnp.where(reveals, jnp.int32(Phase.CHOOSE), p.phase),
    )
    return score(rules, p, news)


def nth_card(pile: Array, n: Array) -> Array:
    """The n-th card of the pile, sorted by card."""
    card, upto = jnp.int32(0), jnp.int32(0)
    for each in range(8):
        upto = upto + copies(pile, each)
        card = card + (n >= upto)
    return card


@partial(jit, inline=True)
def random_card(pile: Array, bits: Array) -> Array:
    return nth_card(pile, below(bits, card_count(pile)))


def _random_urban(p: Position, bits: Array) -> Array:
    return random_bit(bits, [p.urban_pile])[1]


def settle(rules: Rules, p: Position, bits: Array) -> Position:
    """The chance that follows a decision, by 32 random bits."""
    first, second, third = words(bits, 3)
    p = draw(rules, p, random_card(p.pile, first))
    if isinstance(rules.urban, np.bool_) and not rules.urban:
        return p
    p = select(p.phase == Phase.NEWS, reveal(rules, p, _random_urban(p, second)), p)
    return reveal(rules, p, _random_urban(p, third))


def step(rules: Rules, p: Position, number: Array, bits: Array) -> Position:
    """Applies a decision and the chance that follows; a finished game stays as it is."""
    return settle(rules, act(rules, p, number), bits)


# --- set-up ----------------------------------------------------------------------------------


def _set_up(rules: Rules, p: Position, done: Array) -> Position:
    """The next phase of the set-up; then the first round begins."""
    p = p._replace(dealt=jnp.int32(0))
    to_monster = (done < Phase.MONSTER) & rules.has_monster
    to_districts = (done < Phase.DISTRICTS) & rules.progressive & ~to_monster
    phase = jnp.where(to_monster, Phase.MONSTER, Phase.DISTRICTS).astype(jnp.int32)
    return select(to_monster | to_districts, p._replace(phase=phase), _begin_round(rules, p))


def happen(rules: Rules, p: Position, number: Array) -> Position:
    """Applies one outcome of chance, given by its number, in any phase."""

    def start(p: Position) -> Position:
        zero = jnp.int32(0)
        return p._replace(start=number, phase=jnp.int32(Phase.DEAL), turn=zero, dealt=zero)

    def deal(p: Position) -> Position:
        p = _take_card(rules, p, number)
        full = p.dealt + 1 == rules.hand
        more = p.turn + 1 < rules.players
        p = p._replace(dealt=jnp.where(full, 0, p.dealt + 1))
        next_hand = p._replace(turn=p.turn + 1)
        dealt = select(more, next_hand, _set_up(rules, p, jnp.int32(Phase.DEAL)))
        return select(full, dealt, p)

    def monster(p: Position) -> Position:
        p = p._replace(monster=number % 9 * 6 + number // 9)
        return _set_up(rules, p, jnp.int32(Phase.MONSTER))

    def districts(p: Position) -> Position:
        shift = (3 * p.dealt).astype(jnp.uint32)
        kept = p.opening & ~(jnp.uint32(7) << shift)
        p = p._replace(opening=kept | (number.astype(jnp.uint32) << shift), dealt=p.dealt + 1)
        return select(p.dealt == 6, _set_up(rules, p, jnp.int32(Phase.DISTRICTS)), p)

    found = select(p.phase == Phase.DRAW, draw(rules, p, number), reveal(rules, p, number))
    for phase, change in (
        (Phase.START, start),
        (Phase.DEAL, deal),
        (Phase.MONSTER, monster),
        (Phase.DISTRICTS, districts),
    ):
        found = select(p.phase == phase, change(p), found)
    return found


def _random_order(bits: Array) -> Array:
    """Six districts in a random order, three bits each."""
    keys = jnp.stack(words(bits, 6)) & jnp.uint32(0xFFFFFFF8) | jnp.arange(6, dtype=jnp.uint32)
    place = jnp.sum(keys[None, :] < keys[:, None], axis=1).astype(jnp.uint32)
    return jnp.sum(jnp.arange(6, dtype=jnp.uint32) << (3 * place)).astype(jnp.uint32)


def new_game(rules: Rules, bits: Array) -> Position:
    """A position at its first decision, by 32 random bits."""
    p = initial(rules)
    start, monster, order, urban, *deals = words(bits, 4 + 4 * 6)
    number = jnp.where(rules.start < 0, below(start, rules.players), rules.start)
    p = p._replace(start=number.astype(jnp.int32), turn=jnp.int32(0))
    for player in range(4):
        for card in range(6):
            wanted = (player < rules.players) & (card < rules.hand)
            taken = _take_card(rules, p._replace(turn=jnp.int32(player)),
                               random_card(p.pile, deals[6 * player + card]))  # fmt: skip
            p = select(wanted, taken, p)
    centre = 4 * 6 + below(monster, 6)
    named = jnp.where(rules.monster < 0, centre, rules.monster).astype(jnp.int32)
    p = p._replace(
        monster=jnp.where(rules.has_monster, named, -1),
        opening=jnp.where(rules.progressive, _random_order(order), p.opening),
    )
    return settle(rules, _begin_round(rules, p), urban)
