"""The build backend: setuptools, with the browser client and the documentation.

Source archives and wheels contain both, so that installing them needs neither node nor MkDocs. In a
checkout they are built first, and the build fails if that is not possible. BAUMEISTER_CLIENT=none
builds a package without the client, BAUMEISTER_DOCS=none one without the documentation.
"""

import os
import sys

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  (unchanged)
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import docs_site
import web_client
from progress import say


def unwanted():
    """Whether the package is to be built without the client."""
    return os.environ.get("BAUMEISTER_CLIENT") == "none"


def node():
    """The requirement that brings node, if the client must be built and node is missing."""
    if unwanted() or web_client.is_built() or web_client.Npm.here():
        return []
    with open(web_client.NODE) as file:
        return [file.readline().split()[0]]


def mkdocs():
    """The requirements that build the documentation, if it must be built."""
    if os.environ.get("BAUMEISTER_DOCS") == "none" or docs_site.is_built():
        return []
    return docs_site.requirements()


def get_requires_for_build_wheel(config_settings=None):
    return build_meta.get_requires_for_build_wheel(config_settings) + node() + mkdocs()


def get_requires_for_build_sdist(config_settings=None):
    return build_meta.get_requires_for_build_sdist(config_settings) + node() + mkdocs()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_client()
    build_docs()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    build_client()
    build_docs()
    return build_meta.build_sdist(sdist_directory, config_settings)


def build_client():
    """Build the client; exit with an error if that is not possible."""
    if unwanted():
        say("building without the browser client, because of BAUMEISTER_CLIENT=none")
        return
    try:
        web_client.build(sys.executable, fetch=False)
    except web_client.UnavailableError as error:
        sys.exit("%s; or build without the client: BAUMEISTER_CLIENT=none" % error)


def build_docs():
    """Build the documentation; exit with an error if that is not possible."""
    if os.environ.get("BAUMEISTER_DOCS") == "none":
        say("building without the documentation, because of BAUMEISTER_DOCS=none")
    elif docs_site.build() != 0:
        sys.exit("the documentation cannot be built; build without it: BAUMEISTER_DOCS=none")
