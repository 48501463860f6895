import CommandLineSupport
import Foundation
import ForceSimulation

/// A CSV file of positions: `id,x,y[,z]`, one line for each node, numbers in the shortest form that
/// reads back exactly.
struct PositionsFile {
  let path: String
  private let file: FileHandle

  /// Makes the file, or empties the one that is there.
  init(creating path: String) throws(Failure) {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else {
      throw .cannotCreate(
        "\(path): cannot be written; is there such a folder, and may you write to it?")
    }
    self.path = path
    self.file = file
  }

  /// `names`: what the nodes are called; their indices are used when there are none.
  func write<Vector: SIMD>(_ positions: [Vector], names: [String]?) throws(Failure)
  where Vector.Scalar: CustomStringConvertible {
    var text =
      ["id", "x", "y", "z", "w"].prefix(1 + Vector.scalarCount).joined(separator: ",") + "\n"
    do {
      for (node, position) in positions.enumerated() {
        text += names.map { Self.quoted($0[node]) } ?? String(node)
        for axis in 0..<Vector.scalarCount { text += ",\(position[axis])" }
        text += "\n"
        if text.utf8.count > 1 << 16 {
          try file.write(contentsOf: Data(text.utf8))
          text = ""
        }
      }
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch {
      throw .cannotCreate("\(path): cannot be written: \(error.localizedDescription)")
    }
  }

  /// In quotes if it has to be (RFC 4180).
  static func quoted(_ name: String) -> String {
    guard name.contains(where: { ",\"\n\r".contains($0) }) else { return name }
    return "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
