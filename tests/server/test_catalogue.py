"""The catalogue of games tells a set-up page all it needs."""

from __future__ import annotations

from typing import Any

import httpx
import jsonschema
import pytest

from baumeister.bots import bot_codes
from baumeister.core.errors import OptionsError
from baumeister.core.registry import find, games
from baumeister.games.clauses import LANGUAGES, clauses_of
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.games.tangram_city.state import printed_board
from baumeister.server.wire.catalogue import catalogue
from baumeister.server.wire.info import GameInfo
from baumeister.server.wire.manhattan import Info as ManhattanInfo
from baumeister.server.wire.tangram_city import Info as TangramCityInfo
from baumeister.server.wire.tangram_city.views import hex_of
from tests.server.running import Running

INFO: dict[str, GameInfo] = {info.id: info for info in catalogue("en")}
OPTIONS = [(name, key) for name in games() for key in INFO[name].options_schema["properties"]]
LISTS = {"sides": [[0, 0]], "variants": [["fog"]], "colours": [["pink"] * 4]}


@pytest.mark.parametrize(("game_id", "name"), OPTIONS)
def test_every_option_has_a_type_and_the_clause_that_refuses_it(game_id: str, name: str) -> None:
    part = INFO[game_id].options_schema["properties"][name]
    assert "enum" in part or part["type"] in ("boolean", "integer", "array")
    if part.get("type") == "integer":
        assert {"minimum", "maximum"} <= part.keys()
    if part.get("type") == "array":
        assert {"items", "minItems", "maxItems"} <= part.keys()
    game = find(game_id)
    assert clauses_of(game).get(part["x-clause"]).id == part["x-clause"]
    for wrong in ("no such value", 99, *LISTS.get(name, ())):
        given: dict[str, Any] = {name: wrong}
        if name == "tiles":
            given["tile_set"] = "custom"
        if name == "monster":
            given["variants"] = ["godzilla"]
        with pytest.raises(OptionsError) as caught:
            game.options(given)
        assert (caught.value.field, caught.value.clause) == (name, part["x-clause"])


@pytest.mark.parametrize("game_id", games())
def test_the_schema_accepts_the_defaults(game_id: str) -> None:
    info = INFO[game_id]
    jsonschema.validate(info.defaults, info.options_schema)
    assert info.defaults.keys() <= info.options_schema["properties"].keys()


def test_m6_an_edition_matches_its_resolved_options(service: Running) -> None:
    with httpx.Client(base_url=service.url, trust_env=False) as client:
        manhattan = next(g for g in client.get("/api/games").json() if g["id"] == "manhattan")
        ids = [edition["id"] for edition in manhattan["editions"]]
        assert ids == manhattan["options_schema"]["properties"]["edition"]["enum"]
        for edition in manhattan["editions"]:
            assert edition["title"]
            assert len(edition["districts"]) == 6
            for players, plan in edition["plans"].items():
                given = {"edition": edition["id"], "players": int(players)}
                body = {"game": "manhattan", "options": given}
                found = client.post("/api/options", json=body).json()
                assert [found["rounds"], found["blocks"]] == plan
                assert edition["colours"][: len(found["colours"])] == found["colours"]


def test_bots_have_levels_in_order_of_strength() -> None:
    for info in INFO.values():
        assert [bot.code for bot in info.bots] == bot_codes(find(info.id))
        assert [bot.level for bot in info.bots] == [1, 2, 3, 4, 5, 0, 0]


def test_bots_have_characters_in_every_language() -> None:
    """The same five characters, each with its own name and description."""
    for language in LANGUAGES:
        for info in catalogue(language):
            assert all(bot.name != bot.code and bot.about for bot in info.bots)
            assert len({bot.name for bot in info.bots}) == len(info.bots)


def test_m4_1_every_urban_card_is_named_with_its_clause() -> None:
    info = INFO["manhattan"]
    assert isinstance(info, ManhattanInfo)
    cards = info.urban
    assert [card.name for card in cards] == list(CARD_NAMES)
    rules = clauses_of(find("manhattan"))
    for card in cards:
        title = rules.get(card.clause).title.lower().replace(" ", "-").replace("’", "")
        assert card.name in title or title in card.name, title
    assert not hasattr(INFO["tangram-city"], "urban")
    assert INFO["tangram-city"].editions == []


def test_t1_1_the_printed_fields_are_those_of_the_boards() -> None:
    info = INFO["tangram-city"]
    assert isinstance(info, TangramCityInfo)
    printed = info.printed
    assert len(printed) == 10
    quarters = {"n": 1, "e": 2, "s": 4, "w": 8}
    for each in printed:
        digits = [0] * 49
        for x, y, corner in each.halves:
            digits[7 * y + x] += sum(quarters[side] for side in corner)
        board = printed_board(each.board, each.side)
        mask = board.building if each.colour == "building" else board.green
        assert "".join(f"{digit:x}" for digit in digits) == hex_of(mask)
    assert not hasattr(INFO["manhattan"], "printed")
