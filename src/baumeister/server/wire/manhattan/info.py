"""What Manhattan adds to its entry in the catalogue."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import asdict

from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.urban import CLAUSES
from baumeister.server.wire.info import EditionInfo, GameInfo


class ManhattanEdition(EditionInfo, frozen=True):
    """An edition of Manhattan; POST /api/options resolves the options it presets."""

    districts: list[str]
    """The names of the districts A to F."""
    colours: list[str]
    plans: dict[str, tuple[int, int]]
    """By number of players: rounds, and blocks per colour and round."""


class UrbanCard(Struct, frozen=True):
    """An urban card and the clause that explains it."""

    name: str
    clause: str


class ManhattanInfo(GameInfo, frozen=True):
    """GameInfo of Manhattan."""

    editions: list[ManhattanEdition]  # type: ignore[assignment]
    urban: list[UrbanCard]


def info(base: GameInfo) -> ManhattanInfo:
    """Add editions and urban cards."""
    return ManhattanInfo(
        **asdict(base) | {"editions": _editions()},
        urban=[UrbanCard(*each) for each in CLAUSES.items()],
    )


def _editions() -> list[ManhattanEdition]:
    return [
        ManhattanEdition(
            id=name,
            title=edition.title,
            districts=list(edition.districts),
            colours=list(edition.colours),
            plans={str(players): plan for players, plan in edition.plans.items()},
        )
        for name, edition in EDITIONS.items()
    ]
