"""The progress of a set-up: a line for each step, and everything that programs print in a log file.

Runs on any Python 3.
"""

import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOG = os.path.join(ROOT, ".setup.log")
LAST = 15
"""Lines of the log to show after a failure."""
SPINNER = "|/-\\"
TICK = 0.1


def say(text):
    """Print a message to stderr."""
    print("baumeister: " + text, file=sys.stderr, flush=True)


class Steps:
    """Runs programs one after the other and says how far they are."""

    def __init__(self):
        self.total = 0
        self.number = 0

    def plan(self, count):
        """Expect this many further steps."""
        self.total = self.number + count

    def run(self, text, command, **options):
        """Run a program as the next step; its exit status. What it prints goes to the log."""
        self.number += 1
        count = "%d/%d " % (self.number, self.total) if self.total >= self.number else ""
        line = "baumeister: %s%s" % (count, text)
        live = sys.stderr.isatty()
        if not live:
            print(line, file=sys.stderr, flush=True)
        with _opened(first=self.number == 1) as log:
            log.write(("\n$ %s\n" % " ".join(command)).encode())
            log.flush()
            begin = log.tell()
            status = _watched(command, log, line if live else None, options)
        if status != 0:
            _show_end(begin)
        return status


steps = Steps()


def _opened(first):
    """The log; an old one is replaced. A folder that cannot be written gives no log."""
    try:
        return open(LOG, "wb" if first else "ab")
    except OSError:
        return open(os.devnull, "wb")


def _watched(command, log, line, options):
    """Run a program; with a `line`, show it with the seconds until the program ends."""
    began = time.time()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, **options
    )
    tick = 0
    try:
        while True:
            try:
                status = process.wait(TICK if line else None)
                break
            except subprocess.TimeoutExpired:
                tick += 1
                seconds = time.time() - began
                _draw("%s %s %d s" % (line, SPINNER[tick % len(SPINNER)], seconds))
    except KeyboardInterrupt:
        process.wait()
        if line:
            _draw("%s: interrupted\n" % line)
        raise
    if line:
        end = "done" if status == 0 else "failed"
        _draw("%s: %s (%d s)\n" % (line, end, time.time() - began))
    return status


def _draw(text):
    """Replace the current line of the terminal."""
    sys.stderr.write("\r\x1b[K" + text)
    sys.stderr.flush()


def _show_end(begin):
    """Print the last lines of a step that failed, and where the rest is."""
    try:
        with open(LOG, "rb") as file:
            file.seek(begin)
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return
    for each in lines[-LAST:]:
        print("    " + each, file=sys.stderr)
    say("everything that was printed is in %s" % os.path.relpath(LOG))
