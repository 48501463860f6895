import CommandLineSupport
import Foundation
import ForceSimulation

/// A CSV file of positions: `id,x,y[,z]`, one line for each node, numbers in the shortest form that
/// reads back exactly.
struct PositionsFile {
  let path: String

  /// Throws if the file cannot be written, before the work is done.
  init(path: String) throws(Failure) {
    try OutputFile(path: path).check()
    self.path = path
  }

  /// `names`: what the nodes are called; their indices are used when there are none.
  func write<Vector: SIMD>(_ positions: [Vector], names: [String]?) throws(Failure)
  where Vector.Scalar: CustomStringConvertible {
    var text =
      ["id", "x", "y", "z", "w"].prefix(1 + Vector.scalarCount).joined(separator: ",") + "\n"
    for (node, position) in positions.enumerated() {
      text += names.map { Self.quoted($0[node]) } ?? String(node)
      for axis in 0..<Vector.scalarCount { text += ",\(position[axis])" }
      text += "\n"
    }
    try OutputFile(path: path).write(text)
  }

  /// In quotes if it has to be (RFC 4180).
  static func quoted(_ name: String) -> String {
    guard name.contains(where: { ",\"\n\r".contains($0) }) else { return name }
    return "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
