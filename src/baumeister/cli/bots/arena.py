"""`baumeister arena`: which bot is stronger, and how certain that is."""

from __future__ import annotations

import json as json_module
import shlex
import sys
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from baumeister.arena import Bounds, make_plan, run, summary
from baumeister.arena.rating.sprt import Test
from baumeister.arena.report.html import page
from baumeister.arena.tournament import Tournament
from baumeister.bots import Budget
from baumeister.cli.bots.arena_report import print_summary
from baumeister.cli.console import err, out, progress, stop
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.shared import (
    CoresFlag,
    GameArgument,
    OnFlag,
    ShardFlag,
    check_budget,
    cores_to_use,
    warn_without_core,
)
from baumeister.core.errors import BaumeisterError
from baumeister.work import LOCAL, Shard

INTERRUPTED: Final = 130
"""The exit code shells use for Ctrl-C."""

ResultFlag = Annotated[
    str | None,
    Parameter(
        name="--json",
        allow_leading_hyphen=True,
        help="Write the result to this file, as JSON; - is standard output, and the tables go to"
        " standard error.",
    ),
]
ReportFlag = Annotated[Path | None, Parameter(help="Write a report with plots to this file.")]


def arena(
    game_id: Annotated[str, GameArgument],
    /,
    *,
    bots: Annotated[
        list[str],
        Parameter(
            help="Codes of bots, separated by commas: 5,4,3 or 5:seconds=0.5,search:nodes=5000.",
            negative_iterable=(),
        ),
    ],
    games: Annotated[
        int, Parameter(help="Number of games, rounded up to whole deals; with --sprt the maximum.")
    ] = 400,
    versus: Annotated[
        bool, Parameter(help="Play the first bot against copies of the second.", negative=())
    ] = False,
    sprt: Annotated[
        str | None,
        Parameter(
            help="With --versus: stop as soon as a sequential test decides whether the first bot is"
            " ELO0 or ELO1 stronger: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA (default 0.05 each)."
        ),
    ] = None,
    seed: Annotated[int, Parameter(help="The seed of the deals.")] = 0,
    seconds: Annotated[
        float | None, Parameter(help="Seconds per decision, for codes without a budget.")
    ] = None,
    nodes: Annotated[
        int | None, Parameter(help="Simulations per decision, for codes without a budget.")
    ] = None,
    cores: CoresFlag = None,
    on: OnFlag = LOCAL,
    shard: ShardFlag = "1/1",
    out_file: Annotated[
        Path | None,
        Parameter(
            name="--out", help="Write every game to this file, and continue from what it holds."
        ),
    ] = None,
    records: Annotated[
        Path | None, Parameter(help="Write a record of every game to this folder.")
    ] = None,
    json: ResultFlag = None,
    html: ReportFlag = None,
    options: GameOptions | None = None,
) -> None:
    """Let bots play each other, in every seat, on the same deals, and estimate their strength."""
    game, resolved = resolve(game_id, options)
    check_budget(seconds, nodes)
    check_result_file(json)
    warn_without_core(game)
    try:
        plan = make_plan(
            game.id,
            resolved,
            split(bots),
            versus=versus,
            seed=seed,
            budget=Budget(seconds, nodes),
        )
        bounds = None if sprt is None else _bounds(sprt)
        with progress() as bar:
            task = bar.add_task("Playing", total=None)

            def show(played: int, total: int, test: Test | None) -> None:
                text = "Playing" if test is None else f"Playing (LLR {test.llr:+.2f})"
                bar.update(task, completed=played, total=total, description=text)

            tournament = run(
                plan,
                games,
                cores=cores_to_use(cores),
                on=on,
                shard=Shard.parse(shard),
                out=out_file,
                records=records,
                bounds=bounds,
                progress=show,
            )
    except BaumeisterError as error:
        stop(str(error))
    _report(tournament, out_file, json, html)


def _report(
    tournament: Tournament, out_file: Path | None, json: str | None, html: Path | None
) -> None:
    if tournament.interrupted:
        again = "run the same command to continue" if out_file else "use --out FILE to continue"
        deals = f"{len(tournament.deals)} whole deals"
        err.print(f"Interrupted: results of {deals}; {again}.", markup=False)
    report(tournament, json, html)
    if tournament.interrupted:
        raise SystemExit(INTERRUPTED)


def check_result_file(json: str | None) -> None:
    """Exit with an error if a flag follows --json instead of a file."""
    if json and json != "-" and json.startswith("-"):
        stop(f"--json needs a file, or - for standard output; not {json}")


def report(tournament: Tournament, json: str | None, html: Path | None) -> None:
    """Print the result, and write it as JSON and as a page if asked for."""
    if not tournament.deals:
        return
    found = summary(tournament)
    print_summary(found, err if json == "-" else out)
    if json:
        text = json_module.dumps(found.data(), ensure_ascii=False, indent=1) + "\n"
        if json == "-":
            sys.stdout.write(text)
        else:
            _write(Path(json), text)
    if html:
        _write(html, page(found, shlex.join(["baumeister", *sys.argv[1:]])))


def _bounds(text: str) -> Bounds:
    try:
        numbers = [float(part) for part in text.split(",")]
        if len(numbers) not in (2, 4):
            raise ValueError
    except ValueError:
        stop(f"--sprt is ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,20; not {text}")
    return Bounds(*numbers)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        stop(f"{path}: {error.strerror}")
