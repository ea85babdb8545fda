"""The flow of a game: who acts, which actions are legal, and what they do (M2).

`apply` assumes a legal action; `refusals.why_not` checks it. The hot paths, building and drawing,
construct the whole state instead of using `_replace`, which takes twice as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.core.chance import CHANCE
from baumeister.core.tuples import replaced
from baumeister.games.manhattan.actions import (
    Action,
    Build,
    Choose,
    Deal,
    Districts,
    Draw,
    Forfeit,
    Monster,
    Start,
    Urban,
)
from baumeister.games.manhattan.board import CARDS, DISTRICTS, stack
from baumeister.games.manhattan.chance import chance
from baumeister.games.manhattan.scoring import Round, Scoring, player_scores, scoring_of
from baumeister.games.manhattan.setup import blocks_of, minus, one_less, plus
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.urban import FAKE_NEWS
from baumeister.games.manhattan.variants import blocked_sites, open_districts, rampage

_CHANCE: Final = (CHANCE,)
_BUILD: Final = Phase.BUILD  # looking up a member of an enum is slow
_DRAW: Final = Phase.DRAW
_new: Final = tuple.__new__  # a NamedTuple's own constructor takes twice as long

# --- who and what ----------------------------------------------------------------------


def actors(state: State) -> tuple[int, ...]:
    """The actors who have to decide."""
    if state.phase is _BUILD:
        return (state.turn,)
    if state.phase is _DRAW:
        return _CHANCE
    if state.phase == Phase.CHOOSE:
        if state.options.choice == "secret":
            return tuple(p for p in range(state.setup.players) if not has_chosen(state, p))
        return (state.turn,)
    return () if state.phase == Phase.OVER else _CHANCE


def legal(state: State, actor: int) -> Sequence[Action]:
    """The legal actions of the actor, in a fixed order."""
    if state.phase is _BUILD:
        return (builds(state) or forfeits(state)) if actor == state.turn else ()
    if actor not in actors(state):
        return ()
    if actor == CHANCE:
        return [action for action, _ in chance(state)]
    return choices(state, actor)


def builds(state: State) -> list[Build]:
    """The legal builds of the player to move (M2.3–M2.5, M5)."""
    setup, player, buildings = state.setup, state.turn, state.buildings
    found: list[Build] = []
    for colour in setup.colours[player]:
        by_card = setup.rows(colour, state.trays[colour])
        for card in dict.fromkeys(state.hands[player]):
            for site, by_least in by_card[card]:
                found += by_least[buildings[site].least[colour]]
    if setup.options.variants or setup.options.districts < len(DISTRICTS):
        blocked = blocked_sites(setup.options, state.monster, state.opening, state.round)
        found = [build for build in found if build.site not in blocked]
    if "anti-trust" in setup.options.variants:  # M5.4
        own = setup.colours[player]
        found = [build for build in found if buildings[build.site].owner not in own]
    return found


def forfeits(state: State) -> list[Forfeit]:
    """The forfeits of a player without a legal build (M2.8)."""
    setup = state.setup
    return [
        Forfeit(card, floors, setup.colour_name(colour))
        for card in dict.fromkeys(state.hands[state.turn])
        for colour in setup.colours[state.turn]
        for floors, count in enumerate(state.trays[colour], start=1)
        if count
    ]


def choices(state: State, player: int) -> Sequence[Choose]:
    """The legal choices of blocks of a player (M2.2, M6)."""
    setup = state.setup
    if setup.options.choice != "one-by-one":
        return setup.choices(player, state.supplies)
    return [
        Choose(((setup.colour_name(colour), (floors,)),))
        for colour in setup.colours[player]
        if sum(state.trays[colour]) < setup.options.blocks
        for floors in (4, 3, 2, 1)
        if state.supplies[colour][floors - 1]
    ]


def has_chosen(state: State, player: int) -> bool:
    """Whether the player has chosen all blocks of the round."""
    blocks = state.options.blocks
    return all(sum(state.trays[colour]) == blocks for colour in state.setup.colours[player])


# --- what an action does ---------------------------------------------------------------


def apply(state: State, actor: int, action: Action) -> State:
    """The state after a legal action."""
    match action:
        case Build():
            return _build(state, action)
        case Draw():
            return _draw(state, action)
        case Choose():
            return _choose(state, actor, action)
        case Forfeit():
            return _forfeit(state, action)
        case Start(player):
            return state._replace(start=player, phase=Phase.DEAL, turn=0)
        case Deal():
            return _deal(state, action)
        case Monster(site):
            return _set_up(state._replace(monster=site), Phase.MONSTER)
        case Districts(order):
            return _set_up(state._replace(opening=order), Phase.DISTRICTS)
        case Urban(name):
            return _reveal(state, name)
    # the reshuffle (M2.7)
    return _end_turn(state._replace(pile=state.played, played=(0,) * len(CARDS)))


def _build(state: State, action: Build) -> State:
    (
        setup, _, number, start, player, turns, hands, pile, played, supplies, trays,
        buildings, scores, rounds, monster, opening, urban_pile, urban,
    ) = state  # fmt: skip
    card, site, floors = action.card, action.site, action.floors
    colour = setup.colour_number[action.colour] if action.colour else player
    hand = hands[player]
    at = hand.index(card)
    if monster >= 0 and setup.options.monster_moves == "with-card":
        monster, buildings = rampage(setup.options, buildings, monster, site % 9)
    buildings = replaced(buildings, site, stack(buildings[site], colour, floors))
    if monster >= 0 and setup.options.monster_moves == "after-block":
        monster, buildings = rampage(setup.options, buildings, monster, site % 9)
    return _new(State, (
        setup, _DRAW, number, start, player, turns,
        replaced(hands, player, hand[:at] + hand[at + 1 :]),
        pile,
        replaced(played, card - 1, played[card - 1] + 1),
        supplies,
        replaced(trays, colour, one_less(trays[colour], floors)),
        buildings, scores, rounds, monster, opening, urban_pile, urban,
    ))  # fmt: skip


def _draw(state: State, action: Draw) -> State:
    (
        setup, _, number, start, player, turns, hands, pile, played, supplies, trays,
        buildings, scores, rounds, monster, opening, urban_pile, urban,
    ) = state  # fmt: skip
    card = action.card
    hands = replaced(hands, player, tuple(sorted((*hands[player], card))))
    pile = replaced(pile, card - 1, pile[card - 1] - 1)
    if turns > 1 and any(pile):  # the next player's turn
        return _new(State, (
            setup, _BUILD, number, start, (player + 1) % setup.players, turns - 1, hands,
            pile, played, supplies, trays, buildings, scores, rounds, monster, opening,
            urban_pile, urban,
        ))  # fmt: skip
    state = state._replace(hands=hands, pile=pile)
    return _end_turn(state) if any(pile) else state._replace(phase=Phase.RESHUFFLE)


def _forfeit(state: State, action: Forfeit) -> State:
    """M2.8: discard a card and a block; the monster does not move (M5.1)."""
    player, card = state.turn, action.card
    colour = state.setup.colour_number[action.colour] if action.colour else player
    hand = state.hands[player]
    at = hand.index(card)
    return state._replace(
        phase=Phase.DRAW,
        hands=replaced(state.hands, player, hand[:at] + hand[at + 1 :]),
        played=replaced(state.played, card - 1, state.played[card - 1] + 1),
        trays=replaced(state.trays, colour, one_less(state.trays[colour], action.floors)),
    )


def _end_turn(state: State) -> State:
    if state.turns > 1:
        return state._replace(
            phase=Phase.BUILD,
            turn=(state.turn + 1) % state.setup.players,
            turns=state.turns - 1,
        )
    state = state._replace(turns=0)
    return state._replace(phase=Phase.NEWS) if state.urban == FAKE_NEWS else _score(state)


def scoring_now(state: State) -> Scoring:
    """The scoring of the round if it ended now."""
    options = state.options
    opened = open_districts(options, state.opening, state.round)
    return scoring_of(options, state.buildings, opened, state.urban)


def score_now(state: State) -> Round:
    """The points of each colour if the round were scored now."""
    return scoring_now(state).items


def points(state: State) -> tuple[int, ...]:
    """Each player's points in the rounds scored so far (M3.4)."""
    return player_scores(state.options, state.scores)


def just_scored(state: State) -> bool:
    """Whether nothing has been built since the last scoring."""
    options = state.options
    turns = options.blocks * len(options.colours)
    begins = state.phase < Phase.BUILD or (state.phase == Phase.BUILD and state.turns == turns)
    return bool(state.rounds) and begins


def standing(state: State) -> tuple[int, ...]:
    """Each player's points if the round were scored now; at the end, the final points."""
    scores = state.scores
    if state.phase != Phase.OVER and state.round:
        scores = tuple(
            have + items.total for have, items in zip(scores, score_now(state), strict=True)
        )
    return player_scores(state.options, scores)


def _score(state: State) -> State:
    """M2.9, M2.10: score the round, pass the start marker, then start the next round or end."""
    items = score_now(state)
    state = state._replace(
        scores=tuple(have + each.total for have, each in zip(state.scores, items, strict=True)),
        rounds=(*state.rounds, items),
    )
    if state.round == state.options.rounds:
        return state._replace(phase=Phase.OVER)
    return _begin_round(state._replace(start=(state.start + 1) % state.setup.players))


def _begin_round(state: State) -> State:
    phase = Phase.URBAN if state.options.urban else Phase.CHOOSE
    return state._replace(phase=phase, round=state.round + 1, turn=state.start, urban=None)


def _reveal(state: State, name: str) -> State:
    """M4.1 at the start of a round; M4.11 at its scoring."""
    pile = tuple(card for card in state.urban_pile if card != name)
    scoring = state.phase == Phase.NEWS
    state = state._replace(urban=name, urban_pile=pile)
    return _score(state) if scoring else state._replace(phase=Phase.CHOOSE)


def _choose(state: State, player: int, action: Choose) -> State:
    setup = state.setup
    supplies, trays = state.supplies, state.trays
    for name, floors in action.blocks:
        colour = setup.colour_number[name] if name else player
        taken = blocks_of(floors)
        supplies = replaced(supplies, colour, minus(supplies[colour], taken))
        trays = replaced(trays, colour, plus(trays[colour], taken))
    state = state._replace(supplies=supplies, trays=trays)
    if all(has_chosen(state, each) for each in range(setup.players)):
        turns = setup.options.blocks * len(setup.options.colours)
        return state._replace(phase=Phase.BUILD, turn=state.start, turns=turns)
    if setup.options.choice == "secret":  # simultaneous: the turn does not advance
        return state
    return state._replace(turn=(state.turn + 1) % setup.players)


def _deal(state: State, action: Deal) -> State:
    pile = state.pile
    for card in action.cards:
        pile = replaced(pile, card - 1, pile[card - 1] - 1)
    state = state._replace(hands=replaced(state.hands, action.player, action.cards), pile=pile)
    if action.player + 1 < state.setup.players:
        return state._replace(turn=action.player + 1)
    return _set_up(state, Phase.DEAL)


def _set_up(state: State, done: Phase) -> State:
    """The next phase of the set-up after `done`: monster, districts, then round 1."""
    if done < Phase.MONSTER and state.options.has_monster:
        return state._replace(phase=Phase.MONSTER)
    if done < Phase.DISTRICTS and "progressive" in state.options.variants:
        return state._replace(phase=Phase.DISTRICTS)
    return _begin_round(state)
