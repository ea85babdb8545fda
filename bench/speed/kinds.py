"""The kinds of measurements."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    title: str
    unit: str
    more_is_better: bool
    note: str
    once: bool = False  # deterministic: measured once


KINDS = {
    "playouts": Kind(
        "Random play inside native code",
        "moves/s",
        True,
        "Uniformly random play to the end, without Python between the moves. A move is a player's "
        "decision; chance is included but not counted. OpenSpiel: rollouts of its search from "
        "after the deal, times their mean length. pgx: a loop compiled by JAX; finished games "
        "restart.",
    ),
    "stepping": Kind(
        "Stepped from Python",
        "moves/s",
        True,
        "List the legal actions, draw one in Python, step; chance as the library handles it.",
    ),
    "observing": Kind(
        "Stepped from Python, with observation and mask",
        "moves/s",
        True,
        "Write observation and mask of the player to act into arrays, then step.",
    ),
    "batches": Kind(
        "Batches stepped from Python",
        "moves/s",
        True,
        "Masks of all positions, one action for each, all stepped; finished games restart. Drawing "
        "the actions is not counted, except for pgx, where it is compiled too.",
    ),
    "copy": Kind("Copy of a position", "ns", False, "From Python, in the middle of a game."),
    "search": Kind(
        "Tree search with random playouts",
        "simulations/s",
        True,
        "One playout to the end per simulation, from the start of a game, inside native code.",
    ),
    "start": Kind(
        "Start-up", "ms", False, "A fresh process from start to exit, including Python itself."
    ),
    "memory": Kind(
        "Memory of a position",
        "bytes",
        False,
        "Growth of the process per position, in the middle of a game, including the Python object.",
        once=True,
    ),
}
