"""The page about hosting and the files it names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest

from tests.server.test_protocol import DOCS

PAGE = (DOCS / "self-hosting.md").read_text("utf-8")
UNIT = (DOCS / "examples" / "baumeister.service").read_text("utf-8")
DOCKERFILE = (DOCS.parent / "Dockerfile").read_text("utf-8")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_page_shows_the_files_that_are_tested(name):
    assert (DOCS / "examples" / name).read_text("utf-8") in PAGE


def test_the_options_that_the_files_name_exist():
    command = [sys.executable, "-m", "baumeister", "serve", "--help"]
    known = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    options = {"--help", *OPTION.findall(known)}
    lines = [line for text in (PAGE, UNIT, DOCKERFILE) for line in text.splitlines()]
    serving = [line for line in lines if re.search(r"baumeister.{0,4} \W?serve", line)]
    named = {option for line in serving for option in OPTION.findall(line)}
    assert named >= {"--host", "--data", "--base-path", "--proxy", "--port"}
    assert named <= options
    assert {"--origin", "--workers"} <= options


def test_the_image_is_built_from_everything_that_a_wheel_needs():
    """The compiled core, the page, and the documentation with all files that it links."""
    copied = [
        name
        for line in re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE, re.M)
        for name in line.split()
    ]
    found = {path.name for name in copied for path in DOCS.parent.glob(name)}
    assert all(list(DOCS.parent.glob(name)) for name in copied)
    assert found >= {
        "setup.py",
        "pyproject.toml",
        "src",
        "web",
        "tools",
        "requirements",
        "mkdocs.yml",
    }
    outside = re.compile(r"\]\((?:\.\./)+([\w.-]+)")
    linked = {top for page in DOCS.glob("*.md") for top in outside.findall(page.read_text("utf-8"))}
    assert found >= {"docs", "experiments", "Dockerfile", *linked}
    assert "g++" in DOCKERFILE
    assert "BAUMEISTER_CORE=required" in DOCKERFILE


def test_systemd_understands_the_unit(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("NOT TESTED: systemd-analyze is not installed here")
    program = re.search(r"ExecStart=(\S+)", UNIT)
    assert program
    unit = tmp_path / "baumeister.service"
    for text, good in ((UNIT, True), (UNIT.replace("ProtectHome=yes", "ProtectHome=x"), False)):
        unit.write_text(text.replace(program[1], "/bin/true", 1), "utf-8")
        done = subprocess.run(
            ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
        )
        assert (not done.returncode and "baumeister.service" not in done.stderr) == good, done
