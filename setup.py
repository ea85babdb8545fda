"""Build the compiled core, `baumeister.fast._core`; everything else is in pyproject.toml.

The kernels are compiled once for each instruction set, and the module selects one when it is
imported. If the core cannot be built (no C++ compiler, no Python headers), a warning is printed and
the package works without it, more slowly. BAUMEISTER_CORE=none does not build it,
BAUMEISTER_CORE=required fails instead. On x86-64, BAUMEISTER_NATIVE=1 compiles for this machine
only; BAUMEISTER_SANITIZE=1 compiles with the address and undefined-behaviour sanitisers.

From Python 3.12 on the core uses the stable ABI: one wheel serves that version and all later ones.
On Windows it is compiled with clang-cl, because Microsoft's compiler has no vector extensions.
"""

import os
import platform
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CPP = "src/baumeister/fast/cpp"
GAMES = ("manhattan", "tangram_city")
REQUESTED = os.environ.get("BAUMEISTER_CORE", "")
FLAGS = [
    "-std=c++20",
    "-O3",
    "-g0",
    "-fvisibility=hidden",
    "-fno-strict-aliasing",
    "-ffp-contract=off",  # the same results on every instruction set
    "-Wno-psabi",  # vector arguments never cross object files
    "-DNDEBUG",
    "-pthread",
]
CLANG_CL = [
    "/nologo",
    "/std:c++20",
    "/O2",
    "/EHsc",
    "/MD",
    "-fno-strict-aliasing",
    "/clang:-ffp-contract=off",
    "/DNDEBUG",
]
STABLE = (3, 12)
"""The first Python whose stable ABI nanobind can use."""
IS_STABLE = (
    sys.version_info >= STABLE
    and platform.python_implementation() == "CPython"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
ABI = ["-DPy_LIMITED_API=0x{:02X}{:02X}0000".format(*STABLE)] if IS_STABLE else []
AVX512 = [
    f"-mavx512{part}"
    for part in ("f", "bw", "cd", "dq", "vl", "vpopcntdq", "bitalg", "vbmi", "vbmi2")
]
if os.environ.get("BAUMEISTER_SANITIZE"):
    SANITIZE = [
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        "-O1",
        "-g",
        "-UNDEBUG",
    ]
else:
    SANITIZE = []


def instruction_sets():
    """Compiler flags by name; the first one runs on every machine."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return {"v2": []}
    sets = {
        "v2": ["-march=x86-64-v2"],
        "v3": ["-march=x86-64-v3"],
        "v4": ["-march=x86-64-v4", *AVX512],
    }
    if os.environ.get("BAUMEISTER_NATIVE"):
        sets = {name: ["-march=native"] for name in sets}
    return sets


class BuildCore(build_ext):
    """Builds one extension from objects with different flags."""

    def build_extension(self, ext):
        try:
            self.build_core(ext)
        except Exception as error:
            if REQUESTED == "required":
                raise
            print(
                f"baumeister: built WITHOUT the compiled core: {error}. Everything works, but"
                " search and simulations are slower. The core needs a C++20 compiler (g++ 11 or"
                " clang 14) and the Python headers (on Debian: apt install g++ python3-dev).",
                file=sys.stderr,
                flush=True,
            )

    def build_core(self, ext):
        import nanobind

        package = os.path.dirname(nanobind.__file__)
        self.compiler.include_dirs += [
            nanobind.include_dir(),
            os.path.join(package, "ext", "robin_map", "include"),
        ]
        work = [
            (os.path.join(nanobind.source_dir(), "nb_combined.cpp"), "nb", []),
            ("module.cpp", "module", []),
            *((f"bind_{game}.cpp", "bind", []) for game in GAMES),
            *(
                (f"{game}/kernels.cpp", name, ["-DISA=" + name, *flags])
                for game in GAMES
                for name, flags in instruction_sets().items()
            ),
        ]
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as workers:
            made = list(workers.map(self.object_of, work))
        path = self.get_ext_fullpath(ext.name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        flags = [] if os.name == "nt" else ["-pthread", *SANITIZE]
        self.compiler.link_shared_object(
            made,
            path,
            library_dirs=self.library_dirs,  # of Python, on Windows
            extra_postargs=flags,
            export_symbols=self.get_export_symbols(ext) if os.name == "nt" else None,
            target_lang="c++",
        )

    def object_of(self, work):
        source, folder, flags = work
        if not os.path.isabs(source):
            source = os.path.join(CPP, source)
        target = os.path.join(
            self.build_temp,
            folder,
            os.path.splitext(source)[0].lstrip("/\\").replace(":", "") + ".o",
        )
        os.makedirs(os.path.dirname(target), exist_ok=True)
        includes = ["-I" + path for path in self.compiler.include_dirs]
        command = [*self.compile_command(), *ABI, *flags, *includes, "-c", source]
        self.compiler.spawn(
            [*command, "/Fo" + target] if os.name == "nt" else [*command, "-o", target]
        )
        return target

    def compile_command(self):
        if os.name != "nt":
            own = [word for word in self.compiler.compiler_so_cxx if not word.startswith("-O")]
            return [*own, *FLAGS, *SANITIZE]
        program = shutil.which("clang-cl")
        if not program:
            raise RuntimeError("clang-cl was not found; Visual Studio's installer offers it")
        return [program, *CLANG_CL]


CORE = Extension(
    "baumeister.fast._core",
    sources=[CPP + "/module.cpp"],
    optional=REQUESTED != "required",
    py_limited_api=IS_STABLE,
)

setup(
    ext_modules=[] if REQUESTED == "none" else [CORE],
    cmdclass={"build_ext": BuildCore},
    options={"bdist_wheel": {"py_limited_api": "cp{}{}".format(*STABLE)}} if IS_STABLE else {},
)
