"""Options, declared once.

The options of a game are a frozen dataclass whose fields are made by `option(...)`. Validation,
presets, the record schema, command-line flags, OpenSpiel parameters, the tables of the C++ core
and the controls of the set-up page are all derived from these declarations:

    @dataclass(frozen=True, slots=True)
    class Options(OptionSet):
        players: int = option("N1", "How many players.", values=(2, 3, 4), default=2)
        wild: bool = option("N3", "Play with wild cards.", default=False)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Final, Self

from baumeister.core.errors import SHARED, Message, OptionsError, short

FLAG: Final = (True, False)
_KEY: Final = "option"
_FLAG_WORDS: Final = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class Option:
    """What is known about one option."""

    name: str
    clause: str
    """The clause of the rules it is about."""
    help: str
    """One English sentence for the command line and the documentation."""
    values: Sequence[Any] | None = None
    """The allowed values, or of a list its allowed elements; None: `schema` and `validate` say."""
    default: Any = None
    """The value if nothing else presets it; None: left to chance, and absent from the data."""
    preset: Callable[[Mapping[str, Any]], Any] | None = None
    """Computes the default from the options declared before this one, such as the edition."""
    length: tuple[int, int] | None = None
    """The option is a list with this many elements, at least and at most."""
    ordered: bool = False
    """The elements of the list stand in the order of `values`; given otherwise, they are sorted."""
    schema: Mapping[str, Any] | None = None
    """Its JSON Schema, where that does not follow from `values`."""
    group: str = "house"
    """The part of the set-up page: game, edition, advanced, variants or house."""
    control: str | None = None
    """The control on the set-up page, where that does not follow from the schema."""
    needs: Mapping[str, Any] = field(default_factory=dict)
    """Values of other options without which this one means nothing."""
    resets: tuple[str, ...] = ()
    """Options that are forgotten when this one changes."""
    flag: str = ""
    """The command-line flag, if it is not the name."""
    from_file: Callable[[Any], Mapping[str, Any]] | None = None
    """On the command line the option names a JSON file; this turns its data into options."""

    @property
    def is_list(self) -> bool:
        return self.length is not None

    @property
    def is_flag(self) -> bool:
        return self.values == FLAG

    @property
    def is_number(self) -> bool:
        """Whether the value, or every element of the list, is a whole number."""
        if self.values is not None:
            return all(type(each) is int for each in self.values)
        schema = self.schema or {}
        return bool(schema.get("items", schema).get("type") == "integer")

    @property
    def is_left_open(self) -> bool:
        """Whether the option may be absent: chance decides."""
        return self.default is None and self.preset is None

    def read(self, value: Any) -> Any:
        """The value as the options hold it: lists as tuples, sorted where order means nothing."""
        if value is None and self.is_left_open:
            raise self._error("must be named or left out", "not-empty")
        if not self.is_list:
            return value
        if not isinstance(value, (list, tuple)):
            raise self._error("must be a list", "list")
        value = tuple(value)
        if self.ordered and self.values is not None and _is_subset(value, self.values):
            value = tuple(each for each in self.values if each in value)
        return value

    def parse(self, text: str, separator: str = ",") -> Any:
        """The value that a text means; text that means none is returned for `check` to refuse.

        >>> Option("sides", "M1.4", "", values=range(4), length=(2, 4)).parse("0, 2")
        [0, 2]
        """
        if self.is_list:
            words = [word.strip() for word in text.split(separator)]
            return [self._parse_one(word) for word in words if word]
        return self._parse_one(text)

    def _parse_one(self, word: str) -> Any:
        if self.is_flag:
            return _FLAG_WORDS.get(word.lower(), word)
        if self.is_number and re.fullmatch(r"-?[0-9]+", word):
            return int(word)
        return word

    def check(self, value: Any) -> None:
        """OptionsError unless the value, or every element of the list, is allowed."""
        if self.values is None or (value is None and self.is_left_open):
            return
        for each in value if self.is_list else (value,):
            one_of(self.name, each, self.values, self.clause)

    def _error(self, reason: str, key: str) -> OptionsError:
        message = Message(SHARED, key, {})
        return OptionsError(self.name, reason, clause=self.clause, message=message)

    def json_schema(self) -> dict[str, Any]:
        """The JSON Schema of its value, with what the set-up page needs."""
        found: dict[str, Any] = dict(self.schema) if self.schema is not None else self._schema()
        found["x-clause"] = self.clause
        found["x-group"] = self.group
        if self.control:
            found["x-control"] = self.control
        if self.needs:
            found["x-needs"] = dict(self.needs)
        if self.resets:
            found["x-resets"] = list(self.resets)
        return found

    def _schema(self) -> dict[str, Any]:
        one = _values_schema(self.values)
        if self.length is None:
            return one
        least, most = self.length
        return {
            "type": "array",
            "items": one,
            "uniqueItems": True,
            "minItems": least,
            "maxItems": most,
        }


def option(clause: str, help: str, **settings: Any) -> Any:  # noqa: A002
    """A dataclass field that declares an option; settings are the fields of `Option`."""
    if isinstance(settings.get("default"), bool):
        settings.setdefault("values", FLAG)
    return field(metadata={_KEY: Option("", clause, help, **settings)})


@dataclass(frozen=True, slots=True)
class OptionSet:
    """Base of a game's options."""

    unknown_clause: ClassVar[str]
    """The clause named when an option is unknown."""

    @classmethod
    def resolve(cls, given: Mapping[str, Any]) -> Self:
        """Parse options from plain data; missing ones get their defaults. Raises OptionsError."""
        known = options_of(cls)
        for name in given:
            if name not in known:
                there = ", ".join(known)
                reason = f"unknown; there are: {there}"
                message = Message(SHARED, "unknown", {"option": _shown(name)})
                raise OptionsError(str(name), reason, clause=cls.unknown_clause, message=message)
        values: dict[str, Any] = {}
        for name, each in known.items():
            if name in given:
                values[name] = each.read(given[name])
            else:
                values[name] = each.preset(values) if each.preset else each.default
            each.check(values[name])
        return cls(**values)

    def __post_init__(self) -> None:
        for name, each in options_of(type(self)).items():
            each.check(getattr(self, name))
        self.validate()

    def validate(self) -> None:
        """Check what depends on several options; OptionsError says what is wrong."""

    def data(self) -> dict[str, Any]:
        """Every option in force as records hold it; what is left to chance is absent."""
        plain = {name: getattr(self, name) for name in options_of(type(self))}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in plain.items()
            if value is not None
        }

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The JSON Schema of the options in a record."""
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {name: each.json_schema() for name, each in options_of(cls).items()},
        }


_DECLARED: Final[dict[Any, dict[str, Option]]] = {}


def options_of(kind: Any) -> dict[str, Option]:
    """The options that a class declares, by name, in order."""
    if kind not in _DECLARED:
        _DECLARED[kind] = {
            each.name: replace(each.metadata[_KEY], name=each.name)
            for each in fields(kind)
            if _KEY in each.metadata
        }
    return _DECLARED[kind]


def one_of(name: str, value: object, allowed: Sequence[object], clause: str) -> None:
    """OptionsError unless the value is one of the allowed ones; 1 and True differ here."""
    if any(value is each or (type(value) is type(each) and value == each) for each in allowed):
        return
    names = (
        f"{allowed[0]} to {allowed[-1]}"
        if isinstance(allowed, range)
        else ", ".join(
            str(each).lower() if isinstance(each, bool) else str(each) for each in allowed
        )
    )
    reason = f"must be one of: {names}; not {short(value)}"
    values = {"allowed": names.replace(" to ", "\N{EN DASH}"), "given": _shown(value)}
    message = Message(SHARED, "one-of", values)
    raise OptionsError(name, reason, clause=clause, message=message)


def _shown(value: object) -> str:
    """A value as messages show it in every language."""
    if isinstance(value, (dict, list, tuple)):
        return "\N{HORIZONTAL ELLIPSIS}"
    if isinstance(value, str):
        return short(value)[1:-1]
    return "null" if value is None else short(value).lower()


def _is_subset(values: Sequence[Any], allowed: Sequence[Any]) -> bool:
    """Whether all values are allowed and none stands twice."""
    strings = all(isinstance(each, str) and each in allowed for each in values)
    return strings and len(set(values)) == len(values)


def _values_schema(values: Sequence[Any] | None) -> dict[str, Any]:
    if values is None:
        return {}
    if tuple(values) == FLAG:
        return {"type": "boolean"}
    if isinstance(values, range):
        return {"type": "integer", "minimum": values[0], "maximum": values[-1]}
    return {"enum": list(values)}
