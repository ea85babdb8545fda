"""Database statements about attempts at puzzles and about the trainer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore, marks

MOST_RESULTS: Final = 5000
MOST_ITEMS: Final = 500


class ResultRow(NamedTuple):
    """What a person has done with a puzzle."""

    puzzle: str
    day: str
    tries: int
    solved: int
    shown: int
    changed: int


class DayRow(NamedTuple):
    """A person's game of a day."""

    day: str
    moves: str
    score: int | None
    stars: int


class BoardRow(NamedTuple):
    """A finished game on the board of a day."""

    person: str
    name: str
    score: int
    stars: int
    guest: int
    """1 for a guest, who could begin again under another name."""


class TrainerRow(NamedTuple):
    item: str
    puzzle: str
    box: int
    due: int


class PuzzleStore(BaseStore):
    async def puzzle_results(self, people: Iterable[str]) -> list[ResultRow]:
        """All attempts of a person under any of their ids, the latest first."""
        ids = list(people)
        sql = (
            "SELECT puzzle, day, tries, solved, shown, changed FROM puzzle_results"
            f" WHERE person IN ({marks(ids)}) ORDER BY changed DESC, puzzle LIMIT ?"
        )
        return [ResultRow(*row) for row in await self._read(sql, (*ids, MOST_RESULTS))]

    async def puzzle_result(self, people: Iterable[str], puzzle: str) -> ResultRow | None:
        ids = list(people)
        sql = (
            "SELECT puzzle, day, tries, solved, shown, changed FROM puzzle_results"
            f" WHERE person IN ({marks(ids)}) AND puzzle = ? ORDER BY solved DESC, shown DESC"
        )
        rows = await self._read(sql, (*ids, puzzle))
        return ResultRow(*rows[0]) if rows else None

    async def save_result(self, person: str, row: ResultRow) -> None:
        await self._write(
            "INSERT INTO puzzle_results (person, puzzle, day, tries, solved, shown, changed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, puzzle) DO UPDATE SET"
            " day = excluded.day, tries = excluded.tries, solved = excluded.solved,"
            " shown = excluded.shown, changed = excluded.changed",
            (person, *row),
        )

    # --- days --------------------------------------------------------------------------

    async def day_game(self, people: Iterable[str], game: str, day: str) -> DayRow | None:
        """The person's game of this day, the furthest if guests were adopted."""
        ids = list(people)
        sql = (
            "SELECT day, moves, score, stars FROM puzzle_days"
            f" WHERE person IN ({marks(ids)}) AND game = ? AND day = ?"
            " ORDER BY LENGTH(moves) DESC LIMIT 1"
        )
        rows = await self._read(sql, (*ids, game, day))
        return DayRow(*rows[0]) if rows else None

    async def day_games(self, people: Iterable[str], game: str) -> list[DayRow]:
        ids = list(people)
        sql = (
            "SELECT day, '', score, stars FROM puzzle_days"
            f" WHERE person IN ({marks(ids)}) AND game = ? ORDER BY day DESC LIMIT ?"
        )
        return [DayRow(*row) for row in await self._read(sql, (*ids, game, MOST_RESULTS))]

    async def save_day(self, person: str, game: str, row: DayRow, before: str, now: int) -> bool:
        """Store a game of the day; False if its moves are no longer those of `before`."""

        def work(database: Database) -> bool:
            if not before:
                database.execute(
                    "INSERT INTO puzzle_days VALUES (?, ?, ?, '', NULL, 0, ?)"
                    " ON CONFLICT DO NOTHING",
                    (person, game, row.day, now),
                )
            sql = (
                "UPDATE puzzle_days SET moves = ?, score = ?, stars = ?, changed = ?"
                " WHERE person = ? AND game = ? AND day = ? AND moves = ? RETURNING day"
            )
            values = (row.moves, row.score, row.stars, now, person, game, row.day, before)
            return bool(database.execute(sql, values))

        return await self._writer.run(work, person)

    async def day_board(self, game: str, day: str, limit: int) -> list[BoardRow]:
        """The best finished games of a day; an adopted guest's under the account."""
        sql = (
            "SELECT puzzle_days.person, who.name, puzzle_days.score, puzzle_days.stars,"
            " CASE WHEN who.login IS NULL AND who.passkeys = 0 THEN 1 ELSE 0 END"
            " FROM puzzle_days JOIN people ON people.id = puzzle_days.person"
            " JOIN people AS who ON who.id = COALESCE(people.became, people.id)"
            " WHERE puzzle_days.game = ? AND puzzle_days.day = ?"
            " AND puzzle_days.score IS NOT NULL"
            " ORDER BY puzzle_days.score DESC, puzzle_days.changed LIMIT ?"
        )
        return [BoardRow(*row) for row in await self._read(sql, (game, day, limit))]

    # --- trainer -----------------------------------------------------------------------

    async def trained_tables(self, people: Iterable[str]) -> frozenset[str]:
        """The tables whose mistakes were already collected."""
        ids = list(people)
        sql = f"SELECT DISTINCT table_id FROM trainer WHERE person IN ({marks(ids)})"
        return frozenset(str(row[0]) for row in await self._read(sql, ids))

    async def add_mistakes(
        self, person: str, table_id: str, items: Sequence[tuple[str, str]], now: int
    ) -> None:
        """Add mistakes, each an id and a puzzle, and note that the table was collected."""

        def work(database: Database) -> None:
            for item, puzzle in [(f"table {table_id}", ""), *items]:
                database.execute(
                    "INSERT INTO trainer VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING",
                    (person, item, table_id, puzzle, now),
                )

        await self._writer.run(work, person)

    async def trainer_items(self, people: Iterable[str]) -> list[TrainerRow]:
        """The mistakes of a person, the next due first."""
        ids = list(people)
        sql = (
            "SELECT item, puzzle, box, due FROM trainer"
            f" WHERE person IN ({marks(ids)}) AND puzzle <> '' ORDER BY due, item LIMIT ?"
        )
        return [TrainerRow(*row) for row in await self._read(sql, (*ids, MOST_ITEMS))]

    async def trainer_item(self, people: Iterable[str], item: str) -> TrainerRow | None:
        ids = list(people)
        sql = (
            "SELECT item, puzzle, box, due FROM trainer"
            f" WHERE person IN ({marks(ids)}) AND item = ? AND puzzle <> ''"
        )
        rows = await self._read(sql, (*ids, item))
        return TrainerRow(*rows[0]) if rows else None

    async def move_item(self, people: Iterable[str], item: str, box: int, due: int) -> None:
        """Put a mistake into another box."""
        ids = list(people)
        sql = f"UPDATE trainer SET box = ?, due = ? WHERE person IN ({marks(ids)}) AND item = ?"
        await self._write(sql, (box, due, *ids, item))
