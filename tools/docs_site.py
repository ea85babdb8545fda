"""Building the documentation site into the package: `python tools/docs_site.py`.

The site is built, strictly, only if one of its sources has changed. `baumeister docs` shows it.
"""

import hashlib
import os
import re
import subprocess
import sys

from progress import ROOT, say

BUILT = os.path.join(ROOT, "src", "baumeister", "site")
STAMP = os.path.join(BUILT, ".sources")
LOCK = os.path.join(ROOT, "requirements", "check.txt")
BUILDERS = ("mkdocs-material", "mkdocstrings", "mkdocstrings-python")
FOLDERS = ("docs", "experiments", "src", os.path.join("tools", "documentation"))
SKIPPED = {"__pycache__", "client", "cpp", "site", "server", "cli"}


def sources():
    """A digest of all files that the site is made of, or None if they are not here."""
    if not os.path.exists(os.path.join(ROOT, "mkdocs.yml")):
        return None
    digest = hashlib.sha256()
    paths = [name for name in os.listdir(ROOT) if name.endswith((".md", ".yml"))]
    for top in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(ROOT, top)):
            folders[:] = [
                name for name in folders if name not in SKIPPED and "egg-info" not in name
            ]
            paths += [os.path.join(folder, name) for name in names if not name.endswith(".so")]
    for path in sorted(os.path.relpath(os.path.join(ROOT, path), ROOT) for path in paths):
        digest.update(path.replace(os.sep, "/").encode() + b"\0")
        with open(os.path.join(ROOT, path), "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def is_built():
    """Whether the site is up to date, or cannot be built because its sources are not here."""
    try:
        with open(STAMP) as file:
            stamp = file.read()
    except OSError:
        stamp = ""
    return stamp == (sources() or stamp)


def requirements():
    """What builds the site, in the locked versions."""
    with open(LOCK) as file:
        text = file.read()
    return [re.search(r"^%s==[\w.]+" % name, text, re.M).group() for name in BUILDERS]


def build():
    """Build the site unless it is up to date; the exit status."""
    if is_built():
        return 0
    environment = dict(os.environ, NO_MKDOCS_2_WARNING="1", DISABLE_MKDOCS_2_WARNING="true")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--clean"]
    status = subprocess.call(command, cwd=ROOT, env=environment)
    if status == 0:
        with open(STAMP, "w") as file:
            file.write(sources())
    else:
        say("the documentation site could not be built: see above")
    return status


if __name__ == "__main__":
    sys.exit(build())
