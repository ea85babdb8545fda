"""Logs: one JSON object per line, without secrets. Only the fields named here are written."""

from __future__ import annotations

import json
import logging
import sys
from typing import Final

FIELDS: Final = ("reason", "bot", "method", "path", "status", "error")
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


def configure_logging(level: str = "INFO") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
