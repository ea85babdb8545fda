"""`baumeister train`: train the weights of bots.

Every installed game may bring trainings (`Plugin.training`): modules with a `Plan`, a NamedTuple
whose fields become flags, and `train(plan, folder, progress)`. A field documents itself by
`Annotated[int, "text"]`.
"""

from __future__ import annotations

import inspect
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

from cyclopts import App, Parameter
from rich.progress import TaskID

from baumeister import __version__
from baumeister.cli.console import err, out, progress, stop
from baumeister.cli.shared import check_budget, usable_cores
from baumeister.core.errors import BaumeisterError
from baumeister.core.plugin import Plugin
from baumeister.core.registry import games, plugin
from baumeister.fast import compiled, why_not
from baumeister.training import run

COMMON: Final = ("seed", "cores", "command", "commit", "game")
"""Fields of every Plan that this command fills in itself."""

Folder = Annotated[Path, Parameter(name="--out", help="The folder for the results.")]
Seed = Annotated[int, Parameter(help="The same seed gives the same weights.")]
Cores = Annotated[
    int | None, Parameter(help="Number of games played at a time; default: all cores.")
]
Resume = Annotated[bool, Parameter(help="Continue the training in the folder.", negative=())]


def make_app() -> App:
    """The command with one subcommand for each training of the installed games."""
    made = App(
        name="train",
        help="Train the weights of bots by self-play.",
        help_format="plaintext",
    )
    for game_id in games():
        owner = plugin(game_id)
        for name, path in owner.training.items():
            made.command(_command(name, owner, path), name=name)
    return made


def _command(name: str, owner: Plugin, path: str) -> Callable[..., None]:
    """The subcommand of a training; one that explains the problem if it cannot run here."""
    if not compiled():
        return _unavailable(f"training needs the compiled core: {why_not()}")
    try:
        training = owner.imported(path)
    except ImportError as missing:
        return _unavailable(f"training needs {missing.name}: pip install 'baumeister[train]'")
    except BaumeisterError as error:
        return _unavailable(str(error))

    def train(**given: Any) -> None:
        folder, resume = given.pop("folder"), given.pop("resume", False)
        seed, cores = given.pop("seed", 0), given.pop("cores", None)
        check_budget(None, given.get("nodes"))
        cores = usable_cores() if cores is None else cores
        if seed < 0 or cores < 1:
            stop("--seed must be 0 or more, --cores 1 or more")
        command, commit = _command_line(), _commit()
        plan = training.Plan(seed=seed, cores=cores, command=command, commit=commit, **given)
        _run(training, plan, folder, resume=resume)

    train.__doc__ = (training.__doc__ or name).partition("\n")[0]
    train.__signature__ = inspect.Signature(_flags(training.Plan))  # type: ignore[attr-defined]
    return train


def _flags(plan: Any) -> list[inspect.Parameter]:
    """The flags of a training: those of every training, then the fields of its Plan."""
    flags = [
        _flag("folder", Folder),
        _flag("seed", Seed, 0),
        _flag("cores", Cores, None),
        _flag("resume", Resume, False),
    ]
    for name, hint in get_type_hints(plan, include_extras=True).items():
        if name not in COMMON:
            text = " ".join(each for each in getattr(hint, "__metadata__", ()))
            annotated: Any = Annotated[hint, Parameter(help=text)]
            flags.append(_flag(name, annotated, plan._field_defaults[name]))
    return flags


def _flag(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, annotation=annotation, default=default)


def _unavailable(reason: str) -> Callable[..., None]:
    def train(
        *_: Annotated[str, Parameter(name=["FLAGS"], allow_leading_hyphen=True)],
    ) -> None:
        """Not available on this machine."""
        stop(reason)

    return train


def _run(training: Any, plan: Any, folder: Path, *, resume: bool) -> None:
    if problem := plan.problem():
        stop(problem)
    try:
        run.begin(plan, folder, resume=resume)
        with progress() as bar:
            tasks: dict[str, TaskID] = {}

            def show(what: str, done: int, total: int) -> None:
                if what not in tasks:
                    tasks[what] = bar.add_task(what, total=total)
                bar.update(tasks[what], completed=done)

            weights = training.train(plan, folder, show)
    except run.FolderError as refused:
        stop(str(refused))
    err.print(f"Weights in {folder}: {weights.provenance['result']}", markup=False)
    out.print(str(folder / plan.weights_file), markup=False, soft_wrap=True)


def _command_line() -> str:
    return f"baumeister {shlex.join(sys.argv[1:])}"


def _commit() -> str:
    """The commit of the code that trains; outside a checkout, its version."""
    here = Path(__file__).parent
    command = ["git", "-C", str(here), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return f"version {__version__}"


app: Final = make_app()
