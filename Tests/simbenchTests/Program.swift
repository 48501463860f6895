import _TestSupport

let simbench = Program(name: "simbench")
