"""scipy and numpy: the matrix of a graph. Parallel edges are added up; matrices have no names."""
import numpy as np
import scipy
import scipy.io
import scipy.sparse

from comparing import carried
from networkx_files import nothing
from writing import Cannot, Format

NAME = "scipy"


def version():
    return scipy.__version__


def matrix_of(model, has_weights):
    count = len(model["nodes"])
    if count == 0:
        raise Cannot("a matrix has rows")
    if any(s == t for s, t, _ in model["edges"]):
        raise Cannot("a loop is a number on the diagonal, which may mean something else")
    dense = np.zeros((count, count))
    for s, t, attributes in model["edges"]:
        weight = attributes.get("weight", 1.0) if has_weights else 1.0
        dense[s, t] += weight
        if not model["directed"]:
            dense[t, s] += weight
    return dense


def expected(model, dense, first, has_weights=True):
    is_directed = bool((dense != dense.T).any())
    edges = [[int(i), int(j), {"weight": float(dense[i, j])} if has_weights else {}]
             for i, j in zip(*dense.nonzero()) if is_directed or i <= j]
    ids = [first + place for place in range(len(model["nodes"]))]
    return carried({**model, "directed": is_directed, "edges": edges}, ids=ids, nodes=nothing)


def writing(make, first=1, has_weights=True, **options):
    def write(model, path):
        dense = matrix_of(model, has_weights)
        with open(path, "wb") as file:
            scipy.io.mmwrite(file, make(dense), **options)
        return expected(model, dense, first, has_weights)
    return write


def pattern(model, path):
    dense = (matrix_of(model, False) > 0).astype(float)
    with open(path, "wb") as file:
        scipy.io.mmwrite(file, scipy.sparse.coo_array(dense), field="pattern")
    return expected(model, dense, 1, has_weights=False)


def text(separator):
    def write(model, path):
        dense = matrix_of(model, True)
        np.savetxt(path, dense, delimiter=separator, fmt="%.17g")
        return expected(model, dense, 0)
    return write


FORMATS = [
    Format("Matrix Market", ".mtx", writing(scipy.sparse.coo_array)),
    Format("Matrix Market, general", ".mtx", writing(scipy.sparse.csr_array, symmetry="general")),
    Format("Matrix Market, pattern", ".mtx", pattern),
    Format("Matrix Market, dense", ".mtx", writing(np.asarray)),
    Format("numpy.savetxt", ".txt", text(" "), options=("--input-format", "adjacency-matrix")),
    Format("numpy.savetxt, commas", ".csv", text(","), options=("--input-format", "adjacency-matrix")),
]
