"""The fast backend: the generated module, recompilation, and work without Numba."""

import subprocess
import sys
from pathlib import Path

import pytest

from unoflex_rules.engine.backend import accel

ROOT = Path(__file__).resolve().parents[2]


def test_both_backends_have_the_same_entry_points():
    for kernel in (accel.plain(), accel.fast()):
        assert all(callable(getattr(kernel, entry)) for entry in accel.ENTRIES)
    assert isinstance(accel.plain().vector([1, 2]), list)
    assert accel.fast().vector([1, 2]).dtype == "int64"


def test_both_backends_copy_a_vector():
    for kernel in (accel.plain(), accel.fast()):
        vector = kernel.vector([1, 2, 3])
        copy = kernel.copy(vector)
        copy[0] = 9
        assert list(vector) == [1, 2, 3] and list(copy) == [9, 2, 3]


@pytest.mark.parametrize("engine, name", [("plain", "plain"), ("fast", "fast"), ("auto", "fast")])
def test_a_kernel_is_found_by_name(engine, name):
    assert accel.kernel(engine).name == name


def test_an_unknown_engine_is_rejected():
    with pytest.raises(ValueError, match="no such engine: quick"):
        accel.kernel("quick")


def test_everything_but_fast_works_without_numba(monkeypatch):
    monkeypatch.setattr(accel, "_loaded", {})
    monkeypatch.setattr(accel.importlib.util, "find_spec", lambda name: None)
    assert not accel.fast_is_available() and accel.kernel("auto").name == "plain"
    with pytest.raises(accel.NotAvailable, match=r"pip install 'unoflex-rules\[fast\]'"):
        accel.kernel("fast")


def test_numba_is_imported_only_when_needed():
    program = (
        "import sys; from unoflex_rules.engine.backend import accel; "
        "accel.kernel('plain'); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# ---- the cache (see test_kernel_cache.py) ----------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("UNOFLEX_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_changed_source_is_recompiled(cache, monkeypatch):
    made = []
    for text in ("number = 1\n", "number = 2\n", "number = 1\n"):
        monkeypatch.setattr(accel, "generated", lambda bounds, text=text: text)
        module = accel.load(False, None)
        made.append((module.number, module.__file__))
    assert [number for number, _ in made] == [1, 2, 1]
    assert made[0] == made[2] != made[1]
    assert len(list((cache / "unoflex-rules").iterdir())) == 2


def test_other_compiler_flags_recompile(cache, monkeypatch):
    monkeypatch.setattr(accel, "generated", lambda bounds: "number = 1\n")
    first = accel.load(False, None).__file__
    monkeypatch.setattr(accel, "means", lambda: "optimised otherwise")
    assert accel.load(False, None).__file__ != first


# ---- the generated module --------------------------------------------------------------------------------------------


def test_the_module_contains_exactly_the_kernels_functions():
    text = accel.generated(False)
    for name in accel.MODULES:
        source = (ROOT / "unoflex_rules" / "engine" / f"{name}.py").read_text(encoding="utf-8")
        for line in source.split("\n"):
            if line.startswith("def "):
                assert f"\ndef {line.split('(')[0][4:]}(" in text
    # It imports nothing from the project, which may change, except for the inputs of the folder's name.
    assert [line for line in text.split("\n") if "unoflex_rules" in line] == [
        "from unoflex_rules.engine.backend.numba_linking import INTEGER, VECTOR, WholeKernel, pointer"
    ]
    compile(text, "kernel.py", "exec")


def test_the_module_contains_every_module_of_the_kernel():
    engine = ROOT / "unoflex_rules" / "engine"
    found = [path for path in engine.rglob("*.py") if path.parent.name != "backend" and path.stem != "__init__"]
    assert {path.relative_to(engine).with_suffix("").as_posix() for path in found} == {"vectors", *accel.MODULES}


def test_checking_bounds_makes_another_module():
    assert accel.generated(True) != accel.generated(False)
    assert "boundscheck=True" in accel.generated(True) and "boundscheck=True" not in accel.generated(False)


def test_entry_points_take_positional_arguments():
    taken = []
    call = accel.entry(lambda *args: taken.append(args) or 5, 3, "s w B", "nothing")
    assert call("state", "work", 7) == 5
    assert taken == [(3, "state", "nothing", "work", "nothing", "nothing", 0, 7, 0, 0, 0, 0, 0, 0)]
    with pytest.raises(ValueError, match="zip"):
        call("state", "work")
