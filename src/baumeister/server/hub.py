"""The live tables: one at a time each, durable before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

import msgspec

from baumeister.bots.uniform import RandomBot
from baumeister.core.errors import BaumeisterError, SubmitError
from baumeister.records import commitment_of
from baumeister.server import ids
from baumeister.server.jobs import BusyError, DiedError, JobError, Workers
from baumeister.server.loading import fold, row_of
from baumeister.server.metrics import Metrics
from baumeister.server.people import Session
from baumeister.server.settings import Settings
from baumeister.server.store import DamagedError, Store, StoreError, TableRow
from baumeister.server.store.store import chained, first_sum
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decide import decide, due
from baumeister.server.tables.errors import NoTableError
from baumeister.server.tables.founding import agree_to_rematch, create, rematch
from baumeister.server.tables.playing import back, bot_acts, bot_failed
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.who import Secrets, Who, may_look

log = logging.getLogger("baumeister.server")

MOST_TRIES: Final = 100
"""How often a decision is made anew because another process was quicker."""
OPTIONS_OF_A_TABLE: Final = 512  # bytes
SIMPLEST: Final = "random"
"""The bot that cannot fail: it needs no thinking."""

Decide = Callable[[Table], list[e.AnyEvent]]
New = tuple[TableRow, bytes, set[str]]


class Listener(Protocol):
    """A connection, as far as the hub knows it."""

    def changed(self, table_id: str) -> None: ...
    def your_turn(self, table_id: str, seat: int) -> None: ...
    def is_now(self, session: Session | None) -> None: ...


class LiveTable:
    """A table in memory, with what it takes to write its log on."""

    __slots__ = (
        "__weakref__",
        "bots",
        "id",
        "listeners",
        "lock",
        "n",
        "owing",
        "seed",
        "table",
        "timer",
        "total",
        "weight",
    )

    def __init__(self, row: TableRow, table: Table, n: int, total: int) -> None:
        self.id = row.id
        self.seed = row.seed
        self.table = table
        self.n = n
        """The number of the next row."""
        self.total = total
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.bots: set[int] = set()
        """The seats for which a bot is thinking."""
        self.weight = 1 + len(msgspec.json.encode(table.created.options)) // OPTIONS_OF_A_TABLE
        """Beside a plain table: a tile set of one's own takes much room."""
        self.timer: asyncio.TimerHandle | None = None
        self.owing: tuple[int, ...] = ()
        """Who owed a decision when last told."""

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.seed)

    @property
    def idle(self) -> bool:
        return not (self.listeners or self.bots or self.timer or self.lock.locked())


class Hub:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        workers: Workers,
        helpers: Workers,
        metrics: Metrics,
    ) -> None:
        self.store = store
        self.settings = settings
        self.workers = workers
        """They think for the bots."""
        self.helpers = helpers
        """They do what people ask for beside the game: however much that is, no bot waits."""
        self.metrics = metrics
        self.announce: Callable[[str], None] | None = None
        """Tells other processes that a table has changed."""
        self.people: dict[str, set[Listener]] = {}
        """The connections of each person."""
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Every table in memory: there is never a second copy as long as anybody has one."""
        self._kept: dict[str, LiveTable] = {}
        """Those that stay there, the latest used last."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._pace = random.SystemRandom()

    # --- from the outside --------------------------------------------------------------

    async def open(self, table_id: str) -> LiveTable:
        """The table, read from its log if it is not in memory."""
        live = self._live.get(table_id)
        if live is not None:
            self._keep(live)
            return live
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def enter(self, table_id: str, who: Who | None, invite: str | None) -> LiveTable:
        """The table, if this person may look at it."""
        live = await self.open(table_id)
        if not may_look(live.table, who, invite):
            raise NoTableError
        return live

    async def create(self, new: c.NewTable, who: Who) -> LiveTable:
        seed, invite = ids.seed(), ids.secret()
        created = create(new, who, commitment_of(seed), invite, self._now())
        return await self._found(created, seed)

    async def do(
        self, table_id: str, who: Who, command: c.AnyCommand, invite: str | None = None
    ) -> str | None:
        """A command; returns when it is durable. Of a rematch: the table it is played at."""
        if isinstance(command, c.Sit):
            invite = command.invite or invite
            command = msgspec.structs.replace(command, invite=invite)
        live = await self.enter(table_id, who, invite)
        if isinstance(command, c.Rematch):
            return await self._rematch(live, who)

        def events(table: Table) -> list[e.AnyEvent]:
            return decide(table, who, command, live.secrets, self._now())

        await self.change(live, events)
        return None

    async def change(self, live: LiveTable, events_of: Decide) -> None:
        """Decide, make it durable, apply it, tell everybody. Other processes may be quicker:
        then it is decided anew."""
        async with live.lock:
            before = live.n
            try:
                if await self._commit(live, events_of):
                    await self._settle(live)
            finally:
                if live.n != before:
                    self._tell(live)

    async def catch_up(self, table_id: str) -> None:
        """Another process has changed the table."""
        live = self._live.get(table_id)
        if live is not None:
            try:
                async with live.lock:
                    await self._read_on(live)
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})
            self._tell(live)

    async def look_round(self) -> None:
        """Take in what other processes have written and we have not been told of."""
        known = {table_id: live.n for table_id, live in self._live.items()}
        for table_id, length in (await self.store.lengths(known)).items():
            if length > known[table_id]:
                await self.catch_up(table_id)

    async def wake(self) -> None:
        """Load the tables that go on by themselves."""
        for table_id in await self.store.tables_that_wake():
            if table_id not in self._live:
                try:
                    await self.open(table_id)
                except DamagedError as error:
                    log.error("table damaged", extra={"reason": error.reason})
                except StoreError:
                    raise
                except Exception as error:  # whatever it is: the other tables must wake
                    log.error("table does not wake", exc_info=error)

    async def close(self) -> None:
        """Nothing begins any more; bots and clocks go on where they were after a restart."""
        self._closing = True
        for live in list(self._live.values()):
            if live.timer:
                live.timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tell_person(self, ids: frozenset[str], session: Session | None) -> None:
        """Somebody known by these ids has changed, or (None) has logged out: the open
        connections follow at once."""
        for listener in set().union(*(self.people.get(each, ()) for each in ids)):
            listener.is_now(session)

    def leave(self, live: LiveTable, listener: Listener) -> None:
        live.listeners.discard(listener)
        self._make_room()

    def in_memory(self, table_id: str) -> Table | None:
        live = self._live.get(table_id)
        return live.table if live else None

    @property
    def tables_in_memory(self) -> int:
        return len(self._live)

    def _now(self) -> int:
        return self.settings.clock()

    # --- loading and writing -----------------------------------------------------------

    async def _load(self, table_id: str) -> LiveTable:
        row = await self.store.table(table_id)
        if row is None:
            raise NoTableError
        stored = await self.store.log(table_id)
        table = fold(row, stored.rows)
        live = LiveTable(row, table, len(stored.rows), stored.total)
        self._keep(live)
        self._make_room()
        try:
            async with live.lock:
                if self.settings.database is None:  # else another process was there
                    await self._commit(live, lambda table: back(table, self._now()))
                await self._settle(live)
        finally:
            self._tell(live)
        return live

    async def _found(self, created: e.Created, seed: str) -> LiveTable:
        """A new table."""
        row, data, people = self._new(created, seed)
        await self.store.create_table(row, data, people)
        live = LiveTable(row, Table(created), 1, chained(first_sum(row.id), data))
        self._keep(live)
        self._make_room()
        self.metrics.tables_created.labels(created.game).inc()
        async with live.lock:
            await self._settle(live)
        self._tell(live)
        return live

    def _new(self, created: e.Created, seed: str) -> New:
        """What is stored of a new table: its row, its log, its people."""
        table = Table(created)
        return self._row(ids.table_id(), table, seed), e.encode([created]), _people(table)

    async def _commit(
        self, live: LiveTable, events_of: Decide, *, makes: New | None = None
    ) -> bool:
        """Whether anything was done."""
        for _ in range(MOST_TRIES):
            events = events_of(live.table)
            if not events:
                return False
            if await self._append(live, events, makes):
                return True
            await self._read_on(live)
        raise StoreError("others write to this table all the time; try again")

    async def _append(
        self, live: LiveTable, events: list[e.AnyEvent], makes: New | None = None
    ) -> bool:
        data = e.encode(events)
        total = chained(live.total, data)
        row, people, left = None, set(), set()
        if any(not isinstance(each, _FREQUENT) for each in events):
            after = self._after(live, events)
            row = self._row(live.id, after, live.seed)
            people = _people(after)
            left = _people(live.table) - people
        began = asyncio.get_running_loop().time()
        done = await self.store.append(
            live.id, live.n, data, total, row=row, people=people, left=left, makes=makes
        )
        self.metrics.durable.observe(asyncio.get_running_loop().time() - began)
        if done:
            live.n += 1
            live.total = total
            for event in events:
                live.table.apply(event)
                self.metrics.count(event)
            if self.announce:
                self.announce(live.id)
        return done

    def _after(self, live: LiveTable, events: list[e.AnyEvent]) -> Table:
        """What lists will say: seats and status after events that are not applied yet."""
        table = Table(live.table.created)
        table.seats, table.status, table.ended = (
            live.table.seats,
            live.table.status,
            live.table.ended,
        )
        table.match = live.table.match.copy()
        for event in events:
            table.apply(event)
        return table

    async def _read_on(self, live: LiveTable) -> None:
        """Take in what another process has written."""
        stored = await self.store.log(live.id, live.n, live.total)
        for data in stored.rows:
            for event in e.decode(data):
                live.table.apply(event)
        live.n += len(stored.rows)
        live.total = stored.total

    async def _settle(self, live: LiveTable) -> None:
        """What follows by itself."""
        while await self._commit(live, lambda table: due(table, live.secrets, self._now())):
            pass

    def _row(self, table_id: str, table: Table, seed: str) -> TableRow:
        return row_of(table_id, table, seed, self._now())

    def _keep(self, live: LiveTable) -> None:
        self._live[live.id] = live
        self._kept.pop(live.id, None)
        self._kept[live.id] = live

    def _make_room(self) -> None:
        """Let go of tables that nobody looks at, the longest unused first."""
        spare = sum(live.weight for live in self._kept.values()) - self.settings.tables_in_memory
        for table_id in list(self._kept) if spare > 0 else ():
            live = self._kept[table_id]
            if live.idle:
                del self._kept[table_id]
                spare -= live.weight
                if spare <= 0:
                    return

    # --- what goes on ------------------------------------------------------------------

    def _tell(self, live: LiveTable) -> None:
        """Everybody who should know; then it goes on."""
        for listener in live.listeners:
            listener.changed(live.id)
        table = live.table
        for seat in table.owing:
            person = table.seats[seat].person
            if seat not in live.owing and table.seats[seat].kind == "human" and person:
                for listener in self.people.get(person, set()) - live.listeners:
                    listener.your_turn(live.id, seat)
        live.owing = table.owing
        self._go_on(live)

    def _go_on(self, live: LiveTable) -> None:
        """Clocks run and bots think."""
        if self._closing:
            return
        self._set_timer(live)
        table = live.table
        for seat in table.owing:
            if table.seats[seat].kind == "bot" and seat not in live.bots:
                live.bots.add(seat)
                self._start(self._think(live, seat))

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _set_timer(self, live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        flag = live.table.clocks.next_flag()
        if flag is not None and live.table.status == Status.PLAYING:
            left = flag[0] - self._now()
            wait = left / 1000 + 0.005 if left > 0 else 1.0  # overdue: the store has failed
            wait = min(wait, 24 * 3600.0)  # it looks again then
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(wait, lambda: self._start(self._ring(live)))

    async def _ring(self, live: LiveTable) -> None:
        try:
            await self.change(live, lambda table: due(table, live.secrets, self._now()))
        except BaumeisterError as error:
            log.error("clock", extra={"reason": error.reason})
        finally:
            self._set_timer(live)  # it may have rung too early

    async def _think(self, live: LiveTable, seat: int) -> None:
        """A bot's decision, from its view alone."""
        try:
            table = live.table
            code = table.seats[seat].bot or SIMPLEST
            version = table.version_for(seat)
            pause = 0.0
            if table.created.bot_pace and table.humans():
                pause = self._pace.uniform(*self.settings.bot_delay)
            began = asyncio.get_running_loop().time()
            action = await self._choose(live, seat, code)
            await asyncio.sleep(max(0.0, pause - (asyncio.get_running_loop().time() - began)))
            acted = e.Acted(at=self._now(), seat=seat, action=action)
            await self.change(live, lambda table: bot_acts(table, acted, version, live.secrets))
        except SubmitError:
            pass  # the moment has passed: an undo, or another process was quicker
        except Exception as error:  # whatever it is: the table must not hang
            reason = _safe(error) if isinstance(error, BaumeisterError) else "unforeseen"
            log.error("bot could not move", extra={"reason": reason}, exc_info=error)
            await asyncio.sleep(1)
        finally:
            live.bots.discard(seat)
        self._go_on(live)

    async def _choose(self, live: LiveTable, seat: int, code: str) -> str:
        match, game = live.table.match.copy(), live.table.game  # the table's may move on
        view, legal = match.view(seat), match.legal(seat)
        if code != SIMPLEST:
            try:
                action = await self._thought(game.id, code, view, legal)
                match.submit(seat, action)
                return action
            except BusyError:
                raise
            except (JobError, SubmitError) as error:
                log.warning("bot replaced", extra={"bot": code, "reason": _safe(error)})
                self.metrics.bots_replaced.inc()
                await self.change(
                    live, lambda table: bot_failed(table, seat, code, SIMPLEST, self._now())
                )
        return str(RandomBot(game).decide(view, legal, self._pace))

    async def _thought(self, *question: Any) -> str:
        """What a worker says. One that dies may have been ended from outside: another tries."""
        given: dict[str, Any] = {"patience": self.settings.bot_patience, "however_many": True}
        try:
            action = await self.workers.do("decide", *question, **given)
        except DiedError:
            action = await self.workers.do("decide", *question, **given)
        if not isinstance(action, str):
            raise JobError("the bot answered nonsense")
        return action

    async def _rematch(self, live: LiveTable, who: Who) -> str:
        """The next table, made by the first who asks."""
        async with live.lock:
            before = live.table.rematch
            called_off = before and (await self.open(before)).table.status == Status.CLOSED
            if before is None or called_off:
                seed, invite = ids.seed(), ids.secret()
                created = rematch(live.table, who, commitment_of(seed), invite, self._now())
                created = msgspec.structs.replace(created, rematch_of=live.id)
                new = self._new(created, seed)
                told = e.Rematched(at=self._now(), table=new[0].id)
                if await self._commit(
                    live, lambda t: [told] if t.rematch == before else [], makes=new
                ):
                    self.metrics.tables_created.labels(created.game).inc()
                self._tell(live)
        following = await self.open(live.table.rematch or "")
        await self.change(following, lambda table: agree_to_rematch(table, who, self._now()))
        return following.id


def _people(table: Table) -> set[str]:
    """Among whose tables this one is."""
    return {seat.person for seat in table.seats if seat.person} | {table.created.host}


def _safe(error: BaumeisterError) -> str:
    """Why, for the log: a refusal names the cards of the hand."""
    return error.code if isinstance(error, SubmitError) else error.reason


_FREQUENT: Final = (
    e.Acted,
    e.Retracted,
    e.Rolled,
    e.Said,
    e.Salted,
    e.Asked,
    e.Answered,
    e.Undone,
    e.Back,
)
"""Events after which lists say the same. They say when they last changed: that must not move
with a decision that others do not see yet."""
