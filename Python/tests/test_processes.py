"""What needs a process of its own: signals, forks, what an import does."""
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import forcegraph


def test_control_c_ends_a_layout_soon():
    edges = np.random.default_rng(1).integers(0, 300_000, (900_000, 2))
    sent = []

    def send():
        time.sleep(0.5)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=send).start()
        with pytest.raises(KeyboardInterrupt):
            forcegraph.layout(edges, node_count=300_000, quality="best")
        waited = time.perf_counter() - sent[0]
    finally:
        signal.signal(signal.SIGINT, previous)
    # The whole layout would take half a minute. On an idle machine the wait is hundredths of a
    # second.
    assert waited < 1
    # The next call must work.
    assert forcegraph.layout(edges[:10] % 10).shape[1] == 2


def test_interrupted_work_harms_nobody():
    """The library goes on for a moment with arrays that nobody else has."""
    script = (
        "import numpy as np, forcegraph, gc, time\n"
        "class Enough(Exception): pass\n"
        "def stop(share): raise Enough\n"
        "for number in range(8):\n"
        "    edges = np.random.default_rng(number).integers(0, 30_000, (90_000, 2))\n"
        "    try: forcegraph.layout(edges, node_count=30_000, progress=stop)\n"
        "    except Enough: edges[:] = -1\n"
        "    gc.collect()\n"
        "    junk = [np.full((30_000, 2), -1, dtype=np.int32) for _ in range(20)]\n"
        "time.sleep(1)\n"
        "print(forcegraph.layout(np.array([[0, 1]])).shape)\n")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "(2, 2)\n"), done.stderr


def _layout(seed):
    edges = np.random.default_rng(1).integers(0, 2000, (4000, 2))
    return forcegraph.layout(edges, node_count=2000, seed=seed)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_processes_go_on():
    expected = _layout(5)  # the fork must find running threads of the library
    with multiprocessing.get_context("fork").Pool(2) as pool:
        results = pool.map_async(_layout, [5, 5, 5]).get(timeout=60)
    assert all(np.array_equal(result, expected) for result in results)


def test_an_import_is_quiet_and_brings_nothing_along():
    script = (
        "import sys, os; before = dict(os.environ); import forcegraph\n"
        "assert dict(os.environ) == before\n"
        "loaded = {'networkx', 'igraph', 'scipy', 'pandas', 'matplotlib'} & set(sys.modules)\n"
        "assert not loaded, loaded\n")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_library_of_another_interface_is_refused():
    script = (
        "import ctypes\n"
        "class Function:\n"
        "    def __call__(self): return 999\n"
        "class Library:\n"
        "    def __init__(self, path): self.fg_abi = Function()\n"
        "ctypes.CDLL = Library\n"
        "import forcegraph\n")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1 and "has interface 999" in done.stderr
