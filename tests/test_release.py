"""A release: version, changelog, archive and wheels, and what hosted CI does with them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path

import pytest
import yaml

import baumeister

ROOT = Path(__file__).parent.parent
TOOL = ROOT / "tools" / "release"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VERSIONED = [
    "CHANGELOG.md",
    "pyproject.toml",
    "src/baumeister/__init__.py",
    "web/package.json",
    "web/package-lock.json",
    "docs/openapi.json",
]


def released(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TOOL, *arguments], env={**os.environ, "BAUMEISTER_ROOT": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_release_writes_the_version_and_the_date(tmp_path: Path) -> None:
    for name in VERSIONED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert "another version" in released(tmp_path, "--verify", "9.8.7").stderr
    assert released(tmp_path, "9.8").stderr == "'9.8' is not a version such as 0.2.0\n"
    assert released(tmp_path, "9.8.7").returncode == 0
    assert released(tmp_path, "--verify", "9.8.7").returncode == 0
    assert [name for name in VERSIONED if "9.8.7" not in (tmp_path / name).read_text()] == []
    changes = (tmp_path / "CHANGELOG.md").read_text()
    assert re.search(r"## Unreleased\n\n## 9\.8\.7 \(\d{4}-\d\d-\d\d\)\n", changes)
    assert "no unreleased changes" in released(tmp_path, "9.9.0").stderr


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == baumeister.__version__
    assert "another version" not in released(ROOT, "--verify", baumeister.__version__).stderr


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_well_formed(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["runs-on"]
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(workflow["jobs"])


def test_wheels_are_built_for_the_oldest_python_and_the_stable_abi() -> None:
    wanted = PROJECT["tool"]["cibuildwheel"]["build"]
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=").replace(".", "")
    assert wanted == [f"cp{oldest}-*", "cp312-*"]


def test_the_core_uses_nothing_outside_the_stable_abi() -> None:
    """NB_TUPLE_SET_ITEM and the like choose the function or the macro."""
    macro = re.compile(r"\bPy(?:Tuple|List|Bytes|Unicode|Float|Sequence)_[A-Z]{2,}[A-Z_]*\(")
    sources = (ROOT / "src" / "baumeister" / "fast" / "cpp").rglob("*.?pp")
    assert not [path for path in sources if macro.search(path.read_text("utf-8"))]


BUILD = "import sys; sys.path.insert(0, 'tools'); import backend; backend.build_{}(sys.argv[1])"
SELECTED = ["tests/core", "tests/records", "tests/manhattan/test_m3_scoring.py", "README.md"]


@pytest.mark.slow
def test_the_archive_gives_wheels_and_passes_its_tests(tmp_path: Path) -> None:
    """Archive, wheel from the archive, both in environments that are empty but for the package."""

    def run(folder: Path, *command: str | Path, **environment: str) -> str:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **environment},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    run(ROOT, sys.executable, "-c", BUILD.format("sdist"), tmp_path / "dist")
    with tarfile.open(next((tmp_path / "dist").glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "archive", filter="data")
    (unpacked,) = (tmp_path / "archive").iterdir()
    tracked = run(ROOT, "git", "ls-files").splitlines()
    hidden = tuple(name for name in tracked if name.startswith("."))
    assert [name for name in tracked if not (unpacked / name).exists()] == list(hidden)
    assert (unpacked / "src/baumeister/site/index.html").exists()
    build = (sys.executable, "-c", BUILD.format("wheel"), tmp_path / "dist")
    run(unpacked, *build, BAUMEISTER_CORE="required")
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    if sys.version_info >= (3, 12):
        assert "-cp312-abi3-" in wheel.name
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    run(tmp_path, python, "-m", "pip", "install", "--no-deps", "--no-index", wheel, PYTHONPATH="")
    run(tmp_path, python, "-m", "doctest", unpacked / "README.md", PYTHONPATH="")
    where = "import baumeister, baumeister.fast as f; print(f.compiled(), baumeister.__path__[0])"
    compiled, package = run(tmp_path, python, "-c", where, PYTHONPATH="").split()
    assert compiled == "True"
    assert Path(package).is_relative_to(tmp_path)
    tests = (sys.executable, "-m", "pytest", "-q", "-m", "not slow", *SELECTED)
    run(unpacked, *tests, PYTHONPATH=str(Path(package).parent), BAUMEISTER_CORE="required")
