"""Problems of a page: console errors, exceptions, failed
requests."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request


class Problems:
    """Collected until the end of a test, which fails if there are unexpected ones."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    def expect(self, pattern: str) -> None:
        """Expect problems that contain this text."""
        self._expected.append(re.compile(pattern))

    def watch(self, context: BrowserContext) -> None:
        context.on("page", self._watch_page)

    def _watch_page(self, page: Page) -> None:
        page.on("console", self.console)
        page.on("pageerror", self.error)
        page.on("requestfailed", self.failed)

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            self.note(f"console {message.type}: {message.text} ({where})")

    def error(self, error: Error) -> None:
        self.note(f"exception: {error}")

    def failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # cancelled because the page was left
            self.note(f"request: {request.method} {request.url}: {request.failure}")

    def note(self, text: str) -> None:
        if "registration blocked by Playwright" in text:
            return
        if not any(pattern.search(text) for pattern in self._expected):
            self.found.append(text)
