"""Medians, spread and ratios of the measurements, and the table."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .kinds import KINDS

REFERENCE = "Manhattan, 4 players"
REFERENCES = {
    "batches": "Manhattan, 4 players, 4096 at once",
    "start": "… and one random game of Manhattan",
}


@dataclass
class Row:
    kind: str
    who: str
    what: str
    found: list[float] = field(default_factory=list)  # by round
    why_not: str = ""

    @property
    def ours(self) -> bool:
        return self.who.startswith("Baumeister")


def ratio(kind: str, ours: Row, other: Row) -> float:
    """How many times faster or smaller ours is: the median over the rounds."""
    pairs = zip(ours.found, other.found, strict=False)
    return median(a / b if KINDS[kind].more_is_better else b / a for a, b in pairs if a and b)


def reference(rows: list[Row], kind: str) -> Row | None:
    """The row that others of its kind are compared with: ours at Manhattan, if measured."""
    measured = [row for row in rows if row.kind == kind and row.found and row.ours]
    known = (row for row in measured if row.what == REFERENCES.get(kind, REFERENCE))
    return next(known, measured[0] if measured else None)


def number(value: float) -> str:
    """A number with about three digits: more would be noise."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            value /= size
            return f"{value:.0f}{letter}" if value >= 100 else f"{value:.3g}{letter}"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def show(rows: list[Row], console: Console) -> None:
    for kind, about in KINDS.items():
        of_kind = [row for row in rows if row.kind == kind]
        if not of_kind:
            continue
        compared = reference(rows, kind)
        table = Table(title=about.title, title_justify="left", caption=about.note,
                      caption_justify="left", title_style="bold")  # fmt: skip
        table.add_column("")
        table.add_column("", overflow="fold")
        table.add_column(about.unit, justify="right")
        table.add_column("lowest – highest", justify="right", overflow="fold")
        table.add_column("Manhattan is" if compared else "", justify="right")
        for row in of_kind:
            if not row.found:
                table.add_row(escape(row.who), escape(row.what), "–", escape(row.why_not), "")
                continue
            spread = f"{number(min(row.found))} – {number(max(row.found))}"
            times = (
                ""
                if compared is None or row is compared
                else f"{number(ratio(kind, compared, row))}×"
            )
            table.add_row(
                escape(row.who), escape(row.what), number(median(row.found)), spread, times
            )
        console.print(table)


def as_json(rows: list[Row], machine: dict[str, Any]) -> dict[str, Any]:
    found = []
    for row in rows:
        entry = asdict(row)
        compared = reference(rows, row.kind)
        if row.found:
            entry |= {"median": median(row.found), "unit": KINDS[row.kind].unit}
        if row.found and compared is not None:
            entry["reference_is"] = ratio(row.kind, compared, row)
        found.append(entry)
    return {"machine": machine, "rows": found}
