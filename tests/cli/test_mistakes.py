"""Common mistakes and their exit codes, one line each without a traceback; and the seed of a run.

Names that end in D03, D12, D15, B03 and B05 refer to docs/faults.md.
"""

import ast
import errno
import json
import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_cli import failures
from unoflex_rules.simulation.tally import Tally

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("--games", "3", "--engine", "plain")
GOOD = "format: 1\nid: {name}\ntitle: Mine\nextends: classic\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a valid and an invalid ruleset, an empty file, a folder, and an unreadable file."""
    monkeypatch.chdir(tmp_path)
    Path("good.yaml").write_text(GOOD.format(name="good"), encoding="utf-8")
    Path("bad.yaml").write_text(GOOD.format(name="bad") + "plaiers: 3\n", encoding="utf-8")
    Path("empty.yaml").touch()
    Path("folder").mkdir()
    return tmp_path


# --- D03: exit codes --------------------------------------------------------------------------------------------------


def documented():
    """Return the exit codes of docs/cli.md: number and meaning."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    table = text[text.index("| exit code |") :].split("\n\n")[0]
    return {int(number): meaning for number, meaning in re.findall(r"^\| (\d+) \| (.*) \|$", table, re.M)}


def test_the_documented_exit_codes_match_the_code_d03(run):
    codes = {value for name, value in vars(failures).items() if name.isupper() and isinstance(value, int)}
    assert set(documented()) == codes == {0, 1, 2, 3, 130, 141}
    said = " ".join(run("--help").out.split())
    told = re.findall(r"(\d+) \w", said[said.index("Exit codes:") :].split("Options")[0])
    assert {int(number) for number in told} == codes


def test_exit_codes_are_defined_in_one_place_d03():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    tables = [page for page in pages if "| exit code |" in page.read_text(encoding="utf-8")]
    assert tables == [ROOT / "docs" / "cli.md"]


@pytest.mark.parametrize(
    "code, arguments",
    [
        (0, ("validate", "good.yaml")),
        (0, ("validate", "good.yaml", "classic")),
        (1, ("validate", "good.yaml", "bad.yaml")),
        (1, ("validate", "bad.yaml", "good.yaml")),  # the worst counts, not the last
        (1, ("validate", "gone.yaml", "good.yaml")),
        (1, ("validate", "empty.yaml")),
        (2, ("validate",)),  # as with a pattern without matches
        (2, ("validate", "good.yaml", "--frob")),
        (1, ("simulate", "bad.yaml", *GAMES)),
        (0, ("simulate", "good.yaml", *GAMES)),
        (2, ("simulate", "good.yaml", "--games", "some")),
        (0, ("rulesets",)),
        (0, ("--version",)),
        (2, ()),
    ],
)
def test_c34_each_outcome_has_its_code_d03(run, code, arguments):
    assert run(*arguments).code == code
    if arguments and "--json" not in arguments and arguments[0] in ("validate", "simulate"):
        assert run(*arguments, "--json").code == code


def test_warnings_alone_succeed_d03(run, library):
    library.problems["good.yaml"] = [ur.Problem.plain("E103", "a thing to look at", None, severity="warning")]
    result = run("validate", "good.yaml")
    assert (result.code, "warning[E103]" in result.out) == (0, True)


# --- D15: common mistakes ---------------------------------------------------------------------------------------------

MISTAKES = [
    (1, "gone.yaml", "there is no file `gone.yaml`"),
    (1, "goood.yaml", "there is no file `goood.yaml`"),
    (1, "gone/good.yaml", "there is no file `gone/good.yaml`"),
    (1, "folder", "it is a folder"),
    (1, "empty.yaml", "error[E"),
    (2, "clasic", "`clasic` is neither a file nor a shipped ruleset; did you mean `classic`?"),
    (2, "xyzzy", "`unoflex rulesets` lists them"),
    (2, "", "`` is neither a file nor a shipped ruleset"),
    (1, "n" * 300 + ".yaml", "there is no file `nnn"),
]


def test_a_broken_link_is_not_a_misspelt_file_d15(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.yaml").symlink_to("gone.yaml")
    result = run("validate", "link.yaml")
    assert result.code == 1
    assert "`link.yaml` is a link to `gone.yaml`, which leads to no file" in result.out + result.err
    assert "did you mean" not in result.out + result.err


@pytest.mark.parametrize(
    "command, with_overlay",
    [*((command, False) for command in ("validate", "simulate", "trace", "listing", "test")), ("show", True)],
)
@pytest.mark.parametrize("name", ["locked/good.yaml", "locked/good"])
def test_a_file_in_an_unreadable_folder_is_not_missing_d15(run, monkeypatch, command, with_overlay, name):
    def denied(function):
        def call(path, *arguments, **named):
            if isinstance(path, str | os.PathLike) and "locked" in Path(path).parts:
                raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
            return function(path, *arguments, **named)

        return call

    monkeypatch.setattr(os, "stat", denied(os.stat))  # as root, no folder is unreadable
    monkeypatch.setattr(os, "open", denied(os.open))
    result = run(command, *(("classic", "--with") if with_overlay else ()), name)
    assert result.code == 1
    assert "permission denied" in (result.out + result.err).lower()
    assert "there is no file" not in result.out + result.err and "not found" not in result.out + result.err


@pytest.mark.parametrize("code, name, told", MISTAKES)
@pytest.mark.parametrize("command", ["validate", "simulate", "trace", "listing"])
def test_an_unknown_ruleset_is_reported_d15(run, command, code, name, told):
    result = run(command, name)
    assert result.code == code
    assert told in result.err + result.out
    assert "internal" not in result.err
    if code == 2:
        assert (result.out, result.err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("simulat",), "no such command `simulat`; did you mean `simulate`?"),
        (("assist",), "there are: new, validate"),
        (("simulate", "good.yaml", "--players", "1"), "`good` is for 2 to 10 players, not 1"),
        (("simulate", "good.yaml", "--players", "11"), "`good` is for 2 to 10 players, not 11"),
        (("trace", "good.yaml", "--players", "1"), "`good` is for 2 to 10 players, not 1"),
        (("listing", "good.yaml", "--players", "1"), "`good` is for 2 to 10 players, not 1"),
        (("simulate", "good.yaml", "--threads", "999999999"), "999999999 is not in the range 1<=x<=1024"),
        (("validate", "good.yaml", "--deep", "--threads", "999999999"), "999999999 is not in the range 1<=x<=1024"),
        (("simulate", "good.yaml", "--seed", "seven"), "'seven' is not a valid whole number"),
        (("simulate", "good.yaml", "--seed", "1.5"), "'1.5' is not a valid whole number"),
        (("simulate", "good.yaml", "--games", "1e6"), "'1e6' is not a valid whole number"),
        (("simulate", "good.yaml", "--rounds", "all"), "is not one of 'one', 'game'"),
        (("simulate", "good.yaml", "--seconds", "nan"), "`nan` is not a finite number of seconds"),
        (("simulate", "good.yaml", "--seconds", "1e999"), "`inf` is not a finite number of seconds"),
        (("simulate", "good.yaml", "--seconds", "0"), "0.0 is not in the range"),
        (("simulate", "good.yaml", "--seconds", "-1"), "is not in the range"),
        (("simulate", "good.yaml", "--until", "5"), "for 5 percent write 5%"),
        (("simulate", "good.yaml", "--limit", "0"), "0 is not in the range"),
        (("simulate", "good.yaml", "--first", "-1"), "is not in the range"),
        (("simulate", "good.yaml", "--first", str(2**53), "--games", "2"), "game indices go up to 9007199254740992"),
        (("simulate", "good.yaml", "--game", "5"), "No such option '--game'. Did you mean '--games'?"),
        (("simulate", "good.yaml", "--plyers", "3"), "No such option '--plyers'"),
        (("simulate", "good.yaml", "--with"), "requires an argument (see `unoflex simulate --help`)"),
        (("simulate", "good.yaml", "--set", "hand_size"), "`hand_size` is not of the form name=value"),
        (("simulate", "good.yaml", "more"), "Got unexpected extra argument"),
        (("trace", "good.yaml", "--seed", "99999999999999999999"), "is not in the range"),
        (("trace", "good.yaml", "--game", "99999999999999999999"), "is not in the range"),
        (("trace", "good.yaml", "--as", "me"), "unknown seat `me`; seats: P0"),
        (("trace", "good.yaml", "--as", "1"), "unknown seat `1`; did you mean `P1`? seats: P0"),
    ],
)
def test_a_slip_is_one_line_with_a_suggestion_d15(run, arguments, told):
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    assert result.err.count("\n") == 1
    assert told in result.err
    assert "--help`)" in result.err


def without_rights_of_root():
    """Make file permissions apply to a process of root."""
    import ctypes

    libc = ctypes.CDLL(None)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        libc.prctl(24, capability)  # PR_CAPBSET_DROP


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="root is refused in the way of Linux")
@pytest.mark.parametrize("command", ["validate", "simulate", "trace", "listing", "test"])
def test_an_unreadable_file_is_reported_d15(child_environment, command):
    locked = Path("locked.yaml")
    locked.write_text(GOOD.format(name="locked"), encoding="utf-8")
    locked.chmod(0)

    def refused(*arguments):
        return subprocess.run(
            arguments,
            env=child_environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            preexec_fn=without_rights_of_root,
        )

    if refused("cat", "locked.yaml").returncode == 0:
        pytest.skip("nothing is refused here")
    done = refused(sys.executable, "-m", "unoflex_cli", command, "locked.yaml")
    assert done.returncode == 1
    assert "permission denied" in (done.stdout + done.stderr).lower()
    assert "locked.yaml" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "internal" not in done.stderr


# --- D06: interrupted at startup --------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
def test_ctrl_c_during_import_is_one_line_d06(child_environment):
    program = """
        import os, signal, sys
        signal.signal(signal.SIGINT, signal.default_int_handler)

        class Slow:
            def find_spec(self, name, path=None, target=None):
                if name == "unoflex_rules.language":
                    os.kill(os.getpid(), signal.SIGINT)

        sys.meta_path.insert(0, Slow())
        from unoflex_cli.main import main
        sys.exit(main(["validate", "classic"]))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=child_environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "error: interrupted\n")


# --- D12: no NaN ------------------------------------------------------------------------------------------------------


def test_zero_games_are_rejected_d12(run):
    result = run("simulate", "good.yaml", "--games", "0")
    assert (result.code, result.out) == (2, "")
    assert "0 is not in the range" in result.err
    with pytest.raises(ValueError, match="at least one game"):
        ur.simulate(ur.load("good.yaml"), games=0, engine="plain")


def test_one_game_has_no_deviation_and_no_nan_d12(run):
    result = run("simulate", "good.yaml", "--games", "1", "--engine", "plain", "--seed", "7", "--json")
    assert result.document["turns"]["sd"] is None
    assert result.document["turns"]["mean"] > 0


@pytest.mark.parametrize(
    "tally",
    [
        Tally(players=2),
        Tally(players=2, games=5, unfinished=5),
        Tally(players=1, games=5, finished=5, wins=[5], together=[0, 5], started=[5], starter_wins=[5]),
        Tally(players=3, games=5, finished=5, together=[5, 0, 0, 0], started=[5, 0, 0]),
    ],
)
def test_undefined_figures_are_null_d12(tally):
    settings = ur.Settings(ruleset="", title="", digest="", players=tally.players, seed=0)
    document = ur.report(tally, settings).to_json()
    json.dumps(document, allow_nan=False)


def test_json_is_never_written_with_nan_d12():
    """Each call of json.dump and json.dumps disallows NaN."""
    calls, careless = 0, []
    for folder in ("unoflex_rules", "cli", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                function = getattr(node, "func", None)
                name = getattr(function, "attr", getattr(function, "id", ""))
                if isinstance(node, ast.Call) and name in ("dump", "dumps", "JSONEncoder"):
                    calls += 1
                    said = {each.arg: getattr(each.value, "value", None) for each in node.keywords}
                    if said.get("allow_nan") is not False:
                        careless.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert calls
    assert careless == []


# --- B03: the seed ----------------------------------------------------------------------------------------------------


def document(run, *arguments):
    return run("simulate", "good.yaml", *GAMES, "--json", *arguments)


def test_seed_zero_is_a_valid_seed_b03(run):
    zero, again, other = (document(run, "--seed", seed) for seed in ("0", "0", "1"))
    assert zero.document["seed"] == 0
    assert "chosen" not in zero.err
    assert zero.out == again.out
    assert zero.document["decisions"] != other.document["decisions"]


@pytest.mark.parametrize("seed", ["-1", "", " ", "0x7", str(2**53 + 1)])
def test_an_invalid_seed_is_rejected_b03(run, seed):
    result = run("simulate", "good.yaml", *GAMES, f"--seed={seed}")
    assert (result.code, result.out) == (2, "")
    assert "'--seed'" in result.err


def test_a_random_seed_is_printed_twice_and_repeats_the_run_b03(run):
    chosen = document(run)
    seed = chosen.document["seed"]
    assert f"repeat with --seed {seed})" in chosen.err
    assert document(run, "--seed", seed).out == chosen.out
    assert document(run).document["seed"] != seed


@pytest.mark.parametrize("seed", [-1, 2**53 + 1])
def test_the_library_rejects_the_same_seeds_b03(seed):
    with pytest.raises(ValueError, match="a seed is a number from 0 to"):
        ur.simulate(ur.load("good.yaml"), games=1, seed=seed, engine="plain")


# --- B05: global random numbers ---------------------------------------------------------------------------------------


def test_global_random_numbers_are_neither_used_nor_reset_b05(child_environment):
    program = """
        import random
        random.seed(1)
        expected = random.random()
        random.seed(1)
        import unoflex_rules as ur
        import unoflex_cli.main
        ruleset = ur.load("good.yaml")
        game = ur.Game(ruleset, 4, seed=7)
        game.play_out()
        ur.simulate(ruleset, games=3, seed=7, engine="plain")
        unoflex_cli.main.main(["simulate", "good.yaml", "--games", "3", "--engine", "plain"])
        assert random.random() == expected
        print("untouched")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=child_environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.endswith("untouched\n"), done.stderr


def test_other_code_cannot_change_the_games_b05():
    import random

    def reset(done):
        random.seed(0)

    ruleset = ur.load("good.yaml")
    random.seed(5)
    undisturbed = ur.simulate(ruleset, games=40, seed=7, engine="plain")
    assert ur.simulate(ruleset, games=40, seed=7, engine="plain", progress=reset) == undisturbed


def uses_of_the_global_generator(source):
    """Return the lines that use the global generator of the module `random` or of numpy."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module in ("random", "numpy.random"):
            lines += [node.lineno] if any(each.name != "Random" for each in node.names) else []
        if isinstance(node, ast.Attribute) and node.attr not in ("Random", "Generator", "default_rng"):
            owner = node.value
            if "random" in (getattr(owner, "id", None), getattr(owner, "attr", None)):
                lines.append(node.lineno)
    return lines


def test_no_module_uses_the_global_generator_b05():
    using = {}
    for folder in ("unoflex_rules", "cli"):
        for path in (ROOT / folder).rglob("*.py"):
            lines = uses_of_the_global_generator(path.read_text(encoding="utf-8"))
            if lines:
                using[path.name] = lines
    assert using == {}


@pytest.mark.parametrize(
    "source, found",
    [
        ("import random\nrandom.seed(1)", [2]),
        ("from random import shuffle", [1]),
        ("numpy.random.rand()", [1]),
        ("import random\nrandom.Random(7).random()", []),
        ("from random import Random\nRandom(7)", []),
    ],
)
def test_the_check_detects_uses_of_the_global_generator_b05(source, found):
    assert uses_of_the_global_generator(source) == found
