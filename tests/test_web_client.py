"""tools/web_client.py: when the browser client is built, and with what."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import web_client as client  # type: ignore[import-not-found]  # noqa: E402

sys.path.pop(0)

PACKAGES = {
    "": {"name": "web"},
    "node_modules/vite": {"version": "8.3.5", "integrity": "sha512-a"},
    "node_modules/for-windows": {"version": "1.0.0", "integrity": "sha512-b", "optional": True},
}


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    (folder / "node_modules").mkdir(parents=True)
    (folder / "src").mkdir()
    (folder / "src" / "main.ts").write_text("play()")
    (folder / "package.json").write_text("{}")
    built = tmp_path / "client"
    built.mkdir()
    monkeypatch.setattr(client, "WEB", str(folder))
    monkeypatch.setattr(client, "BUILT", str(built))
    monkeypatch.setattr(client, "STAMP", str(built / ".sources"))
    locked(folder, "package-lock.json")
    locked(folder, "node_modules/.package-lock.json", "node_modules/for-windows", "")
    return folder


def locked(folder: Path, name: str, *without: str) -> None:
    kept = {path: entry for path, entry in PACKAGES.items() if path not in without}
    (folder / name).write_text(json.dumps({"packages": kept}))


class FakeNpm:
    """Does what npm would, and remembers."""

    def __init__(self, code: int = 0) -> None:
        self.code = code
        self.did: list[str] = []

    def install(self) -> None:
        self.did.append("install")

    def step(self, text: str, *arguments: str) -> int:
        assert text
        self.did.append(" ".join(arguments[:3]))
        Path(client.BUILT, "index.html").write_text("")
        return self.code


def building(monkeypatch: pytest.MonkeyPatch, npm: FakeNpm) -> None:
    monkeypatch.setattr(client.Npm, "found", lambda *_: npm)
    client.build(sys.executable)


def test_it_is_built_once_and_again_when_a_source_has_changed(
    web: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = FakeNpm()
    building(monkeypatch, npm)
    assert npm.did == ["install", "run --silent build"]
    building(monkeypatch, npm)
    (web / "node_modules" / "anything").write_text("is no source")
    building(monkeypatch, npm)
    assert len(npm.did) == 2
    (web / "src" / "main.ts").rename(web / "src" / "start.ts")
    building(monkeypatch, npm)
    assert len(npm.did) == 4


def test_a_build_that_failed_is_tried_again(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(client.UnavailableError, match="could not be built"):
        building(monkeypatch, FakeNpm(code=1))
    assert not client.is_built()


def test_packages_are_fetched_when_they_are_not_what_the_lock_says(web: Path) -> None:
    assert client.is_installed()
    there = web / "node_modules" / ".package-lock.json"
    good = there.read_text()
    for wrong in (
        good.replace("8.3.5", "8.3.6"),
        good.replace("sha512-a", "sha512-c"),
        good.replace("node_modules/vite", "node_modules/other"),
        '{"packages": {}}',
    ):
        there.write_text(wrong)
        assert not client.is_installed()
    there.unlink()
    assert not client.is_installed()


@pytest.mark.parametrize(
    ("node", "npm", "good"),
    [
        ("v20.20.2", "11.19.1", True),
        ("v20.18.0", "10.8.0", False),
        ("v21.7.0", "10.8.0", False),
        ("v22.11.0", "10.8.0", False),
        ("v24.1.0", "11.0.0", True),
        ("v24.1.0", "9.9.9", False),
        ("v24.1.0", None, False),
        (None, "11.0.0", False),
        ("nonsense", "11.0.0", False),
    ],
)
def test_a_node_that_is_too_old_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, node: str | None, npm: str | None, good: bool
) -> None:
    for name, version in (("node", node), ("npm", npm)):
        if version:
            program = tmp_path / name
            program.write_text(f"#!/bin/sh\necho {version}\n")
            program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (client.Npm.here() is not None) == good


def test_without_node_and_network_it_says_so(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.Npm, "here", lambda: None)
    monkeypatch.setattr(client.Npm, "of", lambda _: None)
    monkeypatch.setattr(client, "pip_installs", lambda *_: False)
    with pytest.raises(client.UnavailableError, match=r"node 20\.19 or newer, or a network"):
        client.build(sys.executable)


def test_the_lock_names_the_bundler_of_every_system() -> None:
    """npm leaves out of a lock what it cannot see, and then refuses it elsewhere."""
    packages = client.packages(ROOT / "web" / "package-lock.json")
    named = {path.rpartition("node_modules/")[2] for path in packages}
    wanted = {name for entry in packages.values() for name in entry.get("optionalDependencies", {})}
    assert wanted
    assert wanted <= named
    assert not any("resolved" in entry for entry in packages.values())
