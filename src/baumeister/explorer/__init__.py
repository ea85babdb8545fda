"""The explorer: how often, how well and by whom each choice was played in recorded games."""

from baumeister.explorer.digest import Digest, digest, digests
from baumeister.explorer.explore import count, explore
from baumeister.explorer.features import OPENING, features_of
from baumeister.explorer.selection import ExplorerError, Selection
from baumeister.explorer.table import COLUMNS, By, Example, Row, Table

__all__ = [
    "COLUMNS",
    "OPENING",
    "By",
    "Digest",
    "Example",
    "ExplorerError",
    "Row",
    "Selection",
    "Table",
    "count",
    "digest",
    "digests",
    "explore",
    "features_of",
]
