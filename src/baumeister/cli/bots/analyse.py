"""`baumeister analyse`: a report on a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from baumeister.bots import full_code
from baumeister.bots.analysis import analyse
from baumeister.bots.analysis.analyse import SECONDS
from baumeister.bots.bot import Budget
from baumeister.cli.bots.analyse_many import analyse_many
from baumeister.cli.bots.analysis_report import print_report
from baumeister.cli.bots.position_report import print_position
from baumeister.cli.console import print_json, progress, stop
from baumeister.cli.files import open_record
from baumeister.cli.shared import CoresFlag, JsonFlag, OnFlag, check_budget, cores_to_use
from baumeister.core.errors import BaumeisterError
from baumeister.games.clauses import LANGUAGES
from baumeister.records import LINES_EXTENSION
from baumeister.work import LOCAL


def analyse_command(
    file: Annotated[Path | None, Parameter(name=["RECORD"], help="A record.")] = None,
    /,
    *more: Annotated[
        Path, Parameter(name=["MORE"], help="More records, files of JSON lines, or folders.")
    ],
    position: Annotated[
        str | None, Parameter(help="A position text instead: the best actions there, and why.")
    ] = None,
    seat: Annotated[
        int | None, Parameter(help="With --position: the seat that decides; default: the first.")
    ] = None,
    seconds: Annotated[float, Parameter(help="Seconds to think about each decision.")] = SECONDS,
    nodes: Annotated[
        int | None, Parameter(help="Simulations per decision instead; reproducible.")
    ] = None,
    open_cards: Annotated[
        bool, Parameter(help="Judge decisions with all cards face up.", negative=())
    ] = False,
    seed: Annotated[int, Parameter(help="The seed of the search.")] = 0,
    bot: Annotated[
        str | None,
        Parameter(help="Compare decisions with those of this bot; default: with the best found."),
    ] = None,
    language: Annotated[
        str, Parameter(help=f"The language of the reasons: {', '.join(LANGUAGES)}.")
    ] = "en",
    cores: CoresFlag = None,
    on: OnFlag = LOCAL,
    json: JsonFlag = False,
) -> None:
    """Judge every decision of a game: what was better and what it cost; and measure luck.

    With --position: the best actions of a position. Several games, also of one folder or file of
    JSON lines, are analysed in parallel; each gives a line of JSON.
    """
    check_budget(seconds, nodes)
    if language not in LANGUAGES:
        stop(f"--language must be one of {', '.join(LANGUAGES)}")
    if position is not None and file is None:
        budget = Budget(None if nodes else seconds, nodes)
        print_position(position, seat, budget, seed=seed, language=language, json=json)
        return
    if file is None or position is not None:
        stop("give either a RECORD or --position TEXT")
    settings: dict[str, Any] = {
        "seconds": seconds,
        "nodes": nodes,
        "open_cards": open_cards,
        "seed": seed,
    }
    if more or file.is_dir() or file.suffix == LINES_EXTENSION:
        analyse_many([file, *more], {**settings, "bot": bot}, cores_to_use(cores), on)
        return
    record, steps = open_record(file)
    try:
        with progress() as bar:
            task = bar.add_task("Analysing", total=len(steps))
            found = analyse(
                record,
                **settings,
                bot=None if bot is None else full_code(bot, record.game),
                progress=lambda done: bar.update(task, completed=round(done * len(steps))),
            )
    except BaumeisterError as error:
        stop(str(error))
    if json:
        print_json(found.data())
        return
    print_report(record, found, language)
