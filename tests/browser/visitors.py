"""Browser contexts that one test after another uses, each as if it were new.

A new context costs half a second of computing for every test: a process, all files, compiled anew.
A page that a test has changed in a way that cannot be undone is replaced, and so is a context.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request

from tests.browser.problems import Problems

LASTING: Final = {
    Page: (
        *("add_init_script", "add_locator_handler", "clock", "close", "emulate_media"),
        *("expose_binding", "expose_function", "on", "once", "route"),
    ),
    BrowserContext: (
        *("add_init_script", "clock", "close", "expose_binding", "expose_function"),
        *("new_cdp_session", "on", "once", "route", "set_geolocation", "set_offline"),
    ),
}
"""What a test does with these outlasts it."""
IDLE: Final = 4
"""The most contexts that wait for the next test."""


class Visitor:
    """A context with one page, and what a test has done with them."""

    def __init__(
        self, key: str, browser: Browser, options: dict[str, Any], patience: float
    ) -> None:
        self.key = key
        self.problems = Problems()
        self.changed = {BrowserContext: False, Page: False}
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(patience)
        self.context.on("page", self._opened)
        self.page = self._new_page()
        self.size = self.page.viewport_size
        self._notice(self.context, BrowserContext)

    def _new_page(self) -> Page:
        self.changed[Page] = False
        page = self.context.new_page()
        self._notice(page, Page)
        return page

    def leave(self) -> bool:
        """Forget everything; False if that is not possible."""
        if self.changed[BrowserContext]:
            return False
        try:
            self.context.clear_permissions()
            others = [each for each in self.context.pages if each is not self.page]
            if self.page.url != "about:blank":
                self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
                self.page.mouse.move(0, 0)
            if self.changed[Page]:
                others.append(self.page)  # its scripts may not like an empty page
                self.page = self._new_page()
            else:
                self.page.goto("about:blank")
            self.context.clear_cookies()
            for each in others:
                each.close()
            if self.size and self.page.viewport_size != self.size:
                self.page.set_viewport_size(self.size)
        except Error:
            return False
        return True

    def close(self) -> None:
        self.context.close()

    def _notice(self, thing: BrowserContext | Page, kind: type) -> None:
        """Note when something lasting is done with it."""
        _notice(thing, LASTING[kind], lambda: self.changed.update({kind: True}))

    def _opened(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        self.problems.console(message)

    def _error(self, error: Error) -> None:
        self.problems.error(error)

    def _failed(self, request: Request) -> None:
        self.problems.failed(request)


def _notice(thing: Any, names: tuple[str, ...], then: Callable[[], None]) -> None:
    """Call `then` when one of these attributes is used."""
    kind = type(thing)

    class Noticed(kind):  # type: ignore[misc, valid-type]
        def __getattribute__(self, name: str) -> Any:
            if name in names:
                then()
            return super().__getattribute__(name)

    thing.__class__ = Noticed


class Visitors:
    def __init__(self, browser: Browser, patience: float) -> None:
        self._browser = browser
        self._patience = patience
        self._idle: dict[str, list[Visitor]] = {}

    def come(self, options: dict[str, Any], problems: Problems, fresh: bool = False) -> Visitor:
        """A visitor with these options; `fresh`: with an empty cache."""
        state = options.pop("storage_state", {"cookies": [], "origins": []})
        assert not state["origins"], "only cookies are kept from one page to another"
        key = json.dumps(options, sort_keys=True)
        idle = [] if fresh else self._idle.get(key, [])
        found = idle.pop() if idle else Visitor(key, self._browser, options, self._patience)
        found.problems = problems
        found.context.add_cookies(state["cookies"])
        return found

    def leave(self, visitor: Visitor) -> None:
        if visitor.leave():
            alike = self._idle.pop(visitor.key, [])
            self._idle[visitor.key] = [*alike, visitor]  # last: the first kind is closed first
            waiting = [each for some in self._idle.values() for each in some]
            if len(waiting) > IDLE:
                some = next(some for some in self._idle.values() if some)
                some.pop(0).close()
        else:
            visitor.close()

    def close(self) -> None:
        for some in self._idle.values():
            for each in some:
                each.close()
