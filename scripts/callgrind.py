#!/usr/bin/env python3
"""Tools and runs under valgrind, for scripts/guard-costs and scripts/guard-growth."""
import os
import subprocess
import sys

# These settings make copying memory take the same number of instructions on all processors.
TUNABLES = ("glibc.cpu.hwcaps=-ERMS,-FSRM,-AVX512VL,-AVX512F:"
            "glibc.cpu.x86_non_temporal_threshold=0x4000000")


def fail(message):
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(70)


def tool(name, *arguments):
    try:
        result = subprocess.run([name, *arguments], capture_output=True, text=True)
    except FileNotFoundError:
        fail(f"there is no {name}; scripts/bootstrap installs it on Debian")
    if result.returncode != 0:
        fail(f"{name} failed:\n{(result.stderr or result.stdout)[-2000:]}")
    return result


def without_debugging(program, folder):
    """Returns a copy without debugging information, which valgrind may be unable to read."""
    copy = os.path.join(folder, os.path.basename(program))
    tool("objcopy", "--strip-debug", str(program), copy)
    return copy


def valgrind(options, command, environment=None):
    """Runs a program. Hash tables start alike, and so do addresses where that can be asked for."""
    command = ["valgrind", *options, *map(str, command)]
    if subprocess.run(["setarch", "-R", "true"], capture_output=True).returncode == 0:
        command = ["setarch", "-R", *command]
    variables = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", GLIBC_TUNABLES=TUNABLES)
    variables.update(environment or {})
    result = subprocess.run(command, capture_output=True, text=True, env=variables)
    if result.returncode != 0:
        fail(f"{' '.join(command)} failed:\n{result.stderr[-2000:]}")
    return result
