"""The connections of people to this process, and what they hear besides their tables."""

from __future__ import annotations

from collections.abc import Iterable

from baumeister.server.live.tables import Listener, TableCache
from baumeister.server.peers.messages import SessionChanged
from baumeister.server.peers.processes import Processes
from baumeister.server.people.sessions import Session
from baumeister.server.store import Store


class Sessions:
    def __init__(self, store: Store, processes: Processes, cache: TableCache) -> None:
        self._store = store
        self._processes = processes
        self._cache = cache
        self.people: dict[str, set[Listener]] = {}
        """The connections of each user, by every id the user has had."""

    def update(self, ids: frozenset[str], session: Session | None) -> None:
        """Tell the open connections of a user about a changed session; None: logged out."""
        person = session.user.id if session else ""
        self._processes.tell_all(SessionChanged(sorted(ids), person, session is None))
        self.changed(ids, session)

    def changed(self, ids: frozenset[str], session: Session | None) -> None:
        """Tell the connections to this process."""
        for listener in set().union(*(self.people.get(each, ()) for each in ids)):
            listener.session_changed(session)

    async def check(self) -> None:
        """Close the connections of people whom another process has logged out, unheard."""
        everybody = {each.user.id for some in self.people.values() for each in some if each.user}
        for person in everybody - await self._store.logged_in(everybody):
            self.changed(frozenset([person]), None)

    def announce_turns(self, table_id: str, turns: Iterable[tuple[str, int]]) -> None:
        """Tell people who are connected, but not to this table, that it is their turn."""
        live = self._cache.get(table_id)
        watching: set[Listener] = live.listeners if live else set()
        for person, seat in turns:
            for listener in self.people.get(person, set()) - watching:
                listener.your_turn(table_id, seat)
