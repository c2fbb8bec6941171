"""Games played by a Dask cluster are identical to those of threads in this process.

Not here: other executors (tests/simulation/test_simulate.py).
"""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.sampling import sample
from unoflex_rules.simulation.runner import REMOTE_CHUNK
from unoflex_rules.simulation.tally import Tally

HOW = {"players": 3, "games": 300, "seed": 7, "agents": "greedy,random:call=0.5,greedy"}
SIMULATE = ("simulate", "classic", "--games", "1500", "--seed", "7", "--agents", "greedy", "--json")


@pytest.fixture(
    scope="module", params=sample([True, False], 1), ids=lambda processes: "processes" if processes else "threads"
)
def client(request):
    distributed = pytest.importorskip("distributed")  # imported here because it takes time and memory
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=request.param, dashboard_address=":0", silence_logs=50
    )
    with cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def small_chunks(monkeypatch):
    """Use forty games per chunk, so that a few games make many chunks."""
    for engine in ("plain", "fast"):
        monkeypatch.setitem(REMOTE_CHUNK, engine, 40)


def run(**how):
    """Return the tally of some games, and their rows."""
    rows = []
    tally = ur.simulate(ur.load("classic"), receiver=lambda _, more: rows.extend(more), **HOW | how)
    return tally, rows


@pytest.mark.parametrize("how", [{}, {"rounds": "game", "games": 50}, {"first": 1000, "limit": 60, "rotate": False}])
def test_a_cluster_plays_the_same_games_as_threads(client, small_chunks, how):
    there = run(executor=client.get_executor(pure=False), threads=2, **how)
    assert there == run(threads=2, **how)
    assert len(there[1]) == there[0].games


def test_a_cluster_stops_after_the_same_game(client, small_chunks):
    there = run(executor=client.get_executor(pure=False), games=10**6, until=0.04, engine="fast")
    assert there == run(games=10**6, until=0.04, engine="fast")


def test_parts_of_a_run_add_up_to_it_wherever_they_were_played(client, small_chunks):
    whole, _ = run()
    parts = [run(first=first, games=100, executor=client.get_executor(pure=False))[0] for first in (200, 0)]
    parts.append(run(first=100, games=100)[0])
    total = Tally(3)
    for part in parts:
        total.add(Tally.from_json(json.loads(json.dumps(part.to_json()))))
    assert total == whole


def test_the_command_line_writes_the_same_bytes_b02(client, unoflex, tmp_path):
    address = client.scheduler.address
    if not address.startswith("tcp"):
        pytest.skip("a cluster within a process has no address for others")
    here = unoflex(*SIMULATE, "--out", "here.csv")
    there = unoflex(*SIMULATE, "--out", "there.csv", "--scheduler", address)
    assert (there.returncode, there.stdout) == (0, here.stdout)
    assert there.stderr.startswith("1,500 games in ")
    assert there.stderr.endswith(f" s ({address})\n")
    assert there.stderr.count("\n") == 1
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_ctrl_c_leaves_the_cluster_usable_d06_d07(client, child_environment, tmp_path):
    address = client.scheduler.address
    if not address.startswith("tcp"):
        pytest.skip("a cluster within a process has no address for others")
    command = [*SIMULATE, "--games", "100000000", "--out", "games.csv", "--scheduler", address]
    process = subprocess.Popen(
        [sys.executable, "-m", "unoflex_cli", *command],
        cwd=tmp_path,
        env=child_environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        for _ in range(600):
            if any(part.stat().st_size > 0 for part in Path(tmp_path).glob(".unoflex-*.part")):
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    document = json.loads(out)
    assert (process.returncode, err.count("\n")) == (130, 1)
    assert (document["complete"], document["stopped"]) == (False, "interrupted")
    games = document["games"]["started"]
    assert 0 < games == (tmp_path / "games.csv").read_text(encoding="utf-8").count("\n") - 1
    assert run(executor=client.get_executor(pure=False)) == run()  # the cluster still plays for others


def test_a_missing_scheduler_gives_one_line_d15(unoflex):
    done = unoflex(*SIMULATE, "--scheduler", "tcp://127.0.0.1:1")
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["kind"] == "run"
    assert done.stderr.startswith("error: there is no Dask scheduler at `tcp://127.0.0.1:1`")
    assert done.stderr.count("\n") == 1
    assert "missing port number" in unoflex(*SIMULATE, "--scheduler", "nowhere").stderr


def test_a_missing_extra_is_named_d15(process, tmp_path):
    (tmp_path / "distributed.py").write_text("raise ImportError", encoding="utf-8")  # found first by `python -m`
    done = process(*SIMULATE[:-1], "--scheduler", "tcp://127.0.0.1:1")
    assert done.returncode == 1
    assert done.stderr == ("error: a Dask scheduler needs the extra `cluster`: pip install 'unoflex-rules[cluster]'\n")


def begin(*command, **how):
    """Start a process of the package that plays the games, or of a command of this project."""
    return subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.PIPE, text=True, **how)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def has_rows(folder):
    return any(part.stat().st_size for part in folder.glob(".unoflex-*.part"))


@pytest.fixture
def losing(child_environment, tmp_path):
    """Return a function that plays games on a cluster and kills its scheduler or its worker once some are written."""
    pytest.importorskip("distributed")
    begun = []
    how = {"cwd": tmp_path, "env": child_environment, "stdout": subprocess.PIPE}
    quiet = ("--no-dashboard", "--host", "127.0.0.1")

    def play(whom):
        file = tmp_path / "scheduler.json"
        begun.append(
            begin("distributed.cli.dask_scheduler", *quiet, "--port", "0", "--scheduler-file", str(file), **how)
        )
        wait_for(file.exists)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        begun.append(begin("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", *quiet, **how))
        command = [*SIMULATE, "--games", "100000000", "--out", "games.csv", "--scheduler", address]
        for _ in range(100):  # the worker needs a moment to join
            process = begin("unoflex_cli", *command, **how)
            begun.append(process)
            wait_for(lambda process=process: process.poll() is not None or has_rows(tmp_path))
            if process.poll() is None:
                break
            assert "no workers" in process.stderr.read()
        begun[["scheduler", "worker"].index(whom)].kill()
        return process

    yield play
    for process in begun:
        process.kill()
        process.communicate()


def test_a_scheduler_that_dies_leaves_the_games_so_far_d15(losing, tmp_path):
    process = losing("scheduler")
    out, err = process.communicate(timeout=60)
    document = json.loads(out)
    assert (process.returncode, document["complete"], document["stopped"]) == (1, False, "lost")
    games = document["games"]["started"]
    assert 0 < games == (tmp_path / "games.csv").read_text(encoding="utf-8").count("\n") - 1
    assert err.count("\n") == 1
    assert err.startswith("error: lost the Dask scheduler at `tcp://127.0.0.1:")
    assert err.endswith(f"the report covers the first {games:,} games\n")


def test_a_run_without_workers_reports_what_it_waits_for(losing):
    process = losing("worker")
    begin = time.monotonic()
    line = process.stderr.readline()
    assert time.monotonic() - begin < 10
    assert line.startswith("waiting: the Dask scheduler at `tcp://127.0.0.1:") and "has no workers left" in line
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, json.loads(out)["stopped"]) == (130, "interrupted")
