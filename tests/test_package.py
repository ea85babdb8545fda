"""The package holds the browser client and, where it can be compiled, the core."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = ["pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"]
FOLDERS = ["requirements", "src", "tools", "web"]
CLIENT = ["index.html", "assets/index-1a2b.js", "assets/index-1a2b.js.gz"]
BUILD = "import sys; sys.path.insert(0, 'tools'); import backend; print(backend.build_{}('dist'))"
STAMP = "import sys; sys.path.insert(0, 'tools'); import web_client; print(web_client.sources())"
SERVED = """
from baumeister.server.http.pages import client_files as c
from baumeister.server.settings import BUILT
found = c.ClientFiles.read(BUILT, "")
print(c.__file__, found.page.content.decode(), *found.files)
"""


def python(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs there, where there is no node; a copy of the package is not ours to measure."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False,
        env={**kept, "PATH": "", **environment},
    )  # fmt: skip


def made(folder: Path, what: str, **environment: str) -> Path:
    done = python(folder, BUILD.format(what), **environment)
    assert done.returncode == 0, done.stderr
    return folder / "dist" / done.stdout.splitlines()[-1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """This one, with a small client that was built from its sources."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    built = ("client", "site", "*.so", "*.egg-info")
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", *built)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    client = folder / "src" / "baumeister" / "server" / "client"
    for name in CLIENT:
        (client / name).parent.mkdir(parents=True, exist_ok=True)
        (client / name).write_text('<base href="/">')
    (client / ".sources").write_text(python(folder, STAMP).stdout.strip())
    return folder


@pytest.mark.slow  # tests/plugins builds a wheel, and test_card_nim.py serves it, in every run
def test_from_checkout_to_archive_to_wheel_to_page_without_node(checkout: Path) -> None:
    with tarfile.open(made(checkout, "sdist")) as archive:
        archive.extractall(checkout / "archive")  # our own, just made
    (unpacked,) = (checkout / "archive").iterdir()
    wheel = made(unpacked, "wheel")
    installed = checkout / "installed"
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        packed.extractall(installed)
    assert {f"baumeister/server/client/{name}" for name in CLIENT} <= set(names)
    assert not [name for name in names if name.startswith(("web", "tools"))]
    done = python(checkout, SERVED, PYTHONPATH=str(installed))
    assert done.stdout.split("\n")[0] == " ".join(
        [
            str(installed / "baumeister/server/http/pages/client_files.py"),
            '<base href="/">',
            CLIENT[1],
        ]
    )


@pytest.mark.slow  # releases are built seldom
@pytest.mark.parametrize("what", ["sdist", "wheel"])
def test_without_the_client_there_is_no_package_unless_one_is_asked_for(
    checkout: Path, what: str
) -> None:
    shutil.rmtree(checkout / "src" / "baumeister" / "server" / "client")
    shutil.rmtree(checkout / "web")
    done = python(checkout, BUILD.format(what))
    assert done.returncode != 0
    assert "browser client" in done.stderr
    assert "BAUMEISTER_CLIENT=none" in done.stderr
    assert not list(checkout.glob("dist/*"))
    assert made(checkout, what, BAUMEISTER_CLIENT="none").exists()


FAST = """
import sys
import baumeister
assert not {"numpy", "litestar", "baumeister.fast", "baumeister.server"} & set(sys.modules)
from baumeister import fast
from baumeister.fast import manhattan
position = manhattan.Position(manhattan.rules(), seed=3)
print(fast.__file__, fast.compiled(), position.playout(), fast.why_not())
"""


@pytest.mark.slow  # tests/plugins plays without the core in every run
def test_without_a_compiler_there_is_a_package_that_says_so_and_plays(checkout: Path) -> None:
    done = python(checkout, BUILD.format("wheel"))  # nothing is on the path
    assert "built WITHOUT the compiled core" in done.stderr
    assert "apt install g++" in done.stderr
    installed = checkout / "installed"
    with zipfile.ZipFile(checkout / "dist" / done.stdout.splitlines()[-1]) as packed:
        assert not [name for name in packed.namelist() if "_core." in name and "pyi" not in name]
        packed.extractall(installed)
    played = python(checkout, FAST, PYTHONPATH=str(installed))
    assert played.stdout.startswith(f"{installed}/baumeister/fast/__init__.py False 112 "), played
    assert "was not built" in played.stdout
    refused = python(checkout, BUILD.format("wheel"), BAUMEISTER_CORE="required")
    assert refused.returncode != 0


@pytest.mark.slow
def test_a_wheel_holds_the_core(checkout: Path) -> None:
    path = os.environ["PATH"]
    wheel = made(checkout, "wheel", BAUMEISTER_CORE="required", PATH=path)
    installed = checkout / "installed"
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        packed.extractall(installed)
    assert not [name for name in names if name.endswith((".cpp", ".hpp"))]
    played = python(checkout, FAST, PYTHONPATH=str(installed))
    assert played.stdout.startswith(f"{installed}/baumeister/fast/__init__.py True 112"), played
