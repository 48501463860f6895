"""Whole layouts: which peer is ahead of this package, in time and in quality together.

A program's place on a graph is its median time and its median quality. A peer is ahead of a setting of ours if it is quicker and
better; it is unmatched if no one setting of ours is as quick and as good, which is less. Qualities within 2 % are as good.

    >>> def program(name, ms, stress): return {"program": name, "ms": ms, "stress": stress}
    >>> ours = [program("this package, quick", 10, 0.2), program("this package, best", 100, 0.1)]
    >>> peers = [program("ahead", 9, 0.09), program("between", 50, 0.15), program("as good", 100, 0.099), program("behind", 11, 0.3)]
    >>> [peer["program"] for peer in ahead(ours + peers, "stress")]
    ['ahead']
    >>> [peer["program"] for peer in unmatched(ours + peers, "stress")]
    ['ahead', 'between']
    >>> nearest(ours + peers, peers[1], "stress")["program"]
    'this package, best'
"""
from .cases import OURS, WHOLE

TOLERANCE = 0.02
MEASURES = {"stress": -1, "neighbours": 1}  # lower is better, higher is better


def is_ours(summary):
    return summary["program"].startswith(OURS)


def is_as_good(one, other, measure):
    """Whether `one` is no worse than `other`, but for the tolerance."""
    if MEASURES[measure] < 0:
        return one[measure] <= other[measure] * (1 + TOLERANCE)
    return one[measure] >= other[measure] * (1 - TOLERANCE)


def is_better(one, other, measure):
    return not is_as_good(other, one, measure)


def ahead(members, measure):
    """Peers that are quicker and better than each of our settings, on one graph."""
    ours = [s for s in members if is_ours(s)]
    return [s for s in members if not is_ours(s) and all(s["ms"] < o["ms"] and is_better(s, o, measure) for o in ours)]


def unmatched(members, measure):
    """Peers for which no one setting of ours is as quick and as good, on one graph."""
    ours = [s for s in members if is_ours(s)]
    return [s for s in members
            if not is_ours(s) and not any(o["ms"] <= s["ms"] and is_as_good(o, s, measure) for o in ours)]


def nearest(members, peer, measure):
    """Of our settings that are as good as a peer the quickest; None when none is as good."""
    found = [s for s in members if is_ours(s) and is_as_good(s, peer, measure)]
    return min(found, key=lambda s: s["ms"], default=None)


def not_run(graphs):
    """Of each peer the measured graphs that it was not given, by `graphs`: names in the order of their nodes."""
    names = list(graphs)
    return {label: [name for name in names if name not in listed] for label, _, _, listed in WHOLE if set(names) - set(listed)}
