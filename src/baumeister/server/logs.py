"""Logs: one JSON object per line, without secrets. Only the fields named here are written."""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

MAX_LINES: Final = 30
"""Lines of one event per minute."""
MAX_EVENTS: Final = 100
"""Events told apart per minute."""
KEEP_LOGS: Final = 50_000_000
"""Bytes of a log file with its predecessors."""
ROTATED: Final = 4
FIELDS: Final = ("reason", "game", "bot", "method", "path", "status", "error", "left_out")
"""The fields a line may have besides time, level and event."""


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage().split("\n", 1)[0],  # asyncio lists tasks on further lines
        }
        line |= {name: str(getattr(record, name)) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            # Only where it happened: error texts and variables may contain secrets.
            trace = record.exc_info[2]
            while trace and trace.tb_next:
                trace = trace.tb_next
            line["error"] = record.exc_info[0].__name__
            if trace:
                code = trace.tb_frame.f_code
                line["where"] = f"{code.co_qualname}:{trace.tb_lineno}"
        return json.dumps(line, ensure_ascii=False)


class LimitedFilter(logging.Filter):
    """Lets few lines of each event through per minute, so that no client can fill the disk.

    The first line of the next minute says how many were left out.
    """

    def __init__(self, most: int = MAX_LINES, seconds: float = 60.0) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._began = 0.0
        self._counts: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        event = f"{record.name} {str(record.msg).splitlines()[:1]}"[:200]
        left_out = 0
        if record.created - self._began >= self._seconds:
            left_out = max(0, self._counts[event] - self._most)
            self._began = record.created
            self._counts.clear()
        if len(self._counts) > MAX_EVENTS and event not in self._counts:
            event = "other"
        self._counts[event] += 1
        if left_out:
            record.__dict__["left_out"] = left_out
        return self._counts[event] <= self._most


def configure_logging(level: str = "INFO", file: Path | None = None, keep: int = KEEP_LOGS) -> None:
    """Log to stderr, or to a file that is rotated: all together at most `keep` bytes."""
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        size = keep // (ROTATED + 1)
        handler = RotatingFileHandler(file, maxBytes=size, backupCount=ROTATED, encoding="utf-8")
    handler.setFormatter(JsonFormatter())
    handler.addFilter(LimitedFilter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
