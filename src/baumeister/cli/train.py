"""`baumeister train`: bots learn by playing against themselves."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import TaskID

from baumeister import __version__
from baumeister.cli.budget import check_budget
from baumeister.cli.console import err, out, progress, stop
from baumeister.fast import compiled, why_not

SAME = ("players", "games", "nodes", "seed", "exploration", "variety")
"""What must be as it was for a folder to be gone on with."""


def train(
    game_id: Annotated[str, Parameter(name=["GAME"], help="The game: manhattan.")],
    /,
    *,
    out_folder: Annotated[
        Path, Parameter(name="--out", help="The folder for lessons and weights; made if absent.")
    ],
    players: Annotated[int, Parameter(help="For how many players.")] = 4,
    iterations: Annotated[int, Parameter(help="How often to play and learn.")] = 6,
    games: Annotated[int, Parameter(help="Games in an iteration, every seat searching.")] = 400,
    nodes: Annotated[int, Parameter(help="Simulations for a decision.")] = 1000,
    seed: Annotated[int, Parameter(help="The same seed gives the same weights.")] = 0,
    cores: Annotated[
        int | None, Parameter(help="How many games at a time; else all cores.")
    ] = None,
    exploration: Annotated[float, Parameter(help="The constant of the search's bound.")] = 0.5,
    variety: Annotated[
        int, Parameter(help="Every so many games have other options; 0 for none.")
    ] = 6,
    resume: Annotated[bool, Parameter(help="Go on with what the folder has.", negative=())] = False,
) -> None:
    """Let a game's bots play against themselves, and fit their weights to it."""
    if game_id != "manhattan":
        stop(f"no training for {game_id}; there is: manhattan")
    if players not in (2, 3, 4):
        stop("--players must be 2, 3 or 4")
    if min(iterations, games, nodes) < 1:
        stop("--iterations, --games and --nodes must be 1 or more")
    if variety < 0 or (cores is not None and cores < 1):
        stop("--variety must be 0 or more, --cores 1 or more")
    check_budget(None, nodes)
    if not compiled():
        stop(f"training needs the compiled core: {why_not()}")
    try:
        from baumeister.training import manhattan as training  # noqa: PLC0415  (an extra)
    except ImportError as missing:
        stop(f"training needs {missing.name}: pip install 'baumeister[train]'")
    plan = training.Plan(
        players=players,
        iterations=iterations,
        games=games,
        nodes=nodes,
        seed=seed,
        cores=cores or os.cpu_count() or 1,
        exploration=exploration,
        variety=variety,
        command=f"baumeister {shlex.join(sys.argv[1:])}",
        commit=_commit(),
    )
    begun = training.plan_of(out_folder)
    if begun and not resume:
        stop(f"{out_folder} has lessons already: --resume goes on with them")
    if begun and any(begun[name] != getattr(plan, name) for name in SAME):
        was = ", ".join(f"--{name} {begun[name]}" for name in SAME)
        stop(f"{out_folder} was begun with {was}")
    training.keep_plan(out_folder, plan)
    with progress() as bar:
        tasks: dict[str, TaskID] = {}

        def told(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        weights = training.train(plan, out_folder, told)
    err.print(f"Weights in {out_folder}: {weights.provenance['result']}", markup=False)
    out.print(str(out_folder / f"weights-{iterations:02}.json"), markup=False)


def _commit() -> str:
    """The commit of the code that trains, or its version."""
    here = Path(__file__).parent
    command = ["git", "-C", str(here), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return f"version {__version__}"
