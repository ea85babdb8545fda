"""The documented proxies, for real: TLS, a base path and a game through them.

Needs nginx or caddy, and openssl; without them these tests are skipped.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from baumeister.server.serve import free_port
from tests.server.test_protocol import CLIENT, DOCS

NGINX = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
CADDY = "{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}}\n{site}"


def changed(text: str, changes: dict[str, str]) -> str:
    """The documented file with our ports and certificates; every change must match."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, inner: int) -> list[str]:
    site = changed(
        (DOCS / "examples" / "nginx.conf").read_text("utf-8"),
        {
            "443": f"127.0.0.1:{port}",
            "8420": str(inner),
            "/etc/letsencrypt/live/play.example/fullchain.pem": f"{folder}/cert.pem",
            "/etc/letsencrypt/live/play.example/privkey.pem": f"{folder}/key.pem",
        },
    )
    path = folder / "nginx.conf"
    path.write_text(NGINX.format(folder=folder, site=site), "utf-8")
    return [program("nginx"), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(path)]


def caddy(folder: Path, port: int, inner: int) -> list[str]:
    here = f"https://127.0.0.1:{port} {{\n\ttls {folder}/cert.pem {folder}/key.pem\n"
    here += "\tbind 127.0.0.1\n"
    site = changed(
        (DOCS / "examples" / "Caddyfile").read_text("utf-8"),
        {"play.example {\n": here, "8420": str(inner)},
    )
    path = folder / "Caddyfile"
    path.write_text(CADDY.format(site=site), "utf-8")
    return [program("caddy"), "run", "--config", str(path), "--adapter", "caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if not found:
        pytest.skip(f"NOT TESTED: {name} is not installed here")
    return found


@contextmanager
def started(command: list[str], url: str, check: ssl.SSLContext, log: Path) -> Iterator[None]:
    """A process, once it answers."""
    with log.open("wb") as output:
        home = environment(HOME=str(log.parent))
        process = subprocess.Popen(command, stdout=output, stderr=output, env=home)
    try:
        for _ in range(600):
            assert process.poll() is None, log.read_text("utf-8")
            try:
                if httpx.get(url, verify=check, trust_env=False).is_success:
                    break
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        else:
            raise AssertionError(log.read_text("utf-8"))
        yield
    finally:
        process.terminate()
        process.wait(20)


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "NO_PROXY": "127.0.0.1", **more}


@pytest.fixture(scope="module", params=["nginx", pytest.param("caddy", marks=pytest.mark.slow)])
def proxy(request, tmp_path_factory) -> Iterator[tuple[str, ssl.SSLContext, Path]]:
    """The address of a service behind a proxy with TLS, and how to trust it."""
    program(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    certificate = folder / "cert.pem"
    subprocess.run(
        [
            *(program("openssl"), "req", "-x509", "-nodes", "-days", "2"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", folder / "key.pem", "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    check = ssl.create_default_context(cafile=certificate)
    port, inner = free_port(), free_port()
    url = f"https://127.0.0.1:{port}/games"
    serve = [sys.executable, "-m", "baumeister", "serve", "--port", str(inner), "--base-path"]
    serve += ["/games", "--proxy", "127.0.0.1", "--data", str(folder), "--workers", "1"]
    command = PROXIES[request.param](folder, port, inner)
    health = f"http://127.0.0.1:{inner}/games/health"
    with (
        started(serve, health, check, folder / "serve.log"),
        started(command, f"{url}/health", check, folder / "proxy.log"),
    ):
        yield url, check, certificate


def test_a_game_is_played_through_the_proxy(proxy):
    url, _, certificate = proxy
    played = subprocess.run(
        [sys.executable, CLIENT, url],
        env=environment(SSL_CERT_FILE=str(certificate)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert played.stdout.startswith("Random Rita "), played.stderr


def test_cookies_match_tls_and_the_path(proxy):
    url, check, _ = proxy
    answer = httpx.post(f"{url}/api/people", json={"name": "Ada"}, verify=check, trust_env=False)
    cookie = answer.headers["set-cookie"]
    assert "Path=/games;" in cookie
    assert "Secure" in cookie


def test_only_pages_of_the_same_host_may_act(proxy):
    url, check, _ = proxy
    ours, theirs = url.removesuffix("/games"), "https://elsewhere.example"

    async def knock(origin: str) -> str:
        try:
            where = url.replace("https", "wss") + "/api/socket"
            async with websockets.connect(where, ssl=check, origin=origin, proxy=None) as socket:
                await socket.send('{"type": "ping", "id": 1}')
                return str(await socket.recv())
        except websockets.InvalidStatus as error:
            return str(error.response.status_code)

    for origin, status in ((ours, 201), (theirs, 403)):
        answer = httpx.post(
            f"{url}/api/people",
            json={"name": "Ada"},
            headers={"Origin": origin},
            verify=check,
            trust_env=False,
        )
        assert answer.status_code == status
    assert '"pong"' in asyncio.run(knock(ours))
    assert asyncio.run(knock(theirs)) == "403"


def test_metrics_are_not_public(proxy):
    url, check, _ = proxy
    assert httpx.get(f"{url}/metrics", verify=check, trust_env=False).status_code == 404


def test_a_forged_address_is_ignored(proxy):
    """Limits are by address, and forged addresses are ignored. Runs last, as it uses up a limit."""
    url, check, _ = proxy
    with httpx.Client(verify=check, trust_env=False) as client:
        for number in range(80):
            answer = client.post(
                f"{url}/api/people",
                json={"name": "Ada"},
                headers={"X-Forwarded-For": f"192.0.2.{number}"},
            )
            if answer.status_code == 429:
                assert int(answer.headers["Retry-After"]) >= 1
                return
    raise AssertionError("never refused")
