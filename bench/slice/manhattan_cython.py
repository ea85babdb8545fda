# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The hot path of Manhattan's compiled core once more, in Cython's pure-Python syntax.

Four players, base rules, uniformly random play: the same struct, bit for bit, the same steps and
the same generator as src/baumeister/fast/cpp/manhattan, so that the same seed gives the same
games. It is there to be held against the C++ (`bench/slice/run`), and is not shipped. What the
base rules do not have (monster, urban cards, a second colour) is left out; the questions whether
they are on are asked where the core asks them.
"""

import cython
from cython.cimports.libc.stdint import int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.string import memset

Rules = cython.struct(
    players=cython.int,
    colours=cython.int,
    rounds=cython.int,
    blocks=cython.int,
    hand=cython.int,
    same_owner_highest=uint8_t,
    urban=uint8_t,
    secret=uint8_t,
    one_by_one=uint8_t,
    monster=uint8_t,
    progressive=uint8_t,
    anti_trust=uint8_t,
    card_copies=uint8_t,
    supply=uint16_t,
    marked=uint8_t[36],  # player × 9 + card
    card_of=uint8_t[36],
    most=uint64_t[144],  # (size × 12 + at most) × 3 + word
    large=uint64_t[78],
    selection=uint16_t[140],
    selection_count=uint8_t[140],
)
Position = cython.struct(
    can=uint64_t[16],  # colour × 4 + size
    own=uint64_t[4],
    open=uint64_t,
    hands=uint64_t[4],
    pile=uint64_t,
    played=uint64_t,
    floors=uint32_t[54],
    supplies=uint16_t[4],
    trays=uint16_t[4],
    scores=int16_t[4],
    urban_pile=uint16_t,
    blocks=uint8_t[96],
    block_colours=uint8_t[24],
    built=uint8_t,
    pile_size=uint8_t,
    played_size=uint8_t,
    phase=uint8_t,
    round=uint8_t,
    turns=uint8_t,
    dealt=uint8_t,
    start=int8_t,
    turn=int8_t,
    monster=int8_t,
    urban=int8_t,
    opening=uint8_t[6],
)
Random = cython.struct(key=uint64_t, count=uint64_t)
Heights = cython.struct(of=uint8_t[64], highest=cython.int)

# --- the generator --------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mix(x: uint64_t) -> uint64_t:
    x = (x ^ (x >> 30)) * MIX1
    x = (x ^ (x >> 27)) * MIX2
    return x ^ (x >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_bits(random: cython.pointer(Random)) -> uint64_t:
    random.count += 1
    return mix(random.key + random.count * GOLDEN)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def below(bits: uint32_t, n: uint32_t) -> uint32_t:
    return cython.cast(uint32_t, (cython.cast(uint64_t, bits) * n) >> 32)


# --- building -------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def marked_places(hand: uint64_t) -> uint64_t:
    held: uint64_t = ((hand + 31 * SIXES) >> 5) & SIXES
    return (held << 6) - held


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def tray_size(tray: uint16_t) -> cython.int:
    pairs: uint32_t = (tray & 0x0F0F) + ((tray >> 4) & 0x0F0F)
    return (pairs & 0xFF) + (pairs >> 8)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def of_size(blocks: uint16_t, size: cython.int) -> cython.int:
    return (blocks >> (4 * size)) & 15


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def floors_of(floors: uint32_t, colour: cython.int) -> cython.int:
    return (floors >> (8 * colour)) & 0xFF


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cover(
    rules: cython.pointer(Rules), p: cython.pointer(Position), place: cython.int, owner: cython.int
) -> cython.void:
    bit: uint64_t = cython.cast(uint64_t, 1) << place
    rest: uint64_t = ~bit
    floors: uint32_t = p.floors[place]
    top: cython.int = floors_of(floors, owner)
    colour: cython.int
    size: cython.int
    lead: cython.int
    for colour in range(COLOURS):
        lead = top - floors_of(floors, colour)
        lead = 0 if lead < 0 else 5 if lead > 5 else lead
        lead = lead if colour != owner else 5 if rules.anti_trust else 0
        for size in range(SIZES):
            p.can[4 * colour + size] = (p.can[4 * colour + size] & rest) | (
                ENOUGH[4 * lead + size] & bit
            )
        p.own[colour] &= rest
    p.own[owner] |= bit


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_block(
    p: cython.pointer(Position), place: cython.int, colour: cython.int, size: cython.int
) -> cython.void:
    at: cython.int = p.built
    four: cython.int = p.block_colours[at >> 2]
    p.built += 1
    p.blocks[at] = cython.cast(uint8_t, (place << 2) | size)
    p.block_colours[at >> 2] = cython.cast(
        uint8_t, (four & ~(3 << (2 * (at & 3)))) | (colour << (2 * (at & 3)))
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def build(
    rules: cython.pointer(Rules),
    p: cython.pointer(Position),
    place: cython.int,
    colour: cython.int,
    size: cython.int,
) -> cython.void:
    position: cython.int = (place * 43) >> 8
    player: cython.int = p.turn
    p.hands[player] -= cython.cast(uint64_t, 1) << (6 * position)
    p.played += CARD[rules.card_of[9 * player + position]]
    p.played_size += 1
    p.trays[colour] -= cython.cast(uint16_t, 1 << (4 * size))
    p.floors[place] += cython.cast(uint32_t, size + 1) << (8 * colour)
    cover(rules, p, place, colour)
    put_block(p, place, colour, size)
    if rules.monster:
        p.monster = -1  # not in the slice
    p.phase = DRAW


# --- scoring --------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure(p: cython.pointer(Position), heights: cython.pointer(Heights)) -> cython.void:
    highest: cython.int = 0
    height: cython.int
    place: cython.int
    for place in range(PLACES):
        height = cython.cast(
            cython.int, (p.floors[place] * cython.cast(uint32_t, 0x01010101)) >> 24
        )
        heights.of[place] = cython.cast(uint8_t, height)
        highest = height if height > highest else highest
    for place in range(PLACES, 64):
        heights.of[place] = 0
    heights.highest = highest


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def of_height(heights: cython.pointer(Heights), height: cython.int) -> uint64_t:
    found: uint64_t = 0
    place: cython.int
    for place in range(PLACES):
        found |= cython.cast(uint64_t, heights.of[place] == height) << place
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def majority(p: cython.pointer(Position), district: cython.int) -> cython.int:
    most: cython.int = -1
    colour: cython.int = NOBODY
    each: cython.int
    owned: cython.int
    for each in range(COLOURS):
        owned = count(p.own[each] & (SIXES << district))
        if owned > most:
            most = owned
            colour = each
        elif owned == most:
            colour = NOBODY
    return colour


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def score_now(
    rules: cython.pointer(Rules), p: cython.pointer(Position), to: cython.p_int
) -> cython.void:
    heights: Heights
    tops: uint64_t
    colour: cython.int
    district: cython.int
    alone: cython.bint
    measure(p, cython.address(heights))
    for colour in range(COLOURS):
        to[colour] = count(p.own[colour])
    if heights.highest:
        tops = of_height(cython.address(heights), heights.highest)
        for colour in range(COLOURS):
            if rules.same_owner_highest:
                alone = (tops & ~p.own[colour]) == 0
            else:
                alone = (tops & (tops - 1)) == 0 and (tops & p.own[colour]) != 0
            if alone:
                to[colour] += 3
    for district in range(DISTRICTS):
        colour = majority(p, district)
        if colour != NOBODY:
            to[colour] += 2


# --- the course of a game -------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def first(rules: cython.pointer(Rules), p: cython.pointer(Position)) -> cython.void:
    i: cython.int
    memset(p, 0, cython.sizeof(Position))
    for i in range(16):
        p.can[i] = ALL_PLACES
    p.open = ALL_PLACES
    p.pile = BYTES * rules.card_copies
    p.pile_size = CARDS * rules.card_copies
    for i in range(rules.colours):
        p.supplies[i] = rules.supply
    p.start = NOBODY
    p.turn = NOBODY
    p.monster = NOBODY
    p.urban = NOBODY
    for i in range(DISTRICTS):
        p.opening[i] = cython.cast(uint8_t, i)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_player(rules: cython.pointer(Rules), player: cython.int) -> cython.int:
    return 0 if player + 1 == rules.players else player + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def begin_round(rules: cython.pointer(Rules), p: cython.pointer(Position)) -> cython.void:
    p.round += 1
    p.turn = p.start
    p.urban = NOBODY
    p.phase = CHOOSE
    p.open = ALL_PLACES


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def score(rules: cython.pointer(Rules), p: cython.pointer(Position)) -> cython.void:
    items: cython.int[4]
    colour: cython.int
    score_now(rules, p, items)
    for colour in range(rules.colours):
        p.scores[colour] += cython.cast(int16_t, items[colour])
    if p.round == rules.rounds:
        p.phase = OVER
        return
    p.start = cython.cast(int8_t, next_player(rules, p.start))
    begin_round(rules, p)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def end_turn(rules: cython.pointer(Rules), p: cython.pointer(Position)) -> cython.void:
    if p.turns > 1:
        p.turns -= 1
        p.turn = cython.cast(int8_t, next_player(rules, p.turn))
        p.phase = BUILD
        return
    p.turns = 0
    score(rules, p)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def take_card(
    rules: cython.pointer(Rules), p: cython.pointer(Position), card: cython.int
) -> cython.void:
    p.hands[p.turn] += cython.cast(uint64_t, 1) << (6 * rules.marked[9 * p.turn + card])
    p.pile -= CARD[card]
    p.pile_size -= 1
    if p.pile_size == 0:
        p.pile = p.played
        p.pile_size = p.played_size
        p.played = 0
        p.played_size = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nth_card(p: cython.pointer(Position), n: uint32_t) -> cython.int:
    upto: uint64_t = p.pile * BYTES
    return count(((n | 0x80) * BYTES - upto) & HIGHS)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def has_chosen(
    rules: cython.pointer(Rules), p: cython.pointer(Position), player: cython.int
) -> cython.bint:
    return tray_size(p.trays[player]) == rules.blocks


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def chose(
    rules: cython.pointer(Rules), p: cython.pointer(Position), player: cython.int
) -> cython.void:
    everybody: cython.bint = True
    each: cython.int
    for each in range(rules.players):
        everybody = everybody and has_chosen(rules, p, each)
    if everybody:
        p.phase = BUILD
        p.turn = p.start
        p.turns = cython.cast(uint8_t, rules.blocks * rules.colours)
    elif not rules.secret and (rules.one_by_one or has_chosen(rules, p, player)):
        p.turn = cython.cast(int8_t, next_player(rules, p.turn))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def chance_step(
    rules: cython.pointer(Rules), p: cython.pointer(Position), bits: uint32_t
) -> cython.void:
    if p.phase == DEAL:
        take_card(rules, p, nth_card(p, below(bits, p.pile_size)))
        p.dealt += 1
        if p.dealt == rules.hand:
            p.dealt = 0
            if p.turn + 1 < rules.players:
                p.turn += 1
            else:
                begin_round(rules, p)
    elif p.phase == START:
        p.start = cython.cast(int8_t, below(bits, rules.players))
        p.phase = DEAL
        p.turn = 0
        p.dealt = 0


# --- uniformly random play ------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def forfeit(
    rules: cython.pointer(Rules), p: cython.pointer(Position), bits: uint32_t
) -> cython.void:
    numbers: uint8_t[36]
    found: cython.int = 0
    card: cython.int
    size: cython.int
    for card in range(CARDS):
        if (p.hands[p.turn] >> (6 * rules.marked[9 * p.turn + card])) & 63:
            for size in range(SIZES):
                if of_size(p.trays[p.turn], size):
                    numbers[found] = cython.cast(uint8_t, 4 * card + size)
                    found += 1
    card = numbers[below(bits, found)]
    size = card & 3
    card >>= 2
    p.hands[p.turn] -= cython.cast(uint64_t, 1) << (6 * rules.marked[9 * p.turn + card])
    p.played += CARD[card]
    p.played_size += 1
    p.trays[p.turn] -= cython.cast(uint16_t, 1 << (4 * size))
    p.phase = DRAW


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def random_build(
    rules: cython.pointer(Rules), p: cython.pointer(Position), bits: uint64_t
) -> cython.void:
    marked: uint64_t = marked_places(p.hands[p.turn]) & p.open
    places: uint64_t[4]
    upto: uint32_t[4]
    total: uint32_t = 0
    n: uint32_t
    some: uint64_t
    colour: cython.int = p.turn
    size: cython.int
    at: cython.int = 0
    for size in range(SIZES):
        some = -cython.cast(uint64_t, of_size(p.trays[colour], size) != 0)
        places[size] = p.can[4 * colour + size] & marked & some
        total += cython.cast(uint32_t, count(places[size]))
        upto[size] = total
    if total:
        n = below(cython.cast(uint32_t, bits >> 32), total)
        for size in range(SIZES - 1):
            at += n >= upto[size]
        n -= upto[at - 1] if at else 0
        build(rules, p, nth(places[at], n), colour, at)
    else:
        forfeit(rules, p, cython.cast(uint32_t, bits >> 32))
    take_card(rules, p, nth_card(p, below(cython.cast(uint32_t, bits), p.pile_size)))
    end_turn(rules, p)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def random_choice(
    rules: cython.pointer(Rules), p: cython.pointer(Position), bits: uint64_t
) -> cython.void:
    of: uint64_t[3]
    player: cython.int = p.turn
    supply: uint16_t = p.supplies[player]
    fewest: cython.int = rules.blocks - of_size(supply, 0) - 1
    word: cython.int
    n: uint32_t
    here: uint32_t
    blocks: uint16_t
    fewest = 0 if fewest < 0 else fewest + 1
    for word in range(3):
        of[word] = (
            rules.most[3 * (12 + of_size(supply, 1)) + word]
            & rules.most[3 * (24 + of_size(supply, 2)) + word]
            & rules.most[3 * (36 + of_size(supply, 3)) + word]
            & rules.large[3 * (rules.blocks + 1) + word]
            & ~rules.large[3 * fewest + word]
        )
    n = below(cython.cast(uint32_t, bits >> 32), count(of[0]) + count(of[1]) + count(of[2]))
    word = 0
    here = cython.cast(uint32_t, count(of[0]))
    while n >= here:
        n -= here
        word += 1
        here = cython.cast(uint32_t, count(of[word]))
    word = 64 * word + nth(of[word], n)
    blocks = rules.selection[word] + cython.cast(
        uint16_t, rules.blocks - rules.selection_count[word]
    )
    p.supplies[player] -= blocks
    p.trays[player] += blocks
    chose(rules, p, player)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_out(
    rules: cython.pointer(Rules), p: cython.pointer(Position), random: cython.pointer(Random)
) -> cython.int:
    decisions: cython.int = 0
    while True:
        if p.phase == BUILD:
            random_build(rules, p, next_bits(random))
            decisions += 1
        elif p.phase == CHOOSE:
            random_choice(rules, p, next_bits(random))
            decisions += 1
        elif p.phase == OVER:
            return decisions
        else:
            chance_step(rules, p, cython.cast(uint32_t, next_bits(random)))


# --- for Python -----------------------------------------------------------------------------


@cython.cclass
class Table:
    """The rules, read from what the shipped core reads."""

    rules: Rules

    def __init__(self, tables):
        r: cython.pointer(Rules) = cython.address(self.rules)
        memset(r, 0, cython.sizeof(Rules))
        r.players = tables["players"]
        r.colours = tables["colours"]
        r.rounds = tables["rounds"]
        r.blocks = tables["blocks"]
        r.hand = tables["hand"]
        r.same_owner_highest = tables["same_owner_highest"]
        r.anti_trust = tables["anti_trust"]
        r.card_copies = tables["card_copies"]
        r.supply = tables["supply"]
        for player, row in enumerate(tables["marked"]):
            for card, position in enumerate(row):
                r.marked[9 * player + card] = position
                r.card_of[9 * player + position] = card
        for at, (_, two, three, four) in enumerate(tables["selections"]):
            bit = 1 << (at & 63)
            r.selection[at] = two << 4 | three << 8 | four << 12
            r.selection_count[at] = two + three + four
            for size, most in ((1, two), (2, three), (3, four)):
                for many in range(most, 12):
                    r.most[3 * (12 * size + many) + (at >> 6)] |= cython.cast(uint64_t, bit)
            for many in range(two + three + four, 25):
                r.large[3 * (many + 1) + (at >> 6)] |= cython.cast(uint64_t, bit)


@cython.cclass
class Game:
    """A position, as `Position` of the shipped core."""

    table: Table
    p: Position
    random: Random

    def __init__(self, table: Table, seed: uint64_t):
        self.table = table
        self.random.key = seed
        self.random.count = 0
        first(cython.address(table.rules), cython.address(self.p))

    def copy(self):
        other: Game = Game.__new__(Game)
        other.table = self.table
        other.p = self.p
        other.random = self.random
        return other

    def reseed(self, seed: uint64_t):
        self.random.key = seed
        self.random.count = 0

    def playout(self):
        """Random play to the end; the decisions made."""
        rules: cython.pointer(Rules) = cython.address(self.table.rules)
        made: cython.int
        with cython.nogil:
            made = play_out(rules, cython.address(self.p), cython.address(self.random))
        return made

    def points(self):
        return [self.p.scores[i] for i in range(self.table.rules.players)]
