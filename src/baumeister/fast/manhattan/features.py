"""Features of a decision in Manhattan, for linear policies and policy networks.

A *rival* is another player's colour; the *leader* is the opponent with most points, this round
included, the first of several. Builds have separate features in the last round. All features
follow from what the player knows: trays, supplies, played cards and their own hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from baumeister.core.tuples import replaced
from baumeister.fast.layout import Field
from baumeister.fast.manhattan.numbers import CARD_OF
from baumeister.games.manhattan.actions import Action, Build, Choose, Forfeit
from baumeister.games.manhattan.board import CARD_COPIES, Building, stack
from baumeister.games.manhattan.scoring import player_scores, score_round
from baumeister.games.manhattan.state import State
from baumeister.games.manhattan.variants import STEPS, open_districts

_BUILD: Final = (
    ("gain", "points gained if scored now, where no rival has a block on the tray to take it"),
    ("open gain", "the same, where a rival has such a block"),
    ("loss", "points that all rivals together lose"),
    ("leader", "points that the leader loses"),
    ("empty", "on an empty site"),
    ("takeover", "on a rival's building"),
    ("own", "on one of the player's own buildings"),
    ("floors", "floors of the block"),
    *(
        (f"ahead by {lead}", "floors ahead of the next colour; 5 or more: safe")
        for lead in range(6)
    ),
    ("threats", "rivals with a block on the tray that can take it"),
    ("exposure", "the sum over these of the share of unseen cards for the site"),
    ("lasting", "no rival has a block on the tray or in the supply that can take it"),
    ("highest", "higher than every building so far"),
    ("tower", "its height relative to the highest so far: 4 is level, from 0 to 8"),
    ("margin", "buildings in the district ahead of the next colour, −3 to 3"),
    ("majority", "majorities gained"),
    ("spare", "the player holds the card twice"),
    ("near", "one step from where the monster then is"),
    ("rampage", "the monster destroys a rival's building (1) or the player's own (−1)"),
)
_SIZES: Final = (("fours", 4), ("threes", 3), ("twos", 2))
FIELDS: Final = (
    *(Field(name, (), f"build: {text}") for name, text in _BUILD),
    *(Field(f"{name}, last", (), f"build in the last round: {text}") for name, text in _BUILD),
    *(Field(name, (), "choose: blocks of this size on the tray") for name, _ in _SIZES),
    *(Field(f"{name} squared", (), "choose: their number squared") for name, _ in _SIZES),
    *(
        Field(f"{name}, early", (), "choose: times the share of rounds to come")
        for name, _ in _SIZES
    ),
    *(
        Field(f"{name} squared, early", (), "choose: squared, times the share of rounds to come")
        for name, _ in _SIZES
    ),
    Field("given up", (), "forfeit: floors of the block"),
)
NAMES: Final = tuple(field.name for field in FIELDS)


def features(state: State, player: int, action: Action) -> list[float]:
    """The features of one decision of a player."""
    row = [0.0] * len(NAMES)
    match action:
        case Build():
            last = len(_BUILD) * (state.round == state.options.rounds)
            for name, value in _build(state, player, action):
                row[NAMES.index(name) + last] = float(value)
        case Choose(blocks):
            first = NAMES.index("fours")
            for whose, floors in blocks:  # two colours add up
                colour = state.setup.colour_number[whose] if whose else player
                for at, value in enumerate(_choice(state, colour, floors), start=first):
                    row[at] += value
        case Forfeit():
            row[-1] = float(action.floors)
        case _:
            raise ValueError(f"{action} is not a decision of a player")
    return row


def _choice(state: State, colour: int, floors: tuple[int, ...]) -> list[float]:
    early = 1 - state.round / state.options.rounds
    tray = state.trays[colour]
    counts = [float(tray[size - 1] + floors.count(size)) for _, size in _SIZES]
    squares = [count * count for count in counts]
    return [*counts, *squares, *(early * count for count in (*counts, *squares))]


def _build(state: State, player: int, action: Build) -> Iterator[tuple[str, float]]:
    setup, options = state.setup, state.options
    colour = setup.colour_number[action.colour] if action.colour else player
    before = state.buildings[action.site]
    after = stack(before, colour, action.floors)
    built = replaced(state.buildings, action.site, after)
    own = setup.colours[player]
    rivals = [each for each in range(len(options.colours)) if each not in own]

    floors = after.floors
    able = [each for each in rivals if _can_take(floors, colour, each, state.trays[each])]
    now, then = points_now(state, state.buildings), points_now(state, built)
    have = [a + b for a, b in zip(player_scores(options, state.scores), now, strict=True)]
    others = [each for each in range(options.players) if each != player]
    leader = max(others, key=lambda each: have[each])
    yield "open gain" if able else "gain", then[player] - now[player]
    yield "loss", sum(now[each] - then[each] for each in others)
    yield "leader", now[leader] - then[leader]
    yield "empty" if before.owner < 0 else "own" if before.owner in own else "takeover", 1
    yield "floors", action.floors
    lead = floors[colour] - max(f for each, f in enumerate(floors) if each != colour)
    yield f"ahead by {min(max(lead, 0), 5)}", 1

    position = action.site % 9
    yield "threats", len(able)
    yield "exposure", sum(_unseen(state, player, position, each) for each in able)
    yield (
        "lasting",
        not any(
            _can_take(floors, colour, each, blocks)
            for each in rivals
            for blocks in (state.trays[each], state.supplies[each])
        ),
    )

    highest = max(building.height for building in state.buildings)
    yield "highest", after.height > highest
    yield "tower", min(max(after.height - highest + 4, 0), 8)
    district = range(action.site // 9 * 9, action.site // 9 * 9 + 9)
    counts = [[board[site].owner for site in district].count for board in (state.buildings, built)]
    most = max(counts[1](each) for each in range(4) if each != colour)
    yield "margin", min(max(counts[1](colour) - most, -3), 3)
    held = [_most([count(each) for each in range(4)]) in own for count in counts]
    yield "majority", held[1] - held[0]
    yield "spare", state.hands[player].count(action.card) > 1
    if state.monster >= 0:
        yield from _by_monster(state, own, action.site, colour)


def _by_monster(
    state: State, own: tuple[int, ...], site: int, colour: int
) -> Iterator[tuple[str, float]]:
    target = STEPS[state.monster][site % 9]
    victim = colour if target == site else state.buildings[target].owner
    if target == state.monster and "baby-godzilla" not in state.options.variants:
        victim = -1
    yield "near", site != target and site in STEPS[target]
    yield "rampage", 0 if victim < 0 else -1 if victim in own else 1


def _can_take(floors: tuple[int, ...], owner: int, rival: int, blocks: tuple[int, ...]) -> bool:
    """Whether one of these blocks suffices for the rival (M2.5)."""
    return any(
        count and size >= floors[owner] - floors[rival] for size, count in enumerate(blocks, 1)
    )


def _unseen(state: State, player: int, position: int, rival: int) -> float:
    """The share of the rival's cards for the position that the player has not seen."""
    theirs = state.setup.owner(rival)
    card = CARD_OF[state.options.sides[theirs]][position]
    seen = state.played[card - 1] + state.hands[player].count(card)
    return (CARD_COPIES - seen) / CARD_COPIES


def points_now(state: State, buildings: tuple[Building, ...]) -> tuple[int, ...]:
    """Each player's points if the round were scored now."""
    opened = open_districts(state.options, state.opening, state.round)
    items = score_round(state.options, buildings, opened, state.urban)
    return player_scores(state.options, [each.total for each in items])


def _most(counts: list[int]) -> int | None:
    return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None
