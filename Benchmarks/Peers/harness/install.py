"""Installs the peers: PyPI's into a virtual environment of the clone's, Debian's through apt-get as scripts/bootstrap does.

What a peer needs stands in the first lines of its adapter: `pip:`, `debian:`, `interpreter: system`, `start: slow`.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .process import Failed, run

PEERS = Path(__file__).resolve().parent.parent
REQUIREMENTS = PEERS / "requirements.txt"
PLOTS = ["matplotlib==3.11.2", "numpy==1.26.4", "scipy==1.17.1"]


def headers(adapter):
    """The lines `# key: value` (or `//`) that an adapter begins with."""
    found = {}
    for line in (PEERS / adapter).read_text().splitlines():
        match = re.match(r"(?:#|//) (pip|debian|interpreter|start): (.+)", line)
        if not match:
            break
        found[match[1]] = match[2]
    return found


def pip_packages(adapter):
    return headers(adapter).get("pip", "").split()


def debian_packages(adapter):
    """Without the remark in parentheses."""
    return headers(adapter).get("debian", "").split("(")[0].split()


def apt_install(packages):
    if shutil.which("apt-get") is None:
        raise Failed(f"no apt-get here; please install by other means: {' '.join(packages)}")
    as_root = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            raise Failed(f"please have an administrator run: apt-get install {' '.join(packages)}")
        as_root = ["sudo"]
    say(f"installing {' '.join(packages)}")
    run([*as_root, "apt-get", "update"], 300)
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    run([*as_root, "env", "DEBIAN_FRONTEND=noninteractive", *install], 600)


def say(text):
    print(f"bench-peers: {text}", file=sys.stderr, flush=True)


class Environment:
    """The folder with everything the peers need, .build-peers in the clone."""

    def __init__(self, folder):
        self.folder = folder
        self.venv = folder / "venv"
        self.python = self.venv / "bin" / "python"
        folder.mkdir(exist_ok=True)

    def make(self):
        """The virtual environment with what plots need."""
        if not self.python.exists():
            command = [sys.executable, "-m", "venv", self.venv]
            try:
                run(command, 120)
            except Failed:
                # Debian keeps the part that makes environments in a package of its own.
                shutil.rmtree(self.venv, ignore_errors=True)
                apt_install(["python3-venv"])
                run(command, 120)
        self.pip(PLOTS)

    def pip(self, packages):
        """Installs what is missing, at exactly the versions of requirements.txt."""
        missing = [package for package in packages if not self.has(package)]
        if missing:
            say(f"installing {' '.join(missing)}")
            # As a variable it also holds for what is needed to build a package.
            environment = {**os.environ, "PIP_CONSTRAINT": str(REQUIREMENTS), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
            run([self.python, "-m", "pip", "install", "--quiet", *missing], 600, environment)

    def has(self, package):
        name, version = package.split("==")
        folder = f"{re.sub('[-.]+', '_', name)}-{version}.dist-info"
        return any(self.venv.glob(f"lib/python*/site-packages/{folder}"))

    def install(self, adapters):
        """Which of the adapters cannot be run, and why."""
        wanted = [package for adapter in adapters for package in pip_packages(adapter)]
        failures = {}
        try:
            self.pip(sorted(set(wanted)))
        except Failed:
            pass  # one of them: which, the next loop finds out
        for adapter in adapters:
            try:
                self.pip(pip_packages(adapter))
                self.debian(debian_packages(adapter) + ([] if has_node(adapter) else ["nodejs"]))
                self.compile(adapter)
            except Failed as failure:
                failures[adapter] = str(failure)
        return failures

    def debian(self, packages):
        def installed(package):
            found = subprocess.run(
                ["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True)
            return found.stdout.endswith("ok installed")

        missing = packages if shutil.which("dpkg-query") is None else [p for p in packages if not installed(p)]
        if missing:
            apt_install(missing)

    def compile(self, adapter):
        """A C++ adapter, against the headers and the library in the virtual environment."""
        if not adapter.endswith(".cpp"):
            return
        source, binary = PEERS / adapter, self.binary(adapter)
        if binary.exists() and binary.stat().st_mtime > source.stat().st_mtime:
            return
        include = self.venv / "include"
        run(["g++", "-O2", "-std=c++20", "-w", f"-I{include}", f"-I{include}/ogdf-release", source,
             f"-L{self.venv}/lib", "-lOGDF", "-lCOIN", "-Wl,-rpath,$ORIGIN/venv/lib", "-o", binary], 300)

    def binary(self, adapter):
        return self.folder / Path(adapter).stem

    def command(self, adapter):
        if adapter.endswith(".cpp"):
            return [str(self.binary(adapter))]
        if adapter.endswith(".js"):
            return [node(), str(PEERS / adapter)]
        system = headers(adapter).get("interpreter") == "system"
        return ["/usr/bin/python3" if system else str(self.python), str(PEERS / adapter)]


def node():
    """Debian's own name for it, or any other."""
    return shutil.which("node") or "nodejs"


def has_node(adapter):
    """Whether the adapter needs no Node, or there is one."""
    return not adapter.endswith(".js") or shutil.which("node") or shutil.which("nodejs")


def variables(threads):
    """The environment adapters run in."""
    keep = {key: os.environ[key] for key in ("PATH", "HOME", "LANG", "TMPDIR") if key in os.environ}
    return {
        **keep,
        "OMP_NUM_THREADS": str(threads),
        "NODE_PATH": "/usr/share/nodejs",
        "PYTHONPATH": str(PEERS),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
