"""The isolated environment that ./play and ./check run in: made once, then reused.

Written for any Python 3, so that it can say what is missing.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLDEST = (3, 11)
LOCKED = ("--require-hashes", "--only-binary=:all:", "-r")


def python_of(venv):
    return os.path.join(
        venv, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python"))
    )


def say(text):
    print("baumeister: " + text, file=sys.stderr, flush=True)


def fail(text):
    say(text)
    sys.exit(2)


def newer_python():
    """A Python that is new enough, if this one is not."""
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        if found and subprocess.call([found, "-c", "import venv"]) == 0:
            return found
    return None


def make_venv(venv_folder):
    try:
        import ensurepip  # noqa: F401  (what venv needs to bring pip)
        import venv  # noqa: F401
    except ImportError:
        fail("this Python has no venv or pip. On Debian or Ubuntu: apt install python3-venv")
    say("making an environment in %s (once)" % os.path.relpath(venv_folder, ROOT))
    if subprocess.call([sys.executable, "-m", "venv", "--clear", venv_folder]) != 0:
        fail("could not make it: see above. Is this folder writable?")


def works(python):
    """Whether there is a Python there that runs, is new enough and has pip."""
    if not os.path.exists(python):
        return False
    code = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.call([python, "-c", code], stderr=subprocess.DEVNULL) == 0


def stamp_of(profile):
    """Changes when what is to be installed does."""
    digest = hashlib.sha256(ROOT.encode())  # a moved or copied checkout is installed anew
    for name in ["pyproject.toml", "setup.py", "requirements/%s.txt" % profile] + core_sources():
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def core_sources():
    """What the compiled core is built from: when it changes, it is compiled anew."""
    found = []
    for folder, _, names in os.walk(os.path.join(ROOT, "src", "baumeister", "fast", "cpp")):
        found += [os.path.join(folder, name) for name in names]
    return sorted(found)


def tell_of_core(python):
    """Whether the compiled core was built: without it all works, and much is slower."""
    code = "from baumeister import fast; print(fast.why_not())"
    told = subprocess.run(
        [python, "-c", code], stdout=subprocess.PIPE, universal_newlines=True, check=False
    )
    if told.stdout.strip():
        say(
            "there is no compiled core (%s). Everything works, but bots and mass play are slower."
            " It needs a C++ compiler and Python's headers (Debian: apt install g++ python3-dev);"
            " then delete .venv and run this again." % told.stdout.strip()
        )


def pip_installs(python, *arguments):
    """Whether it could."""
    command = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if sys.stderr.isatty():
        command.remove("--quiet")
    return subprocess.call(command + list(arguments), stdout=sys.stderr) == 0


def pip(python, *arguments):
    if not pip_installs(python, *arguments):
        fail(
            "the installation failed, see above. It needs the package index once;"
            " after that it works without a network. Run the same command to try again;"
            " if that does not help, delete %s first." % os.path.dirname(os.path.dirname(python))
        )


def prepare(profile, folder=".venv"):
    try:
        return prepared(profile, folder)
    except KeyboardInterrupt:
        fail("interrupted; run the same command again to go on")
    except OSError as error:
        fail("cannot set up %s: %s" % (folder, error))


def prepared(profile, folder):
    """An environment with everything locked in requirements/PROFILE.txt; its Python."""
    if sys.version_info < OLDEST:
        better = newer_python()
        if better is None:
            fail(
                "needs Python 3.11 or newer, this is %d.%d. Debian 12, Ubuntu 24.04 and python.org"
                " have one." % sys.version_info[:2]
            )
        os.execv(better, [better] + sys.argv)
    venv = os.path.join(ROOT, folder)
    python = python_of(venv)
    if not works(python):
        make_venv(venv)
    for name in (profile, "check"):  # what ./check installs is all that ./play needs
        stamp = os.path.join(venv, "baumeister-%s" % name)
        if os.path.exists(stamp):
            with open(stamp) as file:
                if file.read() == stamp_of(name):
                    return python
    say("installing what %s needs (once; takes a minute)" % profile)
    requirements = os.path.join(ROOT, "requirements", profile + ".txt")
    pip(python, *LOCKED, requirements)
    say("building the compiled core (once; takes a minute)")
    pip(python, "--no-deps", "--no-build-isolation", "-e", ROOT)
    tell_of_core(python)
    with open(os.path.join(venv, "baumeister-%s" % profile), "w") as file:
        file.write(stamp_of(profile))
    say("ready")
    return python
