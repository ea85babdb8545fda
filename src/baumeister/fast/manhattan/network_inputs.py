"""The inputs of Manhattan's network: for every group a list of fields, each of which is one-hot.

A seat sees its own hand, and of the other hands only the cards that were played. Colours and
players are counted clockwise from the seat. There are rows of inputs for each place, for each
district, for the whole position, and for each action; the network has a row of weights for each.
`gpu/manhattan/inputs.py` and `cpp/manhattan/network_inputs.hpp` compute them.
"""

from __future__ import annotations

from typing import Final

from baumeister.fast.layout import Field, length_of
from baumeister.games.manhattan.urban import CARD_NAMES

_CAPTURES: Final = "can build on it now, with a likely (0), possible (1) or missing (2) card; \
later (3); never (4)"
_OPENS: Final = "rounds until the district opens"

PLACE: Final = (
    Field("owner", (5,), "its colour, 4 if empty"),
    Field("height", (8,), "floors, 7 for more"),
    Field("tower", (7,), "the only highest (0), one of the highest (1), floors below, empty (6)"),
    Field("rival", (4, 5, 6), f"another colour than the owner's: {_CAPTURES}; floors behind"),
    Field("own", (4, 5), f"the owner's colour: {_CAPTURES}"),
    Field("vacant", (4, 5), f"an empty place, by colour: {_CAPTURES}"),
    Field("cards", (3,), "own cards for its position, 2 for more"),
    Field(
        "share",
        (5, 6),
        "the seat in the district: ahead by more (0), ahead by one (1), level (2), one behind (3), "
        "further behind (4); the owner: none (0), the seat (1), else 2 + as the seat's, 5 at most",
    ),
    Field("taken", (2, 2), "whether the seat would gain the majority here, and the owner lose it"),
    Field("colours", (5,), "how many colours are in the building"),
    Field("ground", (5,), "the lowest block's colour, 4 if empty"),
    Field("top", (5,), "floors of the top block"),
    Field("monster", (10,), "1 + the position whose card leads the monster here; 0: none does"),
    Field("opens", (4,), _OPENS),
    Field("villa", (2,), "whether it has one floor and an empty neighbour"),
)
DISTRICT: Final = (
    Field("counts", (4, 8, 8), "colour, its buildings, the most of another colour"),
    Field("empty", (10,), "empty sites"),
    Field("opens", (4,), _OPENS),
)
WHOLE: Final = (
    Field("high", (5, 7), "owner of the only highest building (4: none), floors above the next"),
    Field("high taken", (4, 4, 5), f"that building: owner, another colour, {_CAPTURES}"),
    Field("below", (4, 10), "colour, floors of its highest building below the highest"),
    Field(
        "scored", (6, 4, 31), "rounds to come, player, points ahead of the best other, −15 to 15"
    ),
    Field("standing", (6, 4, 31), "the same if the round were scored now"),
    Field("turns", (49,), "turns left in the round"),
    Field("first", (6, 4), "rounds to come, player with the start marker"),
    Field("chosen", (4,), "player whose blocks are chosen already, while others still choose"),
    Field("tray", (4, 4, 7), "colour, size, how many"),
    Field("supply", (4, 4, 12), "colour, size, how many"),
    Field("held", (10,), "number of positions that the seat has a card for"),
    Field("choosing", (2,), "whether blocks are chosen"),
    Field("players", (3,), "how many, less 2"),
    Field("two colours", (2,), "whether every player has two"),
    Field("rounds", (10,), "rounds of the game, 9 for more"),
    Field("blocks", (10,), "blocks per colour and round, 9 for more"),
    Field("hand", (3,), "cards in a hand, less 4"),
    Field("choice", (3,), "open, secret, one by one"),
    Field(
        "rules",
        (9,),
        "same_owner_highest, tie_break, urban, megacity_all, godzilla, baby-godzilla, monster "
        "moves with the card, progressive, anti-trust",
    ),
    Field("urban", (len(CARD_NAMES) + 1,), "1 + this round's urban card; 0: none"),
    Field("urban pile", (len(CARD_NAMES),), "urban cards not revealed yet"),
    Field("acts", (4,), "player to act"),
)
BUILD: Final = (
    Field("capture", (3, 5), f"another colour, counted from the builder's, after it: {_CAPTURES}"),
    Field("lead", (3, 6), "another colour, counted from the builder's: floors ahead of it, after"),
    Field("tower", (7,), "floors above the highest building before, −3 to 3"),
    Field("size", (4,), "floors of the block, less 1"),
    Field("second", (2,), "whether it is the player's second colour"),
    Field("onto", (4,), "an empty place, the same colour, the player's other colour, another's"),
    Field("majority", (2, 3), "gained; lost by nobody, by the player's other colour, by another"),
)
CHOICE: Final = (
    Field("blocks", (4, 7), "size less 1, how many of them are chosen"),
    Field("one", (4,), "size less 1 of a single block"),
    Field("forfeit", (4,), "size less 1 of a block given up"),
    Field("second", (2,), "whether it is for the player's second colour"),
)

PLACE_ROWS: Final = length_of(PLACE)
DISTRICT_ROWS: Final = length_of(DISTRICT)
WHOLE_ROWS: Final = length_of(WHOLE)
BUILD_ROWS: Final = length_of(BUILD)
CHOICE_ROWS: Final = length_of(CHOICE)

PLACE_UNITS: Final = 32
DISTRICT_UNITS: Final = 48
WHOLE_UNITS: Final = 192
LAST_UNITS: Final = 64
ACTION_UNITS: Final = 32
