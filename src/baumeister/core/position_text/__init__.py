"""Positions and views as one line of text.

    GAME/VERSION OPTION=VALUE … : FIELD=VALUE …

The version is that of the rules; options are written where they differ from the edition's presets.
Each game brings its fields (`Plugin.position_text`); a view has the field `seat` first and `?` for
every hidden part. There is exactly one text for each position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import unquote

from baumeister.core.chance import CHANCE, Rng
from baumeister.core.errors import OptionsError, short
from baumeister.core.game import AnyGame
from baumeister.core.options import options_of
from baumeister.core.position_text.parts import Fields, Part, PositionTextError, said, split_tokens
from baumeister.core.registry import UnknownGameError, find, plugin_of

LONGEST: Final = 1 << 16
NONE: Final = "-"
SEAT: Final = "seat"


class PositionTextModule(Protocol):
    """The interface of a plug-in's `position_text` module.

    Writers return the fields by name, in order. Readers take them in the same order and raise
    PositionTextError for text that is damaged or describes an impossible position.
    """

    def write_state(self, state: Any, /) -> Mapping[str, str]: ...
    def write_view(self, view: Any, /) -> Mapping[str, str]: ...
    def read_state(self, options: Any, fields: Fields, /) -> Any: ...
    def read_view(self, options: Any, seat: int | None, fields: Fields, /) -> Any: ...


class ParsedPosition(NamedTuple):
    """What a text describes: a whole position, or what one seat may know of it."""

    game: AnyGame
    options: Any
    state: Any
    """The state; None if the text is that of a view."""
    view: Any
    """The view; None if the text is that of a whole position."""

    def complete(self, rng: Rng) -> Any:
        """The state; for a view, a random state that fits it."""
        return self.state if self.view is None else self.game.determinize(self.view, rng)

    def view_for(self, seat: int | None) -> Any:
        """The view of this seat; PositionTextError if the text is a view of another seat."""
        if self.view is None:
            return self.game.view(self.state, seat)
        if self.view.seat != seat:
            reason = f"it is a view of seat {_seat_text(self.view.seat)}"
            raise PositionTextError(reason, said("other-view"))
        return self.view

    def decider(self, seat: int | None = None) -> int:
        """The seat that decides next: the one asked for, the viewer, or the first to act."""
        actors = self.game.actors(self.complete(Random(0)))
        if seat is None and self.view is not None:
            seat = self.view.seat
        if seat is None:
            seat = actors[0] if actors else CHANCE
        if seat == CHANCE:
            raise PositionTextError("no player has to decide here", said("nobody"))
        if seat not in actors:
            reason = f"seat {seat} has nothing to decide here"
            raise PositionTextError(reason, said("not-deciding", player=seat + 1))
        return seat


def position_text(game: AnyGame, state: Any) -> str:
    """The text of a position, with everything that is hidden."""
    fields = _module(game).write_state(state)
    return compose(game, game.options_of(state), fields)


def view_text(game: AnyGame, view: Any) -> str:
    """The text of a view, with `?` for every hidden part."""
    fields = {SEAT: _seat_text(view.seat), **_module(game).write_view(view)}
    return compose(game, view.options, fields)


def parse_position(text: str) -> ParsedPosition:
    """The position or view with this text; PositionTextError says what is wrong, and where."""
    if len(text) > LONGEST:
        reason = f"no position text is longer than {LONGEST} characters"
        raise PositionTextError(reason, said("longest", most=LONGEST))
    head, given, parts = split_tokens(text)
    game, version = _game(head)
    module = _module(game)
    options = _options(game, version, given)
    fields = Fields(parts, len(text) + 1)
    if fields.has(SEAT):
        players = game.players(options)
        word = fields.take(SEAT)
        seat = None if word.text == NONE else word.number(0, players - 1)
        view = module.read_view(options, seat, fields)
        written = {SEAT: _seat_text(seat), **module.write_view(view)}
        found = ParsedPosition(game, options, None, view)
    else:
        state = module.read_state(options, fields)
        written = dict(module.write_state(state))
        found = ParsedPosition(game, options, state, None)
    fields.finish(written)
    return found


def has_position_text(game: AnyGame) -> bool:
    """Whether the game's positions can be written as text."""
    return plugin_of(game).position_text is not None


def no_position_text(game: AnyGame) -> PositionTextError:
    """The error of a game whose positions cannot be written as text."""
    return PositionTextError(f"the game {game.id} has no position text", said("no-text"))


def _module(game: AnyGame) -> PositionTextModule:
    found: PositionTextModule | None = plugin_of(game).load("position_text")
    if found is None:
        raise no_position_text(game)
    return found


def compose(game: AnyGame, options: Any, fields: Mapping[str, str]) -> str:
    """The text with these options and fields, which are not checked."""
    words = [f"{name}={value}" for name, value in fields.items()]
    return " ".join((f"{game.id}/{game.rules_version}", *_given(game, options), ":", *words))


def _seat_text(seat: int | None) -> str:
    return NONE if seat is None else str(seat)


# --- options ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _given(game: AnyGame, options: Any) -> tuple[str, ...]:
    """The options that must be named, the others following from them."""
    data = game.options_data(options)
    for name in reversed(list(data)):
        fewer = {key: value for key, value in data.items() if key != name}
        if _resolves_to(game, fewer, options):
            data = fewer
    return tuple(f"{name}={_option_text(value)}" for name, value in data.items())


def _resolves_to(game: AnyGame, given: Mapping[str, Any], options: Any) -> bool:
    try:
        return bool(game.options(given) == options)
    except OptionsError:
        return False


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) or (isinstance(value, list) and value and _is_nested(value[0])):
        plain = json.dumps(value, separators=(",", ":"))
        return plain.replace("%", "%25").replace(" ", "%20")
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _is_nested(value: Any) -> bool:
    return isinstance(value, (dict, list))


def _options(game: AnyGame, version: int, parts: list[Part]) -> Any:
    known = options_of(game.options_type)
    given: dict[str, Any] = {}
    for part in parts:
        if part.name in given:
            raise part.error("is given twice", said("twice", name=part.name))
        option = known.get(part.name)
        if part.text[:1] in ("[", "{"):
            given[part.name] = _json(part)
        else:
            given[part.name] = part.text if option is None else option.parse(part.text)
    try:
        return game.options(game.options_of_version(version, given))
    except OptionsError as error:
        place = next((part for part in parts if part.name == error.field), None)
        if place is None:
            raise PositionTextError(error.reason, error.message, clause=error.clause) from None
        reason = error.reason.removeprefix(f"option {short(error.field)}: ")
        raise place.error(reason, error.message, error.clause) from None


def _json(part: Part) -> Any:
    try:
        return json.loads(unquote(part.text))
    except (ValueError, RecursionError):
        raise part.error("is not JSON", said("json", name=part.name)) from None


def _game(head: Part) -> tuple[AnyGame, int]:
    name, _, number = head.text.partition("/")
    try:
        game = find(name)
    except UnknownGameError as error:
        raise PositionTextError(error.reason, said("game"), column=head.column) from None
    versions = [str(each) for each in range(1, game.rules_version + 1)]
    if number not in versions:
        reason = f"must begin with {game.id}/VERSION, a version of the rules: {', '.join(versions)}"
        message = said("version", game=game.id, versions=", ".join(versions))
        raise PositionTextError(reason, message, column=head.column)
    return game, int(number)
