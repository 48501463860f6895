import _TestSupport

let forcegraph = Program(name: "forcegraph")
