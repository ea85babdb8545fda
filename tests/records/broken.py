"""Broken records, one file each, named after what they break.

    python -m tests.records.broken     rewrites tests/data/broken and broken-tangram-city

Each is a small valid game with one thing wrong, and the error it must give.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from baumeister.core.match import Match
from baumeister.games.manhattan import MANHATTAN
from baumeister.records import Fairness, Record, commitment_of, record_of
from baumeister.testing import record_of_random

FOLDER = Path(__file__).parent.parent / "data" / "broken"

Change = Callable[[dict[str, Any]], Any]


def base(**given: Any) -> Record:
    given = {"players": 3, "rounds": 1, "blocks": 2, "start": 0, **given}
    return record_of_random(MANHATTAN, MANHATTAN.options(given), 1)


def fair() -> Record:
    """A game with a commitment to its seed."""
    seed = "5eed" * 16
    promise = Fairness(commitment_of(seed), ("", "pepper", ""), seed)
    options = MANHATTAN.options({"players": 3, "rounds": 1, "blocks": 2})
    match = Match(MANHATTAN, options)
    while match.actors:
        promise.roll(match)
        for seat in match.waiting_for:
            match.submit(seat, match.legal(seat)[0])
    return replace(record_of(match), chance=promise)


BASES = {
    "fair": fair(),
    "": base(),
    "two": base(players=2),
    "urban": base(urban=True, rounds=2),
    "monster": base(variants=["godzilla"]),
    "progressive": base(variants=["progressive"]),
    "secret": base(choice="secret"),
    "trust": base(variants=["anti-trust"], rounds=3, blocks=6),
    "trust-two": base(players=2, variants=["anti-trust"]),
    "long": base(rounds=6, blocks=4),
}


def put(*path: Any) -> Change:
    """Set the value at a path."""
    *keys, last, value = path

    def change(data: dict[str, Any]) -> None:
        for key in keys:
            data = data[key]
        data[last] = value

    return change


def drop(*path: Any) -> Change:
    *keys, last = path

    def change(data: dict[str, Any]) -> None:
        for key in keys:
            data = data[key]
        del data[last]

    return change


def line(number: int, text: Any) -> Change:
    """Another text for the log line of this number, from 1."""
    return put("log", number - 1, text)


def first(kind: str, replace: Callable[[str], str]) -> Change:
    """Change the first log line of a kind."""

    def change(data: dict[str, Any]) -> None:
        index = next(i for i, text in enumerate(data["log"]) if f" {kind}" in text)
        data["log"][index] = replace(data["log"][index])

    return change


def cut(kind: str, keep: int = 0) -> Change:
    """End the log before the first line of a kind, `keep` lines later; no result."""

    def change(data: dict[str, Any]) -> None:
        index = next(i for i, text in enumerate(data["log"]) if f" {kind}" in text)
        del data["log"][index + keep :]
        del data["result"]

    return change


def then(*changes: Change | str) -> Change:
    """Apply several changes; a string is appended to the log."""

    def change(data: dict[str, Any]) -> None:
        for each in changes:
            if isinstance(each, str):
                data["log"].append(each)
            else:
                each(data)

    return change


def swap(number: int) -> Change:
    """Exchange a log line and the next."""

    def change(data: dict[str, Any]) -> None:
        log = data["log"]
        log[number - 1], log[number] = log[number], log[number - 1]

    return change


def other_card(text: str) -> str:
    return re.sub(r"build (\d)", lambda m: f"build {int(m[1]) % 9 + 1}", text)


def other_site(text: str) -> str:
    return re.sub(r"([A-F])(\d)", lambda m: m[1] + str(int(m[2]) % 9 + 1), text)


# name: base, change (a string is the whole file), part of the error message
BROKEN: dict[str, tuple[str, Change | str, str]] = {
    # the file
    "empty": ("", "", "line 1: is empty"),
    "not-json": ("", "Manhattan, four players\n", "line 1: is not JSON: Expecting value"),
    "truncated": ("", "TRUNCATED", "is not JSON"),
    "trailing-comma": ("", '{"format": "baumeister-record/1"\n,}', "line 2: is not JSON"),
    "two-objects": ("", "{}\n{}", "line 2: is not JSON: Extra data"),
    "single-quotes": ("", "{'format': 1}", "is not JSON: Expecting property name"),
    "a-list": ("", "[]", "line 1: must be one object, not a list"),
    "a-number": ("", "42", "must be one object, not a number"),
    "null": ("", "null", "must be one object, not null"),
    "nan": ("", '{\n"format": NaN}', "line 2: NaN is not JSON"),
    "infinity": ("", '{"format": -Infinity}', "-Infinity is not JSON"),
    "key-twice": ("", '{"format": 1,\n "format": 2}', "line 2: has the key 'format' twice"),
    "key-twice-inside": (
        "", '{"a": {"b": 1},\n "c": [{"b": 1}, {"b": 2,\n\n "b": 3}]}', "line 4: has the key 'b' twice",
    ),
    "number-of-many-digits": ("", '{\n"format": ' + "9" * 5000 + "}", "line 2: has a number of 5000"),
    "unescaped-newline": ("", '{"format": "baumeister\n"}', "Invalid control character"),
    # the head
    "format-missing": ("", drop("format"), "format: is missing; this program reads"),
    "format-of-the-future": ("", put("format", "baumeister-record/2"), "is 'baumeister-record/2'"),
    "format-not-a-text": ("", put("format", 1), "format: is 1"),
    "game-missing": ("", drop("game"), "game: is missing"),
    "game-unknown": ("", put("game", "monopoly"), "no game 'monopoly'; there are: manhattan"),
    "game-not-a-text": ("", put("game", ["manhattan"]), "game: must be a string, not a list"),
    "rules-version-missing": ("", drop("rules_version"), "rules_version: is missing"),
    "rules-version-other": ("", put("rules_version", 3), "rules_version: must be 1 to 2, not 3"),
    "rules-version-a-flag": ("", put("rules_version", True), "must be 1 to 2, not True"),
    "rules-version-without-its-options": (
        "", put("rules_version", 1), "M6: option 'monster_moves': unknown in version 1 of the rules",
    ),
    "field-clears-the-screen": ("", put("\x1b[2J\n", 1), "'\\x1b[2J\\n': unknown field"),
    "field-half-a-character": ("", put("\ud800", 1), "'\\ud800': unknown field"),
    "unknown-field": ("", put("colour", 1), "unknown field 'colour'; the fields are: format, game"),
    "started-not-a-time": ("", put("started", "yesterday"), "started: must be a UTC time"),
    "started-no-such-day": ("", put("started", "2026-02-30T10:00:00Z"), "must be a UTC time"),
    "started-short": ("", put("started", "2026-1-5T1:2:3Z"), "must be a UTC time"),
    "started-wide-digits": ("", put("started", "２０２６-11-15T10:00:00Z"), "must be a UTC time"),
    "started-a-number": ("", put("started", 0), "started: must be a string, not a number"),
    # the promise of chance
    "chance-a-list": ("fair", put("chance", []), "chance: must be an object"),
    "chance-unknown-field": ("fair", put("chance", "dice", 1), "unknown field 'dice'"),
    "chance-scheme-unknown": ("fair", put("chance", "scheme", "md5"), "scheme must be 'hmac-sha256/1'"),
    "chance-without-commitment": ("fair", drop("chance", "commitment"), "commitment must be 64 hex"),
    "chance-commitment-short": ("fair", put("chance", "commitment", "ab"), "must be 64 hexadecimal"),
    "chance-seed-a-number": ("fair", put("chance", "seed", 7), "seed must be 64 hexadecimal digits"),
    "chance-seed-in-capitals": ("fair", put("chance", "seed", "5EED" * 16), "seed must be 64 hex"),
    "chance-seed-another": ("fair", put("chance", "seed", "0" * 64), "the seed does not match the commitment"),
    "chance-salts-too-few": ("fair", put("chance", "salts", ["a"]), "one string per player"),
    "chance-salt-control": ("fair", put("chance", "salts", 0, "\x07"), "only printable characters"),
    "chance-salt-long": ("fair", put("chance", "salts", 0, "x" * 65), "at most 64 ASCII"),
    "chance-salt-another": ("fair", put("chance", "salts", 0, "salt"), "does not follow from the seed"),
    "chance-outcome-another": (
        "fair", first("start", lambda text: f"* start {(int(text[-1]) + 1) % 3}"), "does not follow from the seed, which gives 'start",
    ),
    # options
    "options-missing": ("", drop("options"), "options: is missing"),
    "options-a-list": ("", put("options", []), "options: must be an object, not a list"),
    "option-unknown": ("", put("options", "dice", 2), "M6: option 'dice': unknown"),
    "option-players-five": ("", put("options", "players", 5), "M2.1: option 'players': must be"),
    "option-edition-unknown": ("", put("options", "edition", "x"), "M6: option 'edition'"),
    "option-hand-seven": ("", put("options", "hand", 7), "must be one of: 1 to 6; not 7"),
    "option-hand-a-text": ("", put("options", "hand", "4"), "must be one of: 1 to 6; not '4'"),
    "option-urban-a-number": ("", put("options", "urban", 1), "M4.1: option 'urban'"),
    "option-too-many-blocks": ("", put("options", "rounds", 24), "M1.3: option 'blocks': 24 rounds"),
    "option-sides-anticlockwise": ("", put("options", "sides", [0, 2, 1]), "M2.3: option 'sides'"),
    "option-sides-too-few": ("", put("options", "sides", [0, 1]), "M1.4: option 'sides'"),
    "option-two-colours-each": ("", put("options", "colours_each", 2), "M6: option 'colours_each'"),
    "option-one-colour-each": (
        "two", put("options", "colours_each", 1), "M1.3: option 'colours': must be 2 different",
    ),
    "option-monster-moves-unknown": (
        "monster", put("options", "monster_moves", "before-card"), "M5.1: option 'monster_moves'",
    ),
    "option-variant-unknown": ("", put("options", "variants", ["x"]), "M5: option 'variants'"),
    "option-both-monsters": (
        "", put("options", "variants", ["godzilla", "baby-godzilla"]), "M5.2: option 'variants'",
    ),
    "option-colour-unknown": ("", put("options", "colours", 0, "pink"), "M6: option 'colours'"),
    "option-colour-twice": ("", put("options", "colours", 0, "blue"), "M1.3: option 'colours'"),
    "option-monster-a-list": ("monster", put("options", "monster", []), "M5.1: option 'monster'"),
    "option-start-null": ("", put("options", "start", None), "must be named or left out"),
    "option-name-half-a-character": ("", put("options", "\ud800", 1), "option '\\ud800': unknown"),
    "option-monster-without-variant": ("", put("options", "monster", "A5"), "M5.1: option"),
    # players
    "players-missing": ("", drop("players"), "players: is missing"),
    "players-an-object": ("", put("players", {}), "players: must be a list, not an object"),
    "players-too-few": ("", drop("players", 2), "must list the seats 0 to 2 in order"),
    "players-out-of-order": ("", put("players", 0, "seat", 1), "must list the seats 0 to 2"),
    "player-without-name": ("", drop("players", 1, "name"), "with seat, name and kind"),
    "player-name-blank": ("", put("players", 1, "name", " "), "1 to 60 characters"),
    "player-name-long": ("", put("players", 1, "name", "x" * 61), "1 to 60 characters"),
    "player-name-turns-text": ("", put("players", 1, "name", "a\u202eb"), "character U+202E"),
    "player-name-control": ("", put("players", 1, "name", "a\u001bb"), "character U+001B"),
    "player-name-half-a-character": ("", put("players", 1, "name", "\ud800"), "character U+D800"),
    "player-kind-unknown": ("", put("players", 1, "kind", "cat"), "'human' or 'bot:CODE'"),
    "player-seat-a-text": ("", put("players", 1, "seat", "1"), "must be integers"),
    "player-side-wrong": ("", put("players", 1, "side", 3), "is not the side the options give"),
    "player-side-null": ("", put("players", 1, "side", None), "must be integers"),
    "player-unknown-field": ("", put("players", 1, "age", 3), "unknown field 'age'"),
    # the shape of the log
    "log-missing": ("", drop("log"), "log: is missing"),
    "log-a-text": ("", put("log", "* start 0"), "log: must be a list, not a string"),
    "log-line-a-number": ("", line(2, 7), "log line 2: must be 'ACTOR ACTION ARGUMENTS'"),
    "log-line-two-spaces": ("", line(1, "*  start 0"), "log line 1: must be 'ACTOR ACTION"),
    "log-line-no-actor": ("", line(1, "start 0"), "log line 1: must be 'ACTOR ACTION"),
    "log-line-only-actor": ("", line(1, "*"), "log line 1: must be 'ACTOR ACTION"),
    "log-line-unknown-action": ("", line(1, "* begin 0"), "log line 1: 'begin' is not an action"),
    "log-line-hidden": ("", line(2, "* deal 0 ????"), "log line 2: hidden ('?')"),
    "log-line-not-canonical": ("", line(2, "* deal 0 4321"), "written ascending: '1234'"),
    "log-empty-but-result": ("", put("log", []), "there is a result, but the game has not ended"),
    # set-up
    "M1.2-six-of-a-card": (
        "", then(cut("deal"), "* deal 0 1111", "* deal 1 1122"), "M1.2: there is no card 1 left",
    ),
    "M1.3-more-blocks-than-there-are": (
        "long", then(cut("choose"), "0 choose 4444"), "M1.3: you want 4 blocks of size 4",
    ),
    "M1.5-card-does-not-mark-the-site": ("", first("build", other_site), "M1.5: from this side"),
    "M1.6-deal-to-the-wrong-player": ("", swap(2), "M1.6: player 1 is dealt cards now, not player 2"),
    "M1.6-deal-too-few-cards": ("", line(2, "* deal 0 123"), "M1.6: a hand has 4 cards, not 3"),
    "M1.6-no-deal": ("", drop("log", 1), "M1.6: player 1 is dealt cards now, not player 2"),
    "M1.7-start-nobody": ("", line(1, "* start 3"), "log line 1: M1.7: there is no player 4"),
    "M1.7-start-not-as-named": ("", line(1, "* start 1"), "M1.7: the set-up names player 1"),
    "M1.7-no-start": ("", drop("log", 0), "log line 1: M1.7: it is too early to deal"),
    # course
    "M2.1-too-many-blocks-chosen": ("", first("choose", lambda t: t + "1"), "M2.1: you must choose 2"),
    "M2.2-choosing-out-of-turn": ("", first("choose", lambda t: "1" + t[1:]), "M2.3: it is player 1’s turn"),
    "M2.2-block-not-on-the-tray": (
        "", then(cut("choose"), "0 choose 11", "1 choose 11", "2 choose 11", "0 build 8 A8 4"),
        "M2.2: orange has no block of size 4",
    ),
    "M2.2-colours-in-the-wrong-order": (
        "two", then(cut("choose"), "0 choose yellow 11 orange 11"), "M2.2: the colours must be named",
    ),
    "M2.2-not-largest-first": ("", first("choose", lambda t: t[:-2] + "12"), "largest first: '21'"),
    "M2.3-card-not-in-hand": ("", first("build", other_card), "M2.3: card 9 is not in the hand"),
    "M2.3-build-out-of-turn": ("", first("build", lambda t: "2" + t[1:]), "M2.3: it is player 1’s turn"),
    "M2.3-draw-missing": ("", then(cut("draw"), "1 build 5 A5 1"), "M2.3: it is chance’s turn"),
    "M2.3-draw-of-another": ("", first("draw", lambda t: t.replace("w 0", "w 1")), "M2.3: player 1 draws now"),
    "M2.3-player-draws": ("", first("draw", lambda t: "0" + t[1:]), "M2.3: it is chance’s turn"),
    "M2.3-chance-builds": ("", first("build", lambda t: "*" + t[1:]), "M2.3: it is player 1’s turn"),
    "M2.5-too-few-floors": (
        "long",
        then(cut("choose"), "0 choose 4111", "1 choose 1111", "2 choose 1111"),
        "M2.5: ",
    ),
    "M2.7-reshuffle-too-early": (
        "", then(cut("draw"), "* reshuffle"), "M2.3: you cannot shuffle a new pile now",
    ),
    "M2.7-reshuffle-missing": ("long", "NO-RESHUFFLE", "M2.7: "),
    "M2.8-forfeit-though-a-build-is-possible": (
        "", first("build", lambda t: re.sub(r"build (\d) .. (\d)", r"forfeit \1 \2", t)), "M2.8: ",
    ),
    "M2.10-goes-on-after-the-end": ("", then("0 build 5 A5 1"), "M2.10: continues after the end"),
    "M3.4-colour-where-each-has-one": (
        "", first("build", lambda t: t + " orange"), "M3.4: each player has only one colour here",
    ),
    "M3.4-no-colour-where-each-has-two": (
        "two", first("build", lambda t: t.rsplit(" ", 1)[0]), "M3.4: name a colour",
    ),
    # urban rules, variants, house options
    "M4.1-no-urban-card": ("urban", first("urban", lambda t: "* reshuffle"), "M4.1: it is too early to shuffle"),
    "M4.1-urban-card-without-the-mode": (
        "", then(cut("choose"), "* urban villa"), "M2.3: it is player 1’s turn",
    ),
    "M4.1-urban-card-unknown": ("urban", first("urban", lambda t: "* urban hut"), "M4.1: hut is not"),
    "M4.1-urban-card-twice": ("urban", "URBAN-TWICE", "M4.1: "),
    "M5.1-monster-not-on-a-centre": (
        "monster", first("monster", lambda t: "* monster A1"), "M5.1: A1 is not the centre",
    ),
    "M5.1-building-on-the-monster": ("monster", "ON-MONSTER", "M5.1: the monster stands on"),
    "M5.1-building-where-the-monster-goes": (
        "monster", "WHERE-IT-GOES", "M5.1: this card sends the monster to",
    ),
    "M5.3-district-twice": (
        "progressive", first("districts", lambda t: "* districts AABCDE"), "M5.3: the order must",
    ),
    "M5.3-district-closed": ("progressive", "CLOSED", "is still closed; the open ones are"),
    "M5.4-own-building": ("trust", "OWN", "M5.4: "),
    "M5.4-own-other-colour": ("trust-two", "OTHER-COLOUR", "M5.4: B5 is yours already (orange"),
    "M6-secret-choices-out-of-order": ("secret", "SECRET-ORDER", "must be in player order: 0 first"),
    # the result
    "result-missing": ("", drop("result"), "result: the game has ended, but its result is missing"),
    "result-of-an-unfinished-game": ("", drop("log", -1), "there is a result, but the game has not ended"),
    "result-a-list": ("", put("result", []), "result: must be an object, not a list"),
    "result-scores-missing": ("", drop("result", "scores"), "result.scores: is missing"),
    "result-scores-wrong": ("", put("result", "scores", [1, 2, 3]), "result.scores: M3.4: the log"),
    "result-scores-fractions": ("", put("result", "scores", [1.0, 2.0, 3.0]), "M3.4: the log gives"),
    "result-ranks-wrong": ("", put("result", "ranks", [3, 3, 3]), "result.ranks: M3.5: the log"),
    "result-winners-wrong": ("", put("result", "winners", []), "result.winners: M3.5: the log"),
    "result-reason-wrong": ("", put("result", "reason", "charm"), "result.reason: M3.5: the log"),
    "result-rounds-wrong": (
        "", put("result", "rounds", 0, 1, "highest", 9), "result.rounds: M3: [0] [1] the log",
    ),
    "result-unknown-field": ("", put("result", "applause", 3), "unknown field 'applause'"),
}  # fmt: skip


def broken_text(name: str) -> str:
    """The text of one broken record."""
    start, change, _ = BROKEN[name]
    record = BASES[start]
    if isinstance(change, str):
        special = SPECIAL.get(change)
        return special(record) if special else change
    data = json.loads(record.dumps())
    change(data)
    if name == "M2.5-too-few-floors":
        _take_over(data)
    return as_text(data)


def as_text(data: dict[str, Any]) -> str:
    """As records are written, the log one line each."""
    text = json.dumps(data, indent=1, ensure_ascii=True)
    return text + "\n"


def _with_log(record: Record, log: list[str]) -> str:
    data = json.loads(record.dumps())
    data["log"] = log
    data.pop("result", None)
    return as_text(data)


def _take_over(data: dict[str, Any]) -> None:
    """Player 0 builds 4 on a centre, player 1 tries it with 1."""
    log = data["log"]
    for player in (0, 1, 2):
        log[1 + player] = f"* deal {player} {player + 1}{player + 1}55"
    log[2] = "* deal 1 2555"
    log[1] = "* deal 0 1155"
    log[3] = "* deal 2 3344"
    log += ["0 build 5 C5 4", "* draw 0 9", "1 build 5 C5 1"]


def _no_reshuffle(record: Record) -> str:
    log = list(record.log)
    index = log.index("* reshuffle")
    return _with_log(record, [*log[:index], "* draw 0 1"])


def _urban_twice(record: Record) -> str:
    log = list(record.log)
    cards = [i for i, text in enumerate(log) if " urban " in text]
    return _with_log(record, [*log[: cards[1]], log[cards[0]]])


def _first_build(record: Record) -> tuple[list[str], list[str]]:
    log = list(record.log)
    index = next(i for i, text in enumerate(log) if " build " in text)
    return log[:index], log[index].split(" ")


def _on_monster(record: Record) -> str:
    log, words = _first_build(record)
    site = next(text for text in log if "monster" in text).split(" ")[2]
    hand = next(i for i, text in enumerate(log) if "deal 0" in text)
    log[hand] = "* deal 0 5555"
    log = [text.replace("5", "6") if "deal 1" in text or "deal 2" in text else text for text in log]
    return _with_log(record, [*log, f"0 build 5 {site} {words[4]}"])


def _where_it_goes(record: Record) -> str:
    """The starter plays a corner card and builds on that corner of the monster's district."""
    log, words = _first_build(record)
    site = next(text for text in log if "monster" in text).split(" ")[2]
    hand = next(i for i, text in enumerate(log) if "deal 0" in text)
    log[hand] = "* deal 0 1111"
    log[hand + 1], log[hand + 2] = "* deal 1 6677", "* deal 2 6677"
    return _with_log(record, [*log, f"0 build 1 {site[0]}1 {words[4]}"])


def _other_colour(record: Record) -> str:
    """The starter builds with the second colour on the building of the first."""
    log = ["* start 0", "* deal 0 5555", "* deal 1 1122"]
    log += ["0 choose orange 11 yellow 11", "1 choose blue 11 purple 11"]
    log += ["0 build 5 B5 1 orange", "* draw 0 9", "1 build 1 A9 1 blue", "* draw 1 9"]
    return _with_log(record, [*log, "0 build 5 B5 1 yellow"])


def _closed(record: Record) -> str:
    log, words = _first_build(record)
    order = next(text for text in log if "districts" in text).split(" ")[2]
    return _with_log(record, [*log, f"0 build {words[2]} {order[5]}{words[3][1]} {words[4]}"])


def _own(record: Record) -> str:
    """The starter builds on a centre, and again when the turn comes back."""
    log = [text for text in record.log if any(k in text for k in ("start", "deal"))]
    log[1] = "* deal 0 5555"
    log[2], log[3] = "* deal 1 1122", "* deal 2 1122"
    log += [f"{player} choose 432111" for player in range(3)]
    log += ["0 build 5 A5 4", "* draw 0 9", "1 build 1 A3 1", "* draw 1 9", "2 build 1 A9 1"]
    return _with_log(record, [*log, "* draw 2 9", "0 build 5 A5 3"])


def _secret_order(record: Record) -> str:
    log = list(record.log)
    index = next(i for i, text in enumerate(log) if " choose " in text)
    return _with_log(record, [*log[:index], log[index + 1]])


SPECIAL: dict[str, Callable[[Record], str]] = {
    "TRUNCATED": lambda record: record.dumps()[:700],
    "NO-RESHUFFLE": _no_reshuffle,
    "URBAN-TWICE": _urban_twice,
    "ON-MONSTER": _on_monster,
    "WHERE-IT-GOES": _where_it_goes,
    "OTHER-COLOUR": _other_colour,
    "CLOSED": _closed,
    "OWN": _own,
    "SECRET-ORDER": _secret_order,
}


def write(folder: Path, names: Iterable[str], text_of: Callable[[str], str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.bau.json"):
        old.unlink()
    for name in names:
        (folder / f"{name}.bau.json").write_text(text_of(name), "utf-8", newline="\n")


if __name__ == "__main__":
    from tests.records import broken_tangram

    write(FOLDER, BROKEN, broken_text)
    write(broken_tangram.FOLDER, broken_tangram.BROKEN, broken_tangram.broken_text)
