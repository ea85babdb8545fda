"""The virtual environment that ./play and ./check run in: created once, then reused.

Runs on any Python 3, so that it can explain what is missing.
"""

import hashlib
import os
import shutil
import subprocess
import sys

from progress import ROOT, say, steps

OLDEST = (3, 11)
LOCKED = ("--require-hashes", "--only-binary=:all:", "-r")
COVERAGE = "requirements/coverage.txt"  # apart: not every platform has a wheel of it


def python_of(venv):
    """The path of the environment's Python."""
    return os.path.join(
        venv, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python"))
    )


def fail(text):
    """Exit with an error message."""
    say(text)
    sys.exit(2)


def newer_python():
    """The path of an installed Python that is new enough, or None."""
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        if found and subprocess.call([found, "-c", "import venv"]) == 0:
            return found
    return None


def make_venv(venv_folder):
    """Create the environment."""
    try:
        import ensurepip  # noqa: F401  (venv needs it to install pip)
        import venv  # noqa: F401
    except ImportError:
        fail("this Python has no venv or pip. On Debian or Ubuntu: apt install python3-venv")
    text = "creating an environment in %s" % os.path.relpath(venv_folder, ROOT)
    if steps.run(text, [sys.executable, "-m", "venv", "--clear", venv_folder]) != 0:
        fail("could not create the environment, see above. Is this folder writable?")


def works(python):
    """Whether this Python exists, runs, is new enough and has pip."""
    if not os.path.exists(python):
        return False
    code = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.call([python, "-c", code], stderr=subprocess.DEVNULL) == 0


def stamp_of(profile):
    """A digest that changes whenever the environment must be updated."""
    digest = hashlib.sha256(ROOT.encode())  # a moved or copied checkout must be installed again
    locked = ["requirements/%s.txt" % profile] + ([COVERAGE] if profile == "check" else [])
    for name in ["pyproject.toml", "setup.py"] + locked + core_sources():
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def core_sources():
    """The source files of the compiled core."""
    found = []
    for folder, _, names in os.walk(os.path.join(ROOT, "src", "baumeister", "fast", "cpp")):
        found += [os.path.join(folder, name) for name in names]
    return sorted(found)


def warn_without_core(python):
    """Warn if the compiled core could not be built: everything works, but slower."""
    code = "from baumeister import fast; print(fast.why_not())"
    answer = subprocess.run(
        [python, "-c", code], stdout=subprocess.PIPE, universal_newlines=True, check=False
    )
    if answer.stdout.strip():
        say(
            "there is no compiled core (%s). Everything works, but bots and simulations are slower."
            " Install a C++ compiler and Python's headers (Debian: apt install g++ python3-dev),"
            " delete .venv and run this again." % answer.stdout.strip()
        )


def pip_installs(text, python, *arguments):
    """Run pip install as a step with this text; whether it succeeded."""
    command = [python, "-m", "pip", "--disable-pip-version-check", "install"]
    return steps.run(text, command + list(arguments)) == 0


def pip(text, python, *arguments):
    """Run pip install as a step; exit with an error if it fails."""
    if not pip_installs(text, python, *arguments):
        fail(
            "the installation failed, see above. It needs the package index, but only once."
            " Run the same command to try again; if that does not help, delete %s first."
            % os.path.dirname(os.path.dirname(python))
        )


def install_coverage(python):
    """Install what measures coverage; the tests run without it too."""
    locked = ("--require-hashes", "--no-deps", "--no-build-isolation", "-r")
    text = "installing the measurement of coverage"
    if not pip_installs(text, python, *locked, os.path.join(ROOT, COVERAGE)):
        say("coverage will not be measured: slipcover cannot be installed, see above")


def prepare(profile, folder=".venv", later=0):
    """Set up the environment for a profile and return its Python; exit with an error on failure.

    `later` is the number of steps that follow, for the progress.
    """
    try:
        return set_up(profile, folder, later)
    except KeyboardInterrupt:
        fail("interrupted; run the same command again to continue")
    except OSError as error:
        fail("cannot set up %s: %s" % (folder, error))


def set_up(profile, folder, later=0):
    """Install requirements/PROFILE.txt and this package unless that is done; returns the Python."""
    if sys.version_info < OLDEST:
        better = newer_python()
        if better is None:
            fail(
                "Python 3.11 or newer is needed, but this is %d.%d. Debian 12, Ubuntu 24.04 and"
                " python.org offer one." % sys.version_info[:2]
            )
        os.execv(better, [better] + sys.argv)
    venv = os.path.join(ROOT, folder)
    python = python_of(venv)
    makes_venv = not works(python)
    if not makes_venv and is_installed(profile, venv):
        steps.plan(later)
        return python
    measures = profile == "check"
    steps.plan(makes_venv + 2 + measures + later)
    say("setting everything up, once; this takes a few minutes")
    if makes_venv:
        make_venv(venv)
    requirements = os.path.join(ROOT, "requirements", profile + ".txt")
    pip("fetching the Python packages", python, *LOCKED, requirements)
    pip("building the fast core", python, "--no-deps", "--no-build-isolation", "-e", ROOT)
    warn_without_core(python)
    if measures:
        install_coverage(python)
    with open(os.path.join(venv, "baumeister-%s" % profile), "w") as file:
        file.write(stamp_of(profile))
    return python


def is_installed(profile, venv):
    """Whether the environment has all that a profile needs."""
    for name in (profile, "check"):  # ./check installs everything that ./play needs
        stamp = os.path.join(venv, "baumeister-%s" % name)
        if os.path.exists(stamp):
            with open(stamp) as file:
                if file.read() == stamp_of(name):
                    return True
    return False
