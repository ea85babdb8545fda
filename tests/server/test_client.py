"""The browser client as the service serves it: files, the page at every address, headers."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from baumeister.server.http.pages.client_files import ClientFiles
from tests.server.running import Running, running, settings

SCRIPT = "let theme = 1;"
INDEX = f"""<!doctype html><head><base href="/"><script>{SCRIPT}</script>
<script type="module" src="assets/index-1a2b.js"></script></head>"""
PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def client_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small build, and a secret file beside it."""
    root = tmp_path_factory.mktemp("build")
    (root / "secret.txt").write_text("secret")
    folder = root / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "app.webmanifest").write_text("{}")
    (folder / ".sources").write_text("0123")
    script = folder / "assets" / "index-1a2b.js"
    script.write_text("play();" * 100)
    script.with_name("index-1a2b.js.gz").write_bytes(gzip.compress(script.read_bytes()))
    return folder


@pytest.fixture(scope="module")
def served(client_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("data"), client=client_folder)) as service:
        yield service


def ask(service: Running, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    return httpx.request(
        method, f"{service.url}{path}", headers={"Accept-Encoding": "", **headers}, trust_env=False
    )


@pytest.mark.parametrize(
    "path", ["/", "/new/manhattan", "/table/QOi5onSZ3fgn7XKZ", "/rules/M2.5", "/me", "/learn"]
)
def test_the_page_is_at_every_address_of_the_client(served: Running, path: str) -> None:
    page = ask(served, path, **PAGE)
    assert page.status_code == 200
    assert page.text == INDEX
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/api/nothing", PAGE["Accept"]),
        ("/api/tables/QOi5onSZ3fgn7XKZ", PAGE["Accept"]),
        ("/api", PAGE["Accept"]),
        ("/health/nothing", PAGE["Accept"]),
        ("/metrics/nothing", PAGE["Accept"]),
        ("/assets/gone-1a2b.js", PAGE["Accept"]),
        ("/favicon.ico", "image/avif,image/webp,*/*;q=0.8"),
        ("/table/QOi5onSZ3fgn7XKZ", "application/json"),
    ],
)
def test_a_missing_file_is_not_a_page(served: Running, path: str, accept: str) -> None:
    answer = ask(served, path, Accept=accept)
    assert answer.status_code == 404
    assert answer.json()["code"] in ("not-found", "no-table")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/.sources",
        "/assets/index-1a2b.js.gz",
    ],
)
def test_no_path_escapes_the_folder(served: Running, path: str) -> None:
    request = httpx.Request("GET", served.url)
    request.url = request.url.copy_with(raw_path=path.encode())  # not normalised by httpx
    with httpx.Client(trust_env=False) as client:
        answer = client.send(request)
    assert answer.status_code == 404
    assert b"secret" not in answer.content


def test_assets_are_immutable_and_everything_else_is_revalidated(served: Running) -> None:
    asset = ask(served, "/assets/index-1a2b.js")
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert asset.headers["content-type"] == "text/javascript; charset=utf-8"
    assert asset.headers["x-content-type-options"] == "nosniff"
    for path, kind in (
        ("/icon.svg", "image/svg+xml"),
        ("/app.webmanifest", "application/manifest+json"),
    ):
        found = ask(served, path)
        assert found.headers["cache-control"] == "no-cache"
        assert found.headers["content-type"] == kind
        again = ask(served, path, **{"If-None-Match": f'"x", W/{found.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == found.headers["etag"]
        other = ask(served, path, **{"If-None-Match": '"x"'})
        assert other.status_code == 200


@pytest.mark.parametrize("path", ["/assets/index-1a2b.js", "/"])
def test_gzip_is_sent_to_clients_that_accept_it(served: Running, path: str) -> None:
    plain = ask(served, path, **PAGE)
    packed = ask(served, path, **PAGE, **{"Accept-Encoding": "br, gzip;q=0.8"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert packed.headers["etag"] != plain.headers["etag"]
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    for unwilling in ("gzip;q=0", "br, gzip; q=0.0", "identity"):
        answer = ask(served, path, **PAGE, **{"Accept-Encoding": unwilling})
        assert "content-encoding" not in answer.headers


def test_brotli_is_sent_where_the_file_has_it(tmp_path: Path) -> None:
    """The smaller of two encodings that the browser accepts."""
    script = tmp_path / "index.js"
    script.write_text("1")
    script.with_name("index.js.gz").write_bytes(b"gz")
    script.with_name("index.js.br").write_bytes(b"br")
    (tmp_path / "index.html").write_text('<base href="/">')
    found = ClientFiles.read(tmp_path, "")
    assert list(found.files) == ["index.js"]
    assert found.files["index.js"].packed == {"br": b"br", "gzip": b"gz"}


@pytest.mark.parametrize("path", ["/", "/table/x", "/assets/index-1a2b.js", "/icon.svg"])
@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_head_is_get_without_the_body(served: Running, path: str, encoding: str) -> None:
    wanted = {**PAGE, "Accept-Encoding": encoding}
    got, head = ask(served, path, **wanted), ask(served, path, "HEAD", **wanted)
    assert head.content == b""
    assert head.status_code == 200
    unlike = {"date"}
    assert {k: v for k, v in head.headers.items() if k not in unlike} == {
        k: v for k, v in got.headers.items() if k not in unlike
    }


def test_the_page_may_load_only_our_own_resources(served: Running) -> None:
    page = ask(served, "/", **PAGE)
    rules = dict(rule.split(" ", 1) for rule in page.headers["content-security-policy"].split("; "))
    assert rules["default-src"] == "'self'"
    assert re.fullmatch(r"'self' 'sha256-[A-Za-z0-9+/]{43}='", rules["script-src"])
    assert rules["frame-ancestors"] == "'none'"
    here = f"127.0.0.1:{served.port}"
    assert rules["connect-src"] == f"'self' ws://{here} wss://{here}"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers["x-content-type-options"] == "nosniff"
    strange = ask(served, "/", **PAGE, Host="x; script-src *")
    assert "script-src *" not in strange.headers.get("content-security-policy", "")


def test_the_client_below_a_path(tmp_path: Path, client_folder: Path) -> None:
    with running(settings(tmp_path, client=client_folder, base_path="/games")) as service:
        for path in ("", "/", "/table/x"):
            assert '<base href="/games/">' in ask(service, path, **PAGE).text
        assert ask(service, "/assets/index-1a2b.js").status_code == 200
        above = f"http://127.0.0.1:{service.port}/assets/index-1a2b.js"
        assert httpx.get(above, trust_env=False).status_code == 404


def test_a_build_that_cannot_be_served_below_a_path_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    with pytest.raises(ValueError, match="base href"), running(settings(tmp_path, client=tmp_path)):
        pass
