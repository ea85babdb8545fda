"""The connection is lost in mid-game: the page says so, reconnects, and loses nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS
from tests.browser.manhattan import Builder, sit
from tests.browser.problems import Problems
from tests.server.processes import Process

SAMPLE = ["mouse", *(pytest.param(way, marks=pytest.mark.slow) for way in ("touch", "keyboard"))]


BACK = 60_000
"""Generous, because of the exponential back-off; usually one or two seconds are enough."""


def moves_told(builder: Builder) -> int:
    """The number of the player's own decisions in the page's log."""
    hands = builder.hands
    on_a_phone = hands.at("panels").count() > 0
    if on_a_phone:
        hands.press(hands.at("panels"))
    hands.press(hands.at("tab-log"))
    lines = hands.at("log").locator("[data-line]").all_inner_texts()
    if on_a_phone:
        hands.press(hands.page.locator("dialog[open] button").first)
    return sum(bool(re.match("Ada (chooses|builds|cannot build)", line)) for line in lines)


def decided_while_offline(builder: Builder) -> str:
    """Submit a decision that nobody receives yet; the moment before it."""
    before = builder.moment()
    builder.prepare()
    builder.hands.press(builder.hands.at("confirm"))
    builder.moves += 1
    builder.page.wait_for_timeout(500)
    assert builder.moment() == before
    return before


@pytest.mark.slow  # below, a decision is made without a connection in every run
@pytest.mark.parametrize("way", WAYS)
def test_the_service_is_killed_and_comes_back(
    newcomer: Newcomer, problems: Problems, tmp_path: Path, way: str
) -> None:
    arguments = ("--data", str(tmp_path / "data"))
    log = tmp_path / "log"
    service = Process(log, *arguments)
    try:
        service.wait()
        hands = WAYS[way](newcomer(WAYS[way].device, base_url=f"{service.url}/"))
        sit(hands, blocks=2)
        builder = Builder(hands)
        builder.play(moves=2)
        assert builder.awaited() == "confirm"

        problems.expect("WebSocket connection|ERR_CONNECTION_REFUSED")
        service.kill()
        expect(hands.at("lost")).to_be_visible()
        before = decided_while_offline(builder)
        service = Process(log, *arguments, port=service.port)
        service.wait()
        expect(hands.at("lost")).to_be_hidden(timeout=BACK)
        builder.wait_after(before)
        assert moves_told(builder) == builder.moves, "exactly once"
        builder.play(moves=1)
        assert moves_told(builder) == builder.moves
    finally:
        service.kill()


@pytest.mark.parametrize("way", SAMPLE)
def test_the_network_is_lost_for_a_while(newcomer: Newcomer, problems: Problems, way: str) -> None:
    hands = WAYS[way](newcomer(WAYS[way].device))
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    hands.page.route_web_socket("**", connect)
    sit(hands, blocks=2)
    builder = Builder(hands)
    builder.play(moves=2)
    assert builder.awaited() == "confirm"

    problems.expect("WebSocket connection|ERR_INTERNET_DISCONNECTED")
    hands.page.context.set_offline(True)
    sockets[-1].close()  # else the page notices after some seconds without an answer
    expect(hands.at("lost")).to_be_visible(timeout=BACK)
    before = decided_while_offline(builder)
    hands.page.context.set_offline(False)
    expect(hands.at("lost")).to_be_hidden(timeout=BACK)
    builder.wait_after(before)
    assert moves_told(builder) == builder.moves, "exactly once"
    builder.play(moves=1)
    assert moves_told(builder) == builder.moves
