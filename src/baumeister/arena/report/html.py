"""The report of a tournament: one self-contained HTML page."""

from __future__ import annotations

from html import escape
from math import isfinite

from baumeister import __version__
from baumeister.arena.rating.statistics import Estimate
from baumeister.arena.report.plots import Scale, distributions, intervals, seconds_text, times
from baumeister.arena.report.words import (
    forfeit_lines,
    percent,
    points_text,
    rating_note,
    signed,
    verdict,
    versus_line,
)
from baumeister.arena.results import BotSummary, Summary
from baumeister.arena.storage.files import build

STYLE = """
:root{color-scheme:light dark;--paper:#faf8f4;--card:#fff;--ink:#23211e;--soft:#6b665f;
--line:#e3ded5;--accent:#b4532a;--accent-soft:#e9b79f;--good:47,125,79;--bad:178,62,50}
@media(prefers-color-scheme:dark){:root{--paper:#191817;--card:#232120;--ink:#ece8e1;--soft:#a39d94;
--line:#3a3735;--accent:#e58a5f;--accent-soft:#7a4a35;--good:94,178,124;--bad:222,110,96}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}main{max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.7rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:0 0 .75rem}
h1,p{overflow-wrap:anywhere}p{margin:.25rem 0}.soft{color:var(--soft)}
.summary{font-size:1.1rem;margin:1rem 0 0}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.25rem;
margin-top:1.25rem}.wide{overflow-x:auto}code{font:13px/1.5 ui-monospace,monospace;
overflow-wrap:anywhere}svg{display:block;width:100%;max-width:44rem;height:auto;overflow:visible}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.45rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th{font-weight:600;color:var(--soft);font-size:.85rem}
th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:var(--card)}
td:first-child,.heat th{white-space:normal;overflow-wrap:anywhere;min-width:7.5rem;max-width:15rem}
tr:last-child td{border-bottom:0}.heat td:not(:first-child),.heat th{text-align:center}
td small{display:block;opacity:.75}
text{font:9px system-ui,sans-serif;fill:var(--ink)}
.tick{text-anchor:middle;fill:var(--soft)}.grid{stroke:var(--line)}
.mark{stroke:var(--soft);stroke-dasharray:4 4}.range{stroke:var(--accent);stroke-width:2}
.dot{fill:var(--accent)}.ring{fill:var(--card);stroke:var(--accent);stroke-width:2}
.histogram{fill:var(--accent-soft);stroke:var(--accent)}.middle{stroke:var(--ink);stroke-width:2}
.bar{fill:var(--accent-soft)}.value{font-variant-numeric:tabular-nums;text-anchor:end}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0}dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
@media(max-width:40rem){text{font-size:12px}main{padding:1.5rem .75rem 3rem}section{padding:1rem}}
@media(max-width:27rem){text{font-size:15px}}
"""


def page(found: Summary, command: str) -> str:
    """The page as HTML."""
    title = f"Arena: {found.plan.game_id}, {found.plan.players} " + (
        "player" if found.plan.players == 1 else "players"
    )
    summaries = [versus_line(found)] if found.elo else []
    summaries += [verdict(found.test)] if found.test else []
    summaries += forfeit_lines(found)
    bots = [found.bots[bot] for bot in found.order]
    sections = [_strength(found, bots), _results(found, bots)]
    if len(found.bots) > 1:
        sections.append(_cross(found))
    points = distributions([bot.code for bot in bots], [bot.all_points for bot in bots])
    sections.append(_section("Points", points, "The vertical line is the mean."))
    sections += [_thinking(bots), _provenance(found, command)]
    stopped = " It was interrupted." if found.interrupted else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>"
        f'<p class="soft">{found.games} games: {found.deals} deals, each played in every seating.'
        f"{stopped} Intervals are 95 % confidence intervals.</p>"
        + "".join(f'<p class="summary">{escape(text)}</p>' for text in summaries)
        + "".join(sections)
        + "</main></body></html>\n"
    )


def _section(title: str, body: str, note: str = "") -> str:
    below = f'<p class="soft">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{body}{below}</section>"


def _strength(found: Summary, bots: list[BotSummary]) -> str:
    names = [bot.code for bot in bots]
    rated = [bot.rating for bot in bots if bot.rating]
    won = [bot.won for bot in bots if bot.won]
    if rated:
        texts = [signed(each.value) for each in rated]
        plot = intervals(names, rated, texts, _around(rated), mark=0, tick="{:.0f}")
        return _section("Rating (Elo)", plot, rating_note(found))
    if won:
        texts = [f"{each.value:.1%}" for each in won]
        plot = intervals(names, won, texts, Scale(0, 1), mark=found.equal, tick="{:.0%}")
        return _section("Share of the wins", plot, "The dashed line: equally strong bots.")
    points = [bot.points for bot in bots]
    texts = [f"{each.value:.1f}" for each in points]
    plot = intervals(names, points, texts, _around(points), tick="{:.0f}")
    return _section("Mean points", plot)


def _around(estimates: list[Estimate]) -> Scale:
    finite = [each for estimate in estimates for each in estimate if isfinite(each)] or [0.0]
    low, high = min(finite), max(finite)
    room = 0.06 * (high - low) or 1.0
    return Scale(low - room, high + room)


def _results(found: Summary, bots: list[BotSummary]) -> str:
    solo = found.plan.players == 1
    complete = any(bot.complete for bot in bots)
    titles = ["bot", "games", *([] if solo else ["won", "places"]), "points"]
    titles += ["complete"] if complete else []
    rows = [_row([escape(title) for title in titles], "th")]
    for bot in bots:
        cells = [_code(bot.code), str(bot.games)]
        if bot.won:
            cells += [_with_interval(percent(bot.won)), " / ".join(map(str, bot.places))]
        cells.append(points_text(bot.points))
        cells += [_with_interval(percent(bot.complete))] if bot.complete else []
        rows.append(_row(cells))
    return _section("Results", _table(rows))


def _with_interval(text: str) -> str:
    value, _, interval = text.partition(" ")
    return f"{value}<small>{interval}</small>"


def _cross(found: Summary) -> str:
    """How often each bot finishes before each other; stronger colours are clearer results."""
    solo = found.plan.players == 1
    order = found.order
    rows = [_row(["", *(_code(found.bots[bot].code) for bot in order)], "th")]
    flat = [cell for row in found.cross for cell in row if cell]
    most = max((abs(cell.value) for cell in flat), default=1) or 1
    for bot in order:
        line = [f"<td>{_code(found.bots[bot].code)}</td>"]
        for other in order:
            cell = found.cross[bot][other]
            if cell is None:
                line.append("<td></td>")
                continue
            lead = cell.value / most if solo else 2 * cell.value - 1
            colour = f"rgba(var(--{'good' if lead > 0 else 'bad'}),{0.6 * abs(lead):.2f})"
            text = f"{cell.value:+.1f}" if solo else f"{cell.value:.0%}"
            low, high = (f"{each:+.1f}" if solo else f"{each:.0%}" for each in cell[1:])
            line.append(
                f'<td style="background:{colour}">{text}<small>{low} to {high}</small></td>'
            )
        rows.append(f"<tr>{''.join(line)}</tr>")
    title = "Lead in points on the same deals" if solo else "Finished before"
    note = "The bot of the row against the bot of the column."
    return _section(title, _table(rows, "heat"), note)


def _thinking(bots: list[BotSummary]) -> str:
    spent = [bot.thinking for bot in bots]
    names = [bot.code for bot in bots]
    means = [each.seconds / max(1, each.decisions) for each in spent]
    plot = times(names, means, [each.longest for each in spent])
    titles = ["bot", "decisions", "mean", "longest", "budget", "overruns", "cut short"]
    rows = [_row([*titles, "simulations"], "th")]
    for bot, average in zip(bots, means, strict=True):
        each = bot.thinking
        known = bot.budget is not None
        cells = [_code(bot.code), str(each.decisions), seconds_text(average)]
        cells += [seconds_text(each.longest), f"{bot.budget:g} s" if known else "its own"]
        cells += [str(each.overruns) if known else "–", str(each.cut_short)]
        rows.append(_row([*cells, f"{each.simulations / max(1, each.decisions):.0f}"]))
    note = (
        "Per decision: the bar is the mean, the ring the maximum; simulations are the mean."
        " An overrun took more than 1.2 times its budget."
    )
    return _section("Thinking", plot + _table(rows), note)


def _provenance(found: Summary, command: str) -> str:
    options = ", ".join(f"{name} {value}" for name, value in found.plan.options.items())
    facts = {
        "command": f"<code>{escape(command)}</code>",
        "options": escape(options),
        "seed": str(found.plan.seed),
        "version": f"baumeister {__version__}, build {build(found.plan.game_id)}",
    }
    body = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts.items())
    return _section("How it was played", f"<dl>{body}</dl>")


def _code(code: str) -> str:
    """A bot's code, which may wrap between its parts."""
    return escape(code).replace(":", ":<wbr>")


def _table(rows: list[str], kind: str = "plain") -> str:
    """A table that scrolls sideways, also by keyboard, with a fixed first column."""
    return f'<div class="wide" tabindex="0"><table class="{kind}">{"".join(rows)}</table></div>'


def _row(cells: list[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"
