"""Positions of Manhattan set up by hand (`server.wire.editors.DraftModule`)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from baumeister.games.manhattan import position_fields as field
from baumeister.games.manhattan.board import DISTRICTS, EMPTY, SITE_NAMES, Building
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.setup import Blocks, blocks_of
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.urban import CARD_NAMES, FAKE_NEWS
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.manhattan.worked_out import (
    Material,
    Moment,
    moment_of,
    play_of,
    supply_of,
    tray_of,
)

Count = Annotated[int, Meta(ge=0, le=99)]
Colours = Annotated[
    list[Annotated[list[Count], Meta(min_length=4, max_length=4)]], Meta(max_length=4)
]
"""By colour: blocks of 1, 2, 3 and 4 floors."""
Card = Annotated[int, Meta(ge=1, le=9)]
Block = tuple[Annotated[int, Meta(ge=0, le=3)], Annotated[int, Meta(ge=1, le=4)]]


class ManhattanDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that is set up by hand; null is worked out from the rest."""

    phase: Literal["choose", "build"] = "build"
    """Whether blocks are chosen or built next."""
    round: Annotated[int, Meta(ge=1, le=24)] | None = None
    turn: Annotated[int, Meta(ge=0, le=3)] | None = None
    """The player whose turn it is."""
    buildings: dict[str, Annotated[list[Block], Meta(max_length=96)]] = {}
    """By site: colour and floors of each block, from the ground up."""
    trays: Colours | None = None
    supplies: Colours | None = None
    hands: Annotated[list[Annotated[list[Card], Meta(max_length=9)]], Meta(max_length=4)] | None = (
        None
    )
    """By player."""
    played: Annotated[list[Count], Meta(min_length=9, max_length=9)] | None = None
    """For each card from 1 to 9: how often it was played since the last shuffle."""
    scores: Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=4)] | None = None
    """By colour."""
    monster: str | None = None
    opening: str | None = None
    urban: str | None = None


Draft = ManhattanDraft


def draft_of(state: State) -> ManhattanDraft:
    """The draft of a position; one between two turns becomes the turn that follows."""
    options, building = state.options, state.phase in (Phase.BUILD, Phase.DRAW, Phase.RESHUFFLE)
    return ManhattanDraft(
        phase="build" if building else "choose",
        round=max(state.round, 1),
        turn=max(state.turn, 0),
        buildings={
            name: list(each.blocks)
            for name, each in zip(SITE_NAMES, state.buildings, strict=True)
            if each.blocks
        },
        trays=[list(tray) for tray in state.trays],
        supplies=[list(supply) for supply in state.supplies],
        hands=[list(hand) for hand in state.hands] if all(state.hands) else None,
        played=list(state.played),
        scores=list(state.scores),
        monster=SITE_NAMES[state.monster] if state.monster >= 0 else None,
        opening="".join(DISTRICTS[each] for each in state.opening)
        if "progressive" in options.variants
        else None,
        urban=state.urban,
    )


def completed(options: Options, draft: ManhattanDraft, seed: int) -> ManhattanDraft:
    """Work out what the draft leaves open, so that the position is possible if it can be."""
    _check(options, draft)
    colours, building = len(options.colours), draft.phase == "build"
    built = [_built(draft, colour) for colour in range(colours)]
    number, turn = draft.round, draft.turn
    trays = draft.trays
    if trays is None and building:
        wanted = Moment(number, turn)
        natural = moment_of(options, built, wanted)
        number, turn = natural or wanted
        used = [
            sum(have) - options.blocks * (natural.round - 1) if natural and natural.round else 0
            for have in built
        ]
        trays = [
            tray_of(options.blocks - gone, have) for gone, have in zip(used, built, strict=True)
        ]
    elif trays is None:
        trays = [[0, 0, 0, 0] for _ in options.colours]
    used = [options.blocks - sum(tray) if building else 0 for tray in trays]
    if number is None:
        past = max(sum(blocks) - now for blocks, now in zip(built, used, strict=True))
        number = min(1 + max(0, -(-past // options.blocks)), options.rounds)
    material = Material(options, number, building)
    supplies = draft.supplies
    if supplies is None:
        supplies = [
            supply_of(material, tray, have) for tray, have in zip(trays, built, strict=True)
        ]
    taken = sum(used)
    hands, played = play_of(material, taken, draft.hands, draft.played, Random(seed))
    return replace(
        draft,
        round=number,
        turn=turn or 0,
        trays=trays,
        supplies=supplies,
        hands=hands,
        played=played,
        scores=draft.scores or [0] * colours,
        monster=draft.monster or _monster(options, draft),
        opening=draft.opening or _opening(options, draft),
        urban=draft.urban or (_urban() if options.urban else None),
    )


def fields_of(options: Options, draft: ManhattanDraft) -> dict[str, str]:
    """The fields of a completed draft."""
    players, building = options.players, draft.phase == "build"
    trays, supplies = _blocks(draft.trays), _blocks(draft.supplies)
    chosen = sum(map(sum, trays))
    if building:
        before = options.blocks * len(options.colours) - chosen
    elif options.choice == "one-by-one":
        before = chosen
    else:
        full = options.blocks * options.colours_each
        before = chosen // full if options.choice == "open" else 0
    hands = [field.hand_text(sorted(hand)) for hand in draft.hands or []]
    number = draft.round or 1
    fields = {
        "phase": draft.phase,
        "round": str(number),
        "start": str(((draft.turn or 0) - before) % players),
        "turn": str(draft.turn or 0),
        "hands": "/".join(hands),
        "played": field.played_text(tuple(draft.played or ())),
        "supply": "/".join(map(field.supply_text, supplies)),
        "tray": "/".join(map(field.tray_text, trays)),
        "board": field.board_text(_buildings(draft), options),
        "scored": _scored(draft, number),
    }
    if options.has_monster:
        fields["monster"] = draft.monster or field.NONE
    if "progressive" in options.variants:
        fields["opening"] = draft.opening or field.NONE
    if options.urban:
        fields["urban"] = draft.urban or field.NONE
        others = [each for each in CARD_NAMES if each not in (draft.urban, FAKE_NEWS)]
        fields["revealed"] = ",".join(others[: number - 1]) or field.NONE
    return fields


def _check(options: Options, draft: ManhattanDraft) -> None:
    """BadInputError for numbers and names that the game with these options does not have."""
    colours, players = len(options.colours), options.players
    lengths = (
        ("trays", draft.trays, colours),
        ("supplies", draft.supplies, colours),
        ("scores", draft.scores, colours),
        ("hands", draft.hands, players),
    )
    for name, given, wanted in lengths:
        if given is not None and len(given) != wanted:
            raise BadInputError(f"draft: {name} must have {wanted} entries")
    if draft.turn is not None and draft.turn >= players:
        raise BadInputError(f"draft: there are {players} players")
    sites = [*draft.buildings, *([draft.monster] if draft.monster else [])]
    if unknown := [each for each in sites if each not in SITE_NAMES]:
        raise BadInputError(f"draft: there is no site {unknown[0][:20]!r}")
    if any(colour >= colours for blocks in draft.buildings.values() for colour, _ in blocks):
        raise BadInputError(f"draft: there are {colours} colours")


def _built(draft: ManhattanDraft, colour: int) -> Blocks:
    """The blocks of a colour on the board."""
    blocks = [each for building in draft.buildings.values() for each in building]
    return blocks_of([floors for own, floors in blocks if own == colour])


def _buildings(draft: ManhattanDraft) -> list[Building]:
    """The buildings as they are written; only their blocks count."""
    found = [draft.buildings.get(name) for name in SITE_NAMES]
    return [EMPTY._replace(blocks=tuple(each), height=1) if each else EMPTY for each in found]


def _blocks(given: Sequence[Sequence[int]] | None) -> list[Blocks]:
    return [(each[0], each[1], each[2], each[3]) for each in given or []]


def _scored(draft: ManhattanDraft, number: int) -> str:
    scores = draft.scores or []
    return ",".join(map(str, scores)) if number > 1 or any(scores) else field.NONE


def _monster(options: Options, draft: ManhattanDraft) -> str | None:
    """A site for the monster: the one of the options, or an empty one, a centre if possible."""
    if not options.has_monster:
        return None
    sites = sorted(SITE_NAMES, key=lambda name: name[1] != "5")
    free = [each for each in sites if not draft.buildings.get(each)]
    return options.monster if options.monster in free else next(iter(free), sites[0])


def _opening(options: Options, draft: ManhattanDraft) -> str | None:
    """The order of the districts: those with buildings first."""
    if "progressive" not in options.variants:
        return None
    used = {site[0] for site, blocks in draft.buildings.items() if blocks}
    return "".join(sorted(DISTRICTS, key=lambda letter: letter not in used))


def _urban() -> str:
    return next(each for each in CARD_NAMES if each != FAKE_NEWS)
