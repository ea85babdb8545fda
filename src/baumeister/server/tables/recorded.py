"""Convert a table into a record."""

from __future__ import annotations

from baumeister.core.chance import actor_text
from baumeister.records import Fairness, Player, Record, annotations_of
from baumeister.server.tables.table import Table


def fairness_of(table: Table) -> Fairness:
    """The commitment of the table and, once the game is over, its seed."""
    seed = (table.ended.seed or None) if table.ended else None
    salts = table.salts if any(table.salts) else ()
    return Fairness(table.created.commitment, salts, seed)


def record_of_table(table: Table, started: str | None) -> Record:
    """The whole game so far, hidden information included."""
    outcome = table.match.outcome
    notes, variations = annotations_of(table.created.annotations)
    sides = table.game.sides(table.game.options_of(table.match.state))
    return Record(
        game_id=table.game.id,
        options=table.game.options_of(table.match.state),
        players=tuple(
            Player(
                number,
                seat.name or f"Seat {number + 1}",
                f"bot:{seat.bot}" if seat.kind == "bot" else "human",
                sides[number] if sides else None,
            )
            for number, seat in enumerate(table.seats)
        ),
        log=tuple(f"{actor_text(actor)} {action}" for actor, action, _ in table.story.game_lines()),
        started=started,
        result=outcome.as_result() if outcome else None,
        chance=fairness_of(table) if table.created.commitment else None,
        take_backs=tuple(table.story.take_backs()) if table.take_backs else (),
        notes=notes,
        variations=variations,
    )
