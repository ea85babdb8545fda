"""What is measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    title: str
    unit: str
    more_is_better: bool
    note: str
    once: bool = False  # no time is taken, so once is enough


KINDS = {
    "playouts": Kind(
        "Random play inside native code",
        "moves/s",
        True,
        "Uniformly random play to the end, without Python between the moves. A move is a player's "
        "decision; chance is played along and not counted. OpenSpiel: rollouts of its search from "
        "after the deal, by their mean length. pgx: a loop compiled by JAX, games that "
        "end begin anew.",
    ),
    "stepping": Kind(
        "Stepped from Python",
        "moves/s",
        True,
        "The list of legal actions, one of them drawn in Python, one step; chance as the library "
        "plays it.",
    ),
    "observing": Kind(
        "Stepped from Python, with observation and mask",
        "moves/s",
        True,
        "Observation of the player to act and mask of legal actions into arrays, a step.",
    ),
    "batches": Kind(
        "Batches stepped from Python",
        "moves/s",
        True,
        "Masks of all positions, one action for each, all stepped; games that end begin anew. The "
        "drawing of the actions is not counted, but for pgx, where it is compiled along.",
    ),
    "copy": Kind("Copy of a position", "ns", False, "From Python, in the middle of a game."),
    "search": Kind(
        "Tree search with random playouts",
        "simulations/s",
        True,
        "One playout to the end a simulation, from the beginning of a game, inside native code.",
    ),
    "start": Kind(
        "Start-up", "ms", False, "A fresh process from its start to its end; Python's own included."
    ),
    "memory": Kind(
        "Memory of a position",
        "bytes",
        False,
        "What the process grows by for each, in the middle of a game, Python's object included.",
        once=True,
    ),
}
