"""The plan of a tournament: bots, game, and a balanced set of seatings for every deal.

*Versus*: the first bot against copies of the second, from every seat in turn. A bot as strong as
the copies wins one game in n with n players.

*Round robin*: every set of bots that fills a table plays, each bot in each seat once; neighbours
change from deal to deal. With fewer bots than seats some bots sit twice. A solo game has tables of
one: every bot plays every deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations
from math import factorial
from typing import Any, Final

from baumeister.bots import BotSpec, Budget, full_code, seated, spec_name
from baumeister.bots.specs import check_portable
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.registry import find

VERSUS: Final = "versus"
ROUND_ROBIN: Final = "round-robin"
OWN: Final = Budget()
"""Every bot uses its own default."""

Seating = tuple[int, ...]
"""The bot in each seat, by its index in the plan."""


class PlanError(BaumeisterError):
    code = "arena-plan"


@dataclass(frozen=True)
class Plan:
    """Everything that decides which games are played. Equal plans play the same games."""

    game_id: str
    options: Mapping[str, Any]
    """Every option in force, as plain data."""
    bots: tuple[BotSpec, ...]
    mode: str = ROUND_ROBIN
    seed: int = 0
    budget: Budget = OWN
    """For bots whose code does not name a budget."""

    def __post_init__(self) -> None:
        if self.mode == VERSUS:
            if len(self.bots) != 2:
                raise PlanError(f"versus is between two bots, not {len(self.bots)}")
            if self.players == 1:
                raise PlanError("versus needs opponents; solo, bots are compared by their points")
        elif len(set(self.names)) != len(self.names):
            raise PlanError("a bot is named twice; use versus to play a bot against itself")
        if not self.bots or (len(self.bots) < 2 and self.players > 1):
            raise PlanError("name at least two bots")

    def __getstate__(self) -> dict[str, Any]:
        for spec in self.bots:
            check_portable(spec)
        return self.__dict__

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots as they are printed, numbered where different bots share a name."""
        found: list[str] = []
        for index, spec in enumerate(self.bots):
            name = spec_name(spec)
            same = [each for each in self.bots[:index] if spec_name(each) == name]
            is_new = not isinstance(spec, str) and all(each is not spec for each in same)
            found.append(f"{name} ({len(same) + 1})" if same and is_new else name)
        return tuple(found)

    @cached_property
    def game(self) -> AnyGame:
        return find(self.game_id)

    @cached_property
    def resolved(self) -> Any:
        return self.game.options(self.options)

    @cached_property
    def players(self) -> int:
        return self.game.players(self.resolved)

    @cached_property
    def _tables(self) -> list[Seating]:
        """The sets of bots that share a table: each bot as often as the others, or once more."""
        everybody = tuple(range(len(self.bots)))
        times, more = divmod(self.players, len(self.bots))
        return [everybody * times + chosen for chosen in combinations(everybody, more)]

    def seatings(self, deal: int) -> list[Seating]:
        """The seatings of a deal."""
        seats = range(self.players)
        if self.mode == VERSUS:
            return [tuple(int(seat != own) for seat in seats) for own in seats]
        orders = factorial(self.players - 1)
        found = []
        for first, *others in self._tables:
            order = (first, *next(islice(permutations(others), deal % orders, None)))
            found += [order[shift:] + order[:shift] for shift in seats]
        return found

    @cached_property
    def games_a_deal(self) -> int:
        return len(self.seatings(0))

    def deals(self, games: int) -> int:
        """The number of whole deals for at least this many games; only whole deals are balanced."""
        return -(-games // self.games_a_deal)

    def own_budget(self, bot: int) -> dict[str, float]:
        """The budget in a bot's code: `nodes`, `seconds`."""
        code = self.bots[bot]
        if not isinstance(code, str) or code.startswith("external:"):
            return {}
        parts = (part.partition("=") for part in code.split(":"))
        return {name: float(text) for name, _, text in parts if name in Budget._fields}

    def budget_of(self, bot: int) -> Budget:
        """The budget passed to the bot: none if its code names one."""
        return OWN if self.own_budget(bot) else self.budget

    def seconds_of(self, bot: int) -> float | None:
        """The time limit for the bot's decisions, if there is one."""
        own = self.own_budget(bot)
        return own.get("seconds") if own else self.budget.seconds

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game_id,
            "rules_version": self.game.rules_version,
            "options": dict(self.options),
            "bots": list(self.names),
            "mode": self.mode,
            "seed": self.seed,
            "seconds": self.budget.seconds,
            "nodes": self.budget.nodes,
        }


def make_plan(
    game_id: str,
    options: Any | Mapping[str, Any] | None,
    bots: Sequence[BotSpec],
    *,
    versus: bool = False,
    seed: int = 0,
    budget: Budget = OWN,
) -> Plan:
    """Make a plan; raises UnknownBotError or PlanError if it cannot be played."""
    game = find(game_id)
    given = {} if options is None else options
    resolved = game.options(given) if isinstance(given, Mapping) else given
    codes = tuple(full_code(code, game) for code in bots)
    with seated(codes, game, programs=True):
        pass
    mode = VERSUS if versus else ROUND_ROBIN
    return Plan(game_id, game.options_data(resolved), codes, mode, seed, budget)
