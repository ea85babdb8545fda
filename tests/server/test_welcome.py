"""The page that is shown if the client has not been built."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from tests.server.running import running, settings


@pytest.mark.parametrize("base", ["", "/games"])
def test_the_page_exists_and_its_links_work(tmp_path: Path, base: str) -> None:
    with running(settings(tmp_path, client=tmp_path / "none", base_path=base)) as service:
        for address in {service.url, f"{service.url}/"}:
            page = httpx.get(address, trust_env=False)
            assert page.status_code == 200
            assert page.headers["content-type"].startswith("text/html")
            assert "has not been built" in page.text
            root = urljoin(address, re.findall(r'<base href="([^"]+)"', page.text)[0])
            links = re.findall(r'<a href="([^"]+)"', page.text)
            assert len(links) >= 4
            for link in links:
                assert httpx.get(urljoin(root, link), trust_env=False).status_code == 200
