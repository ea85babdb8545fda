"""The command line."""

from baumeister.cli.app import main

__all__ = ["main"]
