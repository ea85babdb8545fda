"""The interface of a position, whether over the compiled core or the readable engine.

Steps are small. An action with several parts (a hand of cards, the order of the districts, the
blocks of two colours, the boards) is a *compound action*: it is given as several numbers, one after
the other. Players who decide simultaneously do so in player order, and no observation reveals
another player's decision before all are made. `<game>/numbers.py` defines the numbers.
"""

from __future__ import annotations

from baumeister.fast.api.batch import Batch
from baumeister.fast.api.position import Position
from baumeister.fast.api.results import Forecast, SearchResult
from baumeister.fast.api.rules import MakeRules, Rules

__all__ = ["Batch", "Forecast", "MakeRules", "Position", "Rules", "SearchResult"]
