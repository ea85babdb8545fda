"""Without a network: page, rules, lessons and the last replays open, and nothing stale is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.advised import come_in, new_table, played
from tests.browser.conftest import Newcomer
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.server.running import Running, running, settings
from tests.waiting import until

SHORT = {"players": 2, "rounds": 1, "blocks": 2}
CONTROLLED = """async () => {
    const workers = navigator.serviceWorker;
    await workers.ready;
    if (!workers.controller)
        await new Promise((done) => workers.addEventListener('controllerchange', done));
}"""
CACHED = """async (part) => {
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
            if (request.url.includes(part)) return true;
    return false;
}"""
SELDOM = 0.2
"""Seconds between two looks at what is kept: the browser needs the time to keep it."""
CACHES = "caches.keys().then((names) => names.filter((name) => name.includes(' files ')))"


def kept(page: Page, part: str) -> None:
    """Wait until the worker has kept an address that contains this."""
    until(lambda: bool(page.evaluate(CACHED, part)), every=SELDOM)


def with_worker(newcomer: Newcomer, **options: Any) -> Page:
    page = newcomer(service_workers="allow", **options)
    page.goto("")
    page.evaluate(CONTROLLED)
    kept(page, "api/games/tangram-city/guide")  # the last one
    return page


def expect_rules_and_games(page: Page, problems: Problems) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch")
    page.context.set_offline(True)
    page.goto("rules/M2.5")
    rule = page.locator("#clause-M2\\.5")
    expect(rule).to_be_in_viewport()
    expect(rule).to_be_focused()
    expect(page.locator("figure svg").first).to_be_visible()
    expect(page.locator(hook("offline"))).to_contain_text("No connection")
    page.goto("")
    expect(page.locator(hook("play-manhattan"))).to_be_visible()
    page.context.set_offline(False)


@pytest.fixture
def below(tmp_path: Path) -> Iterator[Running]:
    """A service below a path, as a proxy mounts it."""
    with running(settings(tmp_path, base_path="/games")) as service:
        yield service


def test_what_can_be_read_without_a_network(
    below: Running, newcomer: Newcomer, problems: Problems
) -> None:
    service, page = below, with_worker(newcomer, base_url=f"{below.url}/")
    come_in(page)
    over, running_game = (new_table(page, "manhattan", 2, options=SHORT) for _ in range(2))
    played(page, service, over)
    expect_rules_and_games(page, problems)  # the first visit is enough
    page.goto("learn")
    until(lambda: page.evaluate("localStorage.getItem('baumeister.kept.lessons')") is not None)
    page.goto(f"replay/{over}")
    expect(page.locator(hook("forward"))).to_be_visible()
    kept(page, "api/replay?body=")
    page.evaluate("(id) => fetch(`api/tables/${id}/record`)", running_game)

    page.context.set_offline(True)
    page.goto("learn/manhattan/2")
    expect(page.locator(f"{hook('board')} *").first).to_be_visible()
    page.goto(f"replay/{over}?line=8")
    expect(page.locator(hook("forward"))).to_be_visible()

    for path in (f"api/tables/{running_game}/record", f"api/tables/{over}", "api/me", "api/tables"):
        said = page.evaluate("(path) => fetch(path).then(() => 'answered', () => 'none')", path)
        assert said == "none", path
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(hook("offline"))).to_have_count(0)


@pytest.mark.slow  # no other test replaces the worker; all its files are fetched twice
def test_a_new_version_replaces_the_old_one(below: Running, newcomer: Newcomer) -> None:
    """The new worker waits until no page uses the old one."""
    service, page = below, with_worker(newcomer, base_url=f"{below.url}/")
    (before,) = page.evaluate(CACHES)
    assert before.startswith("baumeister /games/ files ")
    released(service, before.split()[-1], "0123456789ab")
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update())")
    until(lambda: len(page.evaluate(CACHES)) == 2, every=SELDOM)
    assert page.evaluate("navigator.serviceWorker.controller.state") == "activated"
    assert before in page.evaluate(CACHES)

    def reopened() -> list[str]:
        page.goto("about:blank")  # now no page uses the old worker
        page.goto("")
        found: list[str] = page.evaluate(CACHES)
        return found

    until(lambda: reopened() == ["baumeister /games/ files 0123456789ab"], every=SELDOM)
    expect(page.locator(hook("play-manhattan"))).to_be_visible()


def released(service: Running, old: str, new: str) -> None:
    """Let the service serve another version of the worker."""
    app: Any = service.server.config.app
    files = app.state.client.files
    worker = files["sw.js"]
    content = worker.content.replace(old.encode(), new.encode())
    assert content != worker.content
    files["sw.js"] = type(worker)(content, {}, worker.media_type, worker.cache)


def test_the_manifest_names_icons_that_exist(newcomer: Newcomer) -> None:
    page = newcomer()
    page.goto("")
    found = page.evaluate("""async () => {
        const at = document.querySelector('link[rel=manifest]').href;
        const manifest = await (await fetch(at)).json();
        const icons = await Promise.all(manifest.icons.map(async ({ src }) =>
            (await fetch(new URL(src, at))).headers.get('content-type')));
        return { ...manifest, start: new URL(manifest.start_url, at).href, icons };
    }""")
    assert found["display"] == "standalone"
    assert found["start"] == page.url
    assert len(found["icons"]) >= 3
    assert all(kind.startswith("image/") for kind in found["icons"])
