"""What the adapters written in Python share: requests in, answers out, clock and memory.

A request is one line of JSON on standard input, an answer one line on standard output; README.md has the fields.
Python 3.9 and numpy, as the system's own Python runs some of the adapters.
"""
import json
import os
import resource
import sys
import time

import numpy


def serve(version, answer, threads=None):
    """Answers requests until the input ends. `answer(request)` returns a dictionary; `threads` is for libraries that have
    their own number of them."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever the library prints must not get between the answers
    for line in sys.stdin:
        request = json.loads(line)
        base = peak_megabytes()
        found = answer(request)
        found.update(version=version, base_mb=found.get("base_mb", base), peak_mb=peak_megabytes())
        found.setdefault("threads", threads or request["threads"])
        print(json.dumps(found), file=out, flush=True)


def peak_megabytes():
    """The most memory this process has had; None where /proc does not tell."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return None


def edges(request):
    """An array of pairs of nodes."""
    return numpy.loadtxt(request["edges"], dtype=numpy.int64, ndmin=2)


def start(request):
    """An array of start positions."""
    return numpy.loadtxt(request["start"], dtype=numpy.float64, ndmin=2)


def save(request, positions):
    if request.get("save"):
        numpy.savetxt(request["save"], numpy.asarray(positions, dtype=numpy.float64)[:, : request["dim"]])


def milliseconds(body):
    """What `body()` returns, and how long it took."""
    begin = time.perf_counter()
    result = body()
    return result, (time.perf_counter() - begin) * 1e3


def whole(request, run):
    """A whole layout: what to answer, with the time of the clock and of the processor, that of child processes among it."""
    begin = processor_milliseconds()
    positions, ms = milliseconds(run)
    spent = processor_milliseconds() - begin
    save(request, positions)
    return {"ms": [ms], "cpu_ms": [spent]}


def processor_milliseconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used) * 1e3


def iterations(request, run):
    """The time of one iteration, from a short and a long run: what both do before the first iteration cancels."""
    short, long = request["iterations"]
    few = milliseconds(lambda: run(short))[1]
    many = milliseconds(lambda: run(long))[1]
    return {"ms": [(many - few) / (long - short)]}


def layout(request, run):
    """A request for "iteration" or "whole": `run(count)` lays out in `count` iterations, None for its own number."""
    base = peak_megabytes()
    if request["what"] == "iteration":
        found = iterations(request, run)
    else:
        found = whole(request, lambda: run(None))
    found["base_mb"] = base
    return found


def exact_sums(points, exponent):
    """The sum over all pairs of (a - b) / |a - b|^exponent, for 1,000 points, evenly spread, or 300 of very many: these
    points' indices, and their sums."""
    count = 1000 if len(points) <= 10000 else 300
    targets = range(0, len(points), max(1, len(points) // count))
    sums = []
    for target in targets:
        difference = points - points[target]
        distance2 = (difference * difference).sum(axis=1)
        distance2[target] = 1.0
        sums.append((difference / distance2[:, None] ** (exponent / 2)).sum(axis=0))
    return numpy.array(targets), numpy.array(sums)


def force_error(found, exact):
    """The relative error of forces on points of unit mass: the root mean square of the differences from the exact sums, over
    that of the sums."""
    targets, sums = exact
    return float((((found[targets] - sums) ** 2).sum() / (sums**2).sum()) ** 0.5)


def nearest_accuracy(request, parameters, evaluate, points, exponent):
    """Of the parameters the one whose error is nearest, by its logarithm, to the one asked for; with its samples. Later
    rounds name the parameter that the first one has found."""
    if request.get("parameter") is not None:
        parameter = request["parameter"]
        if request["samples"] > 1:
            evaluate(parameter)  # the first call has to get its memory
        samples = [milliseconds(lambda: evaluate(parameter))[1] for _ in range(request["samples"])]
        return {"ms": samples, "parameter": parameter}
    exact = exact_sums(points, exponent)
    errors = {p: force_error(evaluate(p), exact) for p in parameters}
    wanted = numpy.log(max(request["target_error"], 1e-15))
    best = min(parameters, key=lambda p: abs(numpy.log(max(errors[p], 1e-15)) - wanted))
    samples = [milliseconds(lambda: evaluate(best))[1] for _ in range(request["samples"])]
    return {"ms": samples, "error": errors[best], "parameter": best}
