"""Why an action is illegal: the clause and a message (`clauses.en.toml`)."""

from __future__ import annotations

from baumeister.core.chance import actor_word
from baumeister.core.errors import Refusal
from baumeister.core.messages import Value, Word, Words
from baumeister.games.clauses import clauses
from baumeister.games.manhattan.actions import (
    Action,
    Build,
    ChanceAction,
    Choose,
    Deal,
    Districts,
    Draw,
    Forfeit,
    Monster,
    Reshuffle,
    Start,
    Urban,
)
from baumeister.games.manhattan.board import CARDS, DISTRICTS, MARKED, SITE_NAMES
from baumeister.games.manhattan.rules import actors, builds
from baumeister.games.manhattan.setup import Blocks, blocks_of
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.variants import CENTRE, CLOSED, open_districts

_PHASES: dict[type[Action], tuple[Phase, ...]] = {
    Start: (Phase.START,),
    Deal: (Phase.DEAL,),
    Monster: (Phase.MONSTER,),
    Districts: (Phase.DISTRICTS,),
    Urban: (Phase.URBAN, Phase.NEWS),
    Draw: (Phase.DRAW,),
    Reshuffle: (Phase.RESHUFFLE,),
    Choose: (Phase.CHOOSE,),
    Build: (Phase.BUILD,),
    Forfeit: (Phase.BUILD,),
}
_KINDS = {kind: Word(kind.__name__.lower()) for kind in _PHASES}
_CLAUSE_OF_PHASE = {
    Phase.START: "M1.7",
    Phase.DEAL: "M1.6",
    Phase.MONSTER: "M5.1",
    Phase.DISTRICTS: "M5.3",
    Phase.URBAN: "M4.1",
    Phase.CHOOSE: "M2.2",
    Phase.BUILD: "M2.3",
    Phase.DRAW: "M2.3",
    Phase.RESHUFFLE: "M2.7",
    Phase.NEWS: "M4.11",
}


def refuse(clause: str, key: str, **values: Value) -> Refusal:
    """A refusal with a message of the clause."""
    return clauses(__package__).refuse(clause, key, **values)


def why_not(state: State, actor: int, action: Action) -> Refusal | None:
    """Why the action is illegal; None if it is legal."""
    if state.phase == Phase.OVER:
        return refuse("M2.10", "over")
    owing = actors(state)
    if actor not in owing:
        waiting = Words(tuple(map(actor_word, owing)))
        if len(owing) == 1:
            return refuse("M2.3", "not-your-turn", waiting=waiting)
        return refuse("M2.3", "waiting", who=actor_word(actor), waiting=waiting)
    if state.phase not in _PHASES[type(action)]:
        return refuse(_CLAUSE_OF_PHASE[state.phase], "phase", kind=_KINDS[type(action)])
    match action:
        case Build():
            return _build(state, action)
        case Choose():
            return _choose(state, actor, action)
        case Forfeit():
            return _forfeit(state, action)
        case _:
            return _chance(state, action)


# --- players ---------------------------------------------------------------------------


def _colour(state: State, player: int, name: str | None) -> int | Refusal:
    """The colour that an action names, or why the player may not use it."""
    setup = state.setup
    own = setup.colours[player]
    if len(own) == 1:
        return own[0] if name is None else refuse("M3.4", "one-colour")
    names = [setup.options.colours[colour] for colour in own]
    if name not in names:
        return refuse("M3.4", "two-colours", first=Word(names[0]), second=Word(names[1]))
    return setup.colour_number[name]


def _card_and_block(state: State, action: Build | Forfeit) -> int | Refusal:
    """The colour whose block is used, or why the card or the block is missing."""
    hand = state.hands[state.turn]
    if action.card not in hand:
        held = " ".join(map(str, hand))
        return refuse("M2.3", "not-in-hand", card=action.card, hand=held)
    colour = _colour(state, state.turn, action.colour)
    if isinstance(colour, Refusal):
        return colour
    tray = state.trays[colour]
    if not tray[action.floors - 1]:
        name = Word(state.options.colours[colour])
        return refuse(
            "M2.2", "not-on-tray", colour=name, floors=action.floors, tray=_blocks_text(tray)
        )
    return colour


def _build(state: State, action: Build) -> Refusal | None:
    colour = _card_and_block(state, action)
    if isinstance(colour, Refusal):
        return colour
    options = state.options
    site, name = action.site, SITE_NAMES[action.site]
    position = MARKED[options.sides[state.turn]][action.card]
    if site % 9 != position:
        marked = " ".join(f"{district}{position + 1}" for district in DISTRICTS)
        return refuse("M1.5", "not-marked", card=action.card, site=name, marked=marked)
    if state.monster >= 0 and site in CLOSED[options.monster_moves][state.monster]:
        clause = "M5.2" if "baby-godzilla" in options.variants else "M5.1"
        return refuse(clause, "monster" if site == state.monster else "goes", site=name)
    open_now = open_districts(options, state.opening, state.round)
    if site // 9 not in state.opening[: options.districts]:
        letters = " ".join(DISTRICTS[each] for each in sorted(state.opening[: options.districts]))
        return refuse("M6", "not-in-play", district=name[0], districts=letters)
    if site // 9 not in open_now:
        letters = " ".join(DISTRICTS[district] for district in sorted(open_now))
        return refuse("M5.3", "closed", district=name[0], open=letters)
    building = state.buildings[site]
    if "anti-trust" in options.variants and building.owner in state.setup.colours[state.turn]:
        return refuse("M5.4", "own", colour=Word(options.colours[building.owner]), site=name)
    if building.least[colour] > action.floors:
        return refuse(
            "M2.5",
            "too-few",
            builder=Word(options.colours[colour]),
            own=building.floors[colour] + action.floors,
            owner=Word(options.colours[building.owner]),
            top=building.floors[building.owner],
        )
    return None


def _forfeit(state: State, action: Forfeit) -> Refusal | None:
    colour = _card_and_block(state, action)
    if isinstance(colour, Refusal):
        return colour
    possible = builds(state)
    if possible:
        return refuse("M2.8", "can-build", count=len(possible))
    return None


def _choose(state: State, player: int, action: Choose) -> Refusal | None:
    options = state.options
    single = options.choice == "one-by-one"
    own = state.setup.colours[player]
    wanted = 1 if single else len(own)
    if len(action.blocks) != wanted:
        return refuse("M2.2", "colours", wanted=wanted, given=len(action.blocks))
    for index, (name, floors) in enumerate(action.blocks):
        colour = _colour(state, player, name)
        if isinstance(colour, Refusal):
            return colour
        if not single and colour != own[index]:
            order = Words(tuple(Word(options.colours[each]) for each in own))
            return refuse("M2.2", "colour-order", order=order)
        word = Word(options.colours[colour])
        count = 1 if single else options.blocks
        if len(floors) != count:
            return refuse("M2.1", "count", wanted=count, given=len(floors))
        if single and sum(state.trays[colour]) == options.blocks:
            return refuse("M2.1", "tray-full", colour=word, full=options.blocks)
        supply = state.supplies[colour]
        taken = blocks_of(floors)
        for size, (have, want) in enumerate(zip(supply, taken, strict=True), start=1):
            if want > have:
                return refuse("M1.3", "supply", colour=word, size=size, want=want, have=have)
        if list(floors) != sorted(floors, reverse=True):
            return refuse("M2.2", "order")
    return None


# --- chance ----------------------------------------------------------------------------


def _chance(state: State, action: ChanceAction) -> Refusal | None:
    """Check a chance outcome, because a record may contain anything."""
    options = state.options
    match action:
        case Start(player):
            if player >= options.players:
                return refuse("M1.7", "no-player", player=player + 1, last=options.players)
            if options.start is not None and player != options.start:
                return refuse("M1.7", "named", named=options.start + 1)
        case Deal(player, cards):
            return _deal(state, player, cards)
        case Draw(player, card):
            if player != state.turn:
                return refuse("M2.3", "draws", player=player + 1, turn=state.turn + 1)
            if not (card in CARDS and state.pile[card - 1]):
                return refuse("M1.2", "none-left", card=card)
        case Monster(site):
            if options.monster is not None and SITE_NAMES[site] != options.monster:
                return refuse("M5.1", "named", named=options.monster)
            if options.monster is None and site % 9 != CENTRE:
                return refuse("M5.1", "centre", site=SITE_NAMES[site])
        case Districts(order):
            if sorted(order) != list(range(len(DISTRICTS))):
                return refuse("M5.3", "order")
        case Urban(name):
            if name not in state.urban_pile:
                left = ", ".join(state.urban_pile)
                return refuse("M4.1", "not-in-pile", name=name, left=left)
        case Reshuffle():
            pass
    return None


def _deal(state: State, player: int, cards: tuple[int, ...]) -> Refusal | None:
    if player != state.turn:
        return refuse("M1.6", "deals", player=player + 1, turn=state.turn + 1)
    if len(cards) != state.options.hand:
        return refuse("M1.6", "hand", wanted=state.options.hand, given=len(cards))
    for card in cards:
        if cards.count(card) > state.pile[card - 1]:
            return refuse("M1.2", "none-left", card=card)
    if list(cards) != sorted(cards):
        return refuse("M1.6", "order")
    return None


def _blocks_text(blocks: Blocks) -> str:
    """The sizes of the blocks, largest first; 0 for none."""
    sizes = [str(size) for size in (4, 3, 2, 1) for _ in range(blocks[size - 1])]
    return " + ".join(sizes) or "0"
