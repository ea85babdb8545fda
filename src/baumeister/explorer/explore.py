"""Count decisions of recorded games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from baumeister.core.errors import short
from baumeister.core.registry import find
from baumeister.explorer.digest import Decision, Digest, digests
from baumeister.explorer.features import OPENING, features_of, module_of
from baumeister.explorer.selection import ExplorerError, Kind, Selection
from baumeister.explorer.table import Example, Table, Tally
from baumeister.records import Record


def explore(
    source: Path | str | Iterable[Record],
    *,
    game: str | None = None,
    by: str | None = None,
    after: Sequence[str] = (),
    players: int | None = None,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    kind: Kind | None = None,
    player: str | None = None,
    round: int | None = None,  # noqa: A002
    won: bool | None = None,
) -> Table:
    """How often, how well and by whom each value of a feature was chosen in finished games.

    Args:
        source: Records, a file of records or a folder of them (`read_games`).
        game: The game; needed only if there are records of several.
        by: The feature to count (`features_of`), the game's first by default. `opening` counts
            what was played after the decisions of `after`.
        players, edition, options: Only games with these.
        kind, player: Only decisions of a `person` or a `bot`, or of the player with this name or
            bot code.
        round: Only decisions of this round, from 1.
        won: Only decisions of winners (True) or of the others (False).

    Raises:
        ExplorerError: There is nothing to count, or no such feature.
        RecordError: A record is wrong.
    """
    selected = Selection(players, edition, dict(options or {}), kind, player, round, won)
    found = list(digests(source))
    ids = sorted({each.game_id for each in found})
    if game is None:
        if len(ids) != 1:
            what = f"records of several games ({', '.join(ids)})" if ids else "no finished games"
            raise ExplorerError(f"there are {what}; name the game")
        game = ids[0]
    return count(game, found, selected, by=by, after=after)


def count(
    game_id: str,
    games: Iterable[Digest],
    selected: Selection,
    *,
    by: str | None = None,
    after: Sequence[str] = (),
) -> Table:
    """The table of a feature over digests; the last game has the example of an opening."""
    names = list(features_of(find(game_id)))
    by = names[0] if by is None else by
    if by not in names:
        raise ExplorerError(f"there is no feature {short(by)}; there are: {', '.join(names)}")
    if after and by != OPENING:
        raise ExplorerError(f"an opening to continue needs the feature {OPENING!r}")
    of_game = [each for each in games if each.game_id == game_id]
    for option in selected.options:
        if of_game and not any(option in each.options for each in of_game):
            raise ExplorerError(f"{game_id} has no option {short(option)}")
    chosen = [each for each in of_game if selected.has_game(each)]
    tallies: dict[str, Tally] = defaultdict(Tally)
    example = None
    own_lines = module_of(find(game_id)).OWN_LINES
    for number, each in enumerate(chosen):
        if by == OPENING:
            found = list(_continued(each, tuple(after), own_lines))
            example = found[0].example if found else example
            counted = [(step.opening or "", step) for step, _ in found if step]
        else:
            counted = _values(each, by)
        for value, decision in counted:
            if selected.has(each, decision):
                tallies[value].add(number, each.seats[decision.actor], len(each.seats))
    total = sum(tally.count for tally in tallies.values())
    rows = sorted(
        (tally.row(value, total) for value, tally in tallies.items()),
        key=lambda row: (-row.count, row.value),
    )
    return Table(game_id, by, len(chosen), total, tuple(rows), tuple(after), example)


def _values(game: Digest, by: str) -> list[tuple[str, Decision]]:
    return [
        (value, decision)
        for decision in game.decisions
        for name, value in decision.features
        if name == by
    ]


class _Next(NamedTuple):
    """What followed an opening; `step` is None if the game ended with it."""

    step: Decision | None
    example: Example


def _continued(game: Digest, after: tuple[str, ...], own_lines: bool) -> Iterator[_Next]:
    """What followed this opening in a game, for each player or for all; nothing if it was not
    played."""
    steps = [each for each in game.decisions if each.opening is not None]
    lines = [steps]
    if own_lines:
        seats = range(len(game.seats))
        lines = [[each for each in steps if each.actor == seat] for seat in seats]
    for line in lines:
        if not line or tuple(each.opening for each in line[: len(after)]) != after:
            continue
        if len(line) > len(after):
            step = line[len(after)]
            yield _Next(step, Example(game.name, step.line - 1, step.actor))
        else:
            yield _Next(None, Example(game.name, line[-1].line, line[-1].actor))
