"""The illustrated rules of Card Nim; the texts are in `guide.en.toml`."""

from __future__ import annotations

from baumeister.games.guide import Figure, Part, Section

from card_nim.game import PLUGIN

NUMBERS = {"most": 3}


def _stones(count: int, taken: int) -> str:
    circles = "".join(
        f'<circle cx="{20 + 30 * at}" cy="20" r="11" stroke="#333"'
        f' fill="{"none" if at >= count - taken else "#8a7f70"}"/>'
        for at in range(count)
    )
    box = f"0 0 {30 * count + 10} 40"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{circles}</svg>'


def heap() -> Figure:
    game = PLUGIN.game
    state = game.new(game.options({"players": 2, "stones": 7}))
    for line in ("deal 0 4", "deal 1 2"):
        state = game.apply(state, -1, game.parse(line))
    after = game.apply(state, 0, game.parse("take 2"))
    numbers = {"before": state.heap, "after": after.heap}
    return Figure({"svg": _stones(state.heap, state.heap - after.heap)}, numbers)


SECTIONS = (
    Section("idea", (Part("idea", ("N1", "N4")),)),
    Section("turn", (Part("take", ("N3",), heap), Part("card", ("N2",)))),
)
