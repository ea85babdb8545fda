"""`baumeister puzzles`: make puzzles out of self-play, verify or explain a file of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from baumeister import __version__
from baumeister.cli.console import count_of, err, print_json, progress, stop
from baumeister.cli.shared import CoresFlag, GameArgument, JsonFlag, cores_to_use, find_game
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.registry import find
from baumeister.puzzles.days.calendar import FIRST, days_from
from baumeister.puzzles.days.files import append_day, make_day, missing_days
from baumeister.puzzles.files import FORMAT, Appending, PuzzleFile, read_puzzles, write_puzzles
from baumeister.puzzles.making.explaining import explain_again as again
from baumeister.puzzles.making.self_play import Budgets, Made, make_from_game
from baumeister.puzzles.making.verifying import TIMES, Verified, verify
from baumeister.puzzles.parts import day_kind_of, is_day, kind_of
from baumeister.puzzles.puzzle import Puzzle
from baumeister.work import in_order, using

DAY_NODES: Final = 50_000
"""Plans to try for each side of a day's board."""


def puzzles_command(
    game_id: Annotated[str, GameArgument],
    /,
    *,
    kind: Annotated[str, Parameter(help="The kind of puzzle; a wrong one lists them all.")],
    out: Annotated[Path, Parameter(help="The file; the same command continues it.")],
    count: Annotated[int, Parameter(help="How many puzzles; with --verify, at most.")] = 400,
    seed: Annotated[int, Parameter(help="The same seed makes the same puzzles.")] = 0,
    nodes: Annotated[
        int | None,
        Parameter(help="Simulations for each search of a candidate; of a day, plans to try."),
    ] = None,
    first: Annotated[
        str, Parameter(help="Puzzles of the day: the first day; --count days follow.")
    ] = FIRST.isoformat(),
    verify: Annotated[
        bool,
        Parameter(help="Check the puzzles of the file with ten times their budget.", negative=()),
    ] = False,
    explain_again: Annotated[
        bool,
        Parameter(
            help="Explain the puzzles of the file again and drop those without a clear cause.",
            negative=(),
        ),
    ] = False,
    cores: CoresFlag = 1,
    json: JsonFlag = False,
) -> None:
    """Make puzzles: positions from self-play whose best move is clear but not obvious."""
    game = find_game(game_id)
    if count < 1:
        stop("--count must be 1 or more")
    if nodes is not None and nodes < 100:
        stop("--nodes must be 100 or more")
    try:
        if is_day(game, kind):
            _make_days(game, kind, days_from(first, count), nodes or DAY_NODES, out)
            return
        kind_of(game, kind)
        if verify:
            _verify(read_puzzles(out), count, seed, cores_to_use(cores), json=json)
            return
        if explain_again:
            _explain_again(out, cores_to_use(cores), json=json)
            return
        budgets = Budgets(verify=nodes or Budgets().verify)
        file = Appending(out, provenance(game, kind, seed, budgets))
        _make(game, file, count, cores_to_use(cores))
        file.finish(count)
    except BaumeisterError as error:
        stop(str(error))
    counts = file.found.counts
    if json:
        print_json({"file": str(out), **counts})
        return
    err.print(
        f"Wrote {count_of(len(file.found.puzzles), 'puzzle')} to {out}."
        f" {counts['games']} games of self-play, {counts['decisions']} decisions,"
        f" {counts['candidates']} candidates, {counts['puzzles']} passed.",
        markup=False,
    )


def _make_days(game: AnyGame, kind: str, days: Sequence[str], nodes: int, path: Path) -> None:
    """Write what is known about the games of these days; those that are there already stay."""
    head = {
        "format": FORMAT,
        "game": game.id,
        "kind": kind,
        "nodes": nodes,
        "version": __version__,
        "rules_version": game.rules_version,
        "command": f"baumeister puzzles {game.id} --kind {kind} --nodes {nodes}",
    }
    missing = missing_days(path, head, days)
    with progress() as bar:
        for day in bar.track(missing, description="Planning"):
            append_day(path, make_day(game, day_kind_of(game, kind), day, nodes))
    err.print(f"Wrote {count_of(len(missing), 'day')} to {path}.", markup=False)


def provenance(game: AnyGame, kind: str, seed: int, budgets: Budgets) -> dict[str, Any]:
    """The first line of a file: all that decides which puzzles it has."""
    return {
        "format": FORMAT,
        "game": game.id,
        "kind": kind,
        "seed": seed,
        "budgets": budgets._asdict(),
        "version": __version__,
        "rules_version": game.rules_version,
        "command": f"baumeister puzzles {game.id} --kind {kind} --seed {seed}"
        f" --nodes {budgets.verify}",
    }


def _game(game_id: str, kind: str, seed: int, budgets: Budgets, number: int) -> Made:
    """Make the puzzles of one game, in a worker."""
    return make_from_game(find(game_id), kind, seed, number, budgets)


def _make(game: AnyGame, file: Appending, count: int, cores: int) -> None:
    head, done = file.found.head, len(file.found.puzzles)
    make = partial(_game, game.id, head["kind"], head["seed"], Budgets(**head["budgets"]))
    with using(cores=cores) as pool, progress() as bar:
        task = bar.add_task("Making puzzles", total=count, completed=done)
        start = file.found.counts["games"]
        while len(file.found.puzzles) < count:
            part = range(start, start + 4 * cores)
            for made in in_order(pool, make, part, name=lambda number: f"game {number}"):
                file.add(made)
                bar.update(task, completed=min(count, len(file.found.puzzles)))
                if len(file.found.puzzles) >= count:
                    return
            start = part.stop


def _explain_again(path: Path, cores: int, *, json: bool) -> None:
    """Write the file again with new explanations, without the puzzles that have objections."""
    found = read_puzzles(path)
    explain = partial(again, nodes=found.head["budgets"]["verify"])
    with using(cores=cores) as pool, progress() as bar:
        results = in_order(pool, explain, found.puzzles, name=lambda puzzle: f"puzzle {puzzle.id}")
        listed = list(bar.track(results, total=len(found.puzzles), description="Explaining"))
    kept = [puzzle for puzzle, objections in listed if not objections]
    dropped = Counter(each for _, objections in listed for each in objections)
    write_puzzles(path, replace(found, puzzles=kept))
    if json:
        print_json({"explained": len(listed), "kept": len(kept), "objections": dropped})
        return
    why = ", ".join(f"{name} {count}" for name, count in dropped.most_common())
    err.print(
        f"Kept {len(kept)} of {len(listed)} puzzles. Objections: {why or 'none'}.", markup=False
    )


def _one(nodes: int, seed: int, puzzle: Puzzle) -> Verified:
    return verify(puzzle, nodes, seed)


def _verify(found: PuzzleFile, count: int, seed: int, cores: int, *, json: bool) -> None:
    """Print how many of the puzzles survive; the file stays as it is."""
    chosen = found.puzzles[:count]
    nodes = TIMES * found.head["budgets"]["verify"]
    check = partial(_one, nodes, seed + 1_000_003)
    with using(cores=cores) as pool, progress() as bar:
        results = in_order(pool, check, chosen, name=lambda puzzle: f"puzzle {puzzle.id}")
        listed = list(bar.track(results, total=len(chosen), description="Verifying"))
    failed = [each for each in listed if not each.survives]
    share = 1 - len(failed) / max(1, len(listed))
    if json:
        print_json(
            {
                "verified": len(listed),
                "nodes": nodes,
                "survive": round(share, 4),
                "failed": [each._asdict() for each in failed],
            }
        )
        return
    err.print(
        f"{len(listed) - len(failed)} of {len(listed)} puzzles survive {nodes} simulations a"
        f" search: {100 * share:.1f} %.",
        markup=False,
    )
    for each in failed:
        moves = ", ".join(each.best)
        err.print(f"{each.id}: best moves {moves}; margin {each.margin:.3f}", markup=False)
