"""Tables in every interesting state, and the session of the player who sits at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser

from tests.browser.advised import come_in, new_table, played
from tests.server.running import Running

ADA_AND_BO = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}]
ADA_AND_WHO_COMES = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "open"}]

Wanted = tuple[str, int, int | None, dict[str, Any]]
"""Game, players, decisions of the first seat (None: all), and further fields of the request."""

TABLES: dict[str, Wanted] = {
    "manhattan-begin": ("manhattan", 2, 0, {}),
    "manhattan-middle": ("manhattan", 4, 9, {}),
    "manhattan-end": ("manhattan", 3, None, {"options": {"players": 3, "rounds": 3}}),
    "tangram-begin": ("tangram-city", 2, 0, {}),
    "tangram-middle": ("tangram-city", 3, 13, {}),
    "tangram-end": ("tangram-city", 3, None, {}),
    "curtain": ("manhattan", 2, 0, {"seats": ADA_AND_BO}),
    "gathering": ("manhattan", 3, 0, {"seats": ADA_AND_WHO_COMES, "listed": True}),
}


@dataclass(frozen=True)
class Scenery:
    state: Any
    """The session's cookies, for other pages of the same player."""
    tables: dict[str, str]

    @classmethod
    def made(
        cls, browser: Browser, service: Running, wanted: dict[str, Wanted] = TABLES
    ) -> Scenery:
        context = browser.new_context(base_url=f"{service.url}/", service_workers="block")
        page = context.new_page()
        come_in(page)
        tables = {}
        for name, (game, players, decisions, more) in wanted.items():
            while True:
                tables[name] = new_table(page, game, players, **more)
                if decisions != 0:
                    played(page, service, tables[name], decisions)
                if name != "tangram-middle" or _fits(service, tables[name]):
                    break
        state = context.storage_state()
        context.close()
        return cls(state, tables)


def _fits(service: Running, table: str) -> bool:
    """True if the piece can be placed: some places of the page hold it over the city."""
    live = service.service.hub.cache.get(table)
    assert live is not None
    return any(str(action).startswith("place") for action in live.table.match.legal(0))
