"""The HTTP interface. Play itself is on the WebSocket."""

from __future__ import annotations

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from baumeister.server.http import about, analysis, machine, operators, practice, records, tables
from baumeister.server.http.accounts import account, mail, passkeys, people
from baumeister.server.http.pages import client, sharing
from baumeister.server.http.study import (
    board,
    days,
    designs,
    explorer,
    puzzles,
    studies,
    trainer,
)
from baumeister.server.wire.messages import Problem

ERRORS = {
    400: "the request is invalid",
    403: "not allowed, or not signed in",
    404: "no such table, or it needs an invitation",
    409: "not possible in the current state",
    413: "the body is too large",
    421: "not the host name of this service",
    429: "rate limit exceeded: wait as long as Retry-After says",
    503: "the store or the workers are not available",
}
"""The errors that any operation may answer, each with a Problem as body."""

HANDLERS: list[HTTPRouteHandler] = [
    *about.HANDLERS,
    *people.HANDLERS,
    *account.HANDLERS,
    *tables.HANDLERS,
    *records.HANDLERS,
    *sharing.HANDLERS,
    *analysis.HANDLERS,
    *practice.HANDLERS,
    *board.HANDLERS,
    *studies.HANDLERS,
    *explorer.HANDLERS,
    *designs.HANDLERS,
    *puzzles.HANDLERS,
    *days.HANDLERS,
    *trainer.HANDLERS,
    *passkeys.HANDLERS,
    *machine.HANDLERS,
    *mail.HANDLERS,
    *operators.HANDLERS,
    *client.HANDLERS,
]

for handler in HANDLERS:
    handler.responses = {
        **{
            status: ResponseSpec(Problem, generate_examples=False, description=text)
            for status, text in ERRORS.items()
        },
        **(handler.responses or {}),
    }
