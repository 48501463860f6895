import CommandLineSupport
import Foundation
import ForceSimulation
import GraphIO

/// A CSV file of positions: `id,x,y[,z]`, one line for each node. Numbers have the shortest form
/// that reads back exactly.
struct PositionsFile {
  let path: String

  /// Opens the file. Throws if it cannot be written, before the simulation runs.
  init(path: String) throws(Failure) {
    try OutputFile(path: path).check()
    self.path = path
  }

  /// Writes the positions. `names` are the ids of the nodes; without them the indices are written.
  func write<Vector: SIMD>(_ positions: [Vector], names: [String]?) throws(Failure)
  where Vector.Scalar: CustomStringConvertible {
    var text =
      ["id", "x", "y", "z", "w"].prefix(1 + Vector.scalarCount).joined(separator: ",") + "\n"
    for (node, position) in positions.enumerated() {
      text += names.map { CSVCell.quoted($0[node]) } ?? String(node)
      for axis in 0..<Vector.scalarCount { text += ",\(position[axis])" }
      text += "\n"
    }
    try OutputFile(path: path).write(text)
  }
}
