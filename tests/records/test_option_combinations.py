"""Self-play and check over all combinations of the options of rules version 2."""

from __future__ import annotations

import json
from itertools import product

import jsonschema
import pytest

from baumeister.games.manhattan import MANHATTAN
from baumeister.records import check_text
from baumeister.records.schema import schema
from baumeister.testing import record_of_random
from tests.manhattan.combinations import SHARED_SIDES
from tests.manhattan.positions import VARIANT_SETS

VALIDATOR = jsonschema.Draft202012Validator(schema())
NEW = [
    {"players": players, "colours_each": each, "same_owner_highest": same, "edition": edition}
    for players, each in ((2, 1), (2, 2), (3, 1), (4, 1))
    for same in (True, False)
    for edition in ("hig-2017", "hig-1994", "ludodelire-1994")
]


@pytest.mark.slow
@pytest.mark.parametrize("given", NEW, ids=lambda given: "-".join(map(str, given.values())))
def test_records_of_all_new_options_hold(given):
    """M1.4, M3.1, M5.1, M5.4, M6: what self-play writes, the checker and the schema accept."""
    sides = (None, SHARED_SIDES[given["players"]])
    for number, (variants, moves, side, choice) in enumerate(
        product(VARIANT_SETS, ("with-card", "after-block"), sides, ("open", "one-by-one"))
    ):
        more = {"variants": variants, "monster_moves": moves, "choice": choice}
        if side is not None:
            more["sides"] = side
        options = MANHATTAN.options(given | more)
        record = record_of_random(MANHATTAN, options, number)
        data = json.loads(record.dumps())
        assert data["rules_version"] == 2
        assert data["options"]["monster_moves"] == moves
        assert data["options"]["colours_each"] == given["colours_each"]
        VALIDATOR.validate(data)
        assert check_text(record.dumps()) == record
