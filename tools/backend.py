"""How the package is built: with setuptools, and never without the browser client.

A source archive and a wheel hold the client, so that who installs them needs no node. From a
checkout it is built first; where that cannot be, there is an error and no package. Who wants one
without the client says so: BAUMEISTER_CLIENT=none.
"""

import os
import sys

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  (the rest is as setuptools does it)
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import web_client
from environment import say


def unwanted():
    return os.environ.get("BAUMEISTER_CLIENT") == "none"


def node():
    """What builds the client, where this machine has nothing that does."""
    if unwanted() or web_client.is_built() or web_client.Npm.here():
        return []
    with open(web_client.NODE) as file:
        return [file.readline().split()[0]]


def get_requires_for_build_wheel(config_settings=None):
    return build_meta.get_requires_for_build_wheel(config_settings) + node()


def get_requires_for_build_sdist(config_settings=None):
    return build_meta.get_requires_for_build_sdist(config_settings) + node()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_client()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    build_client()
    return build_meta.build_sdist(sdist_directory, config_settings)


def build_client():
    if unwanted():
        say("a package without the browser client, as BAUMEISTER_CLIENT=none says")
        return
    try:
        web_client.build(sys.executable, fetch=False)
    except web_client.UnavailableError as error:
        sys.exit("%s; or build without the client: BAUMEISTER_CLIENT=none" % error)
