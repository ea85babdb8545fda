"""`baumeister train`: bots learn by playing."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import TaskID

from baumeister import __version__
from baumeister.cli.budget import check_budget
from baumeister.cli.console import err, out, progress, stop
from baumeister.fast import compiled, why_not
from baumeister.training import run

GAMES = ("manhattan", "manhattan-judge", "manhattan-rivals", "tangram-city")


def train(
    game_id: Annotated[str, Parameter(name=["GAME"], help=f"The game: {' or '.join(GAMES)}.")],
    /,
    *,
    out_folder: Annotated[
        Path, Parameter(name="--out", help="The folder for all that is learned; made if absent.")
    ],
    games: Annotated[
        int | None,
        Parameter(
            help="Manhattan: games in an iteration, every seat searching (400); its judge: one "
            "seat searching against others (512); its rivals: of all kinds of bots (1600). "
            "Tangram City: games of each habit (150)."
        ),
    ] = None,
    seed: Annotated[int, Parameter(help="The same seed gives the same weights.")] = 0,
    cores: Annotated[
        int | None, Parameter(help="How many games at a time; else all cores.")
    ] = None,
    resume: Annotated[bool, Parameter(help="Go on with what the folder has.", negative=())] = False,
    players: Annotated[int | None, Parameter(help="Manhattan: for how many (4).")] = None,
    iterations: Annotated[
        int | None, Parameter(help="Manhattan: how often to play and learn (6; its judge 120).")
    ] = None,
    nodes: Annotated[
        int | None, Parameter(help="Manhattan: simulations for a decision (1000; its judge 64).")
    ] = None,
    exploration: Annotated[
        float | None, Parameter(help="Manhattan: the constant of the search's bound (0.5).")
    ] = None,
    variety: Annotated[
        int | None,
        Parameter(
            help="Manhattan: every so many games have other options (6; its rivals 8); 0: none."
        ),
    ] = None,
    generations: Annotated[
        int | None, Parameter(help="Tangram City: how often to play and learn (400).")
    ] = None,
    habits: Annotated[
        int | None, Parameter(help="Tangram City: habits in a generation (16).")
    ] = None,
) -> None:
    """Let a game's bots play by themselves, and fit their weights to it."""
    if game_id not in GAMES:
        stop(f"no training for {game_id}; there is: {', '.join(GAMES)}")
    if not compiled():
        stop(f"training needs the compiled core: {why_not()}")
    try:
        training = import_module(f"baumeister.training.{game_id.replace('-', '_')}")  # an extra
    except ImportError as missing:
        stop(f"training needs {missing.name}: pip install 'baumeister[train]'")
    check_budget(None, nodes)
    numbers = {
        "games": games,
        "players": players,
        "iterations": iterations,
        "nodes": nodes,
        "exploration": exploration,
        "variety": variety,
        "generations": generations,
        "habits": habits,
    }
    said = {name: number for name, number in numbers.items() if number is not None}
    own = [name for name in numbers if name in training.Plan._fields]
    if foreign := [name for name in said if name not in own]:
        stop(f"--{foreign[0]} is not for {game_id}, which has {', '.join(f'--{n}' for n in own)}")
    cores = os.cpu_count() or 1 if cores is None else cores
    if seed < 0 or cores < 1:
        stop("--seed must be 0 or more, --cores 1 or more")
    command = f"baumeister {shlex.join(sys.argv[1:])}"
    plan = training.Plan(seed=seed, cores=cores, command=command, commit=_commit(), **said)
    if problem := plan.problem():
        stop(problem)
    try:
        weights = _trained(training, plan, out_folder, resume=resume)
    except run.FolderError as refused:
        stop(str(refused))
    err.print(f"Weights in {out_folder}: {weights.provenance['result']}", markup=False)
    out.print(str(out_folder / plan.weights_file), markup=False, soft_wrap=True)


def _trained(training: Any, plan: Any, folder: Path, *, resume: bool) -> Any:
    run.begin(plan, folder, resume=resume)
    with progress() as bar:
        tasks: dict[str, TaskID] = {}

        def told(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        return training.train(plan, folder, told)


def _commit() -> str:
    """The commit of the code that trains, or its version."""
    here = Path(__file__).parent
    command = ["git", "-C", str(here), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return f"version {__version__}"
