"""Settings of the test run: samples of examples, tests marked thorough, and the compilation of the kernel.

`make test` uses the same examples each time. `make generated` uses new ones; a fault that it finds gets a test.
"""

import ctypes
import gc
import os
import subprocess
import sys

import pytest
from hypothesis import settings

from tests.sampling import THOROUGH

settings.register_profile("steady", derandomize=True)
settings.register_profile("searching", print_blob=True)
settings.load_profile("searching" if "UNOFLEX_GENERATED" in os.environ else "steady")

COMPILE = "from unoflex_rules.engine.backend import accel; accel.fast_is_available() and accel.fast()"


def pytest_configure(config):
    """Compile the kernel once, before several workers find it missing."""
    controls = getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput")
    if controls and not config.option.collectonly:
        path = os.pathsep.join(str(config.rootpath / each) for each in config.getini("pythonpath"))
        subprocess.run([sys.executable, "-c", COMPILE], env=os.environ | {"PYTHONPATH": path}, check=False)


def pytest_collection_modifyitems(config, items):
    """Run tests marked `thorough` only in `make thorough`."""
    waiting = [] if THOROUGH else [item for item in items if item.get_closest_marker("thorough")]
    if waiting:
        config.hook.pytest_deselected(items=waiting)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def pytest_collection_finish():
    """Exclude long-lived objects from garbage collection, which then takes half the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def release_memory():
    """Return freed memory to the system, where the C library can; otherwise a worker only ever grows."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if trim is not None:
        trim(0)


@pytest.fixture(scope="module", autouse=True)
def _forget_programs():
    """Empty the library's caches of programs, which the next test file seldom needs."""
    yield
    modules = [module for name, module in sys.modules.items() if name.startswith(("unoflex_rules.", "tests."))]
    for value in [value for module in modules for value in vars(module).values()]:
        if hasattr(value, "cache_parameters") and value.cache_parameters()["maxsize"] is not None:
            value.cache_clear()
    release_memory()
