import CommandLineSupport
import Foundation
import Testing
import _TestSupport

@testable import SimbenchTool

struct PositionsFileTests {
  private func written<Vector: SIMD>(_ positions: [Vector], names: [String]?) throws -> String
  where Vector.Scalar: CustomStringConvertible {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "positions-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try PositionsFile(path: url.path(percentEncoded: false))
    try file.write(positions, names: names)
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test func plane() throws {
    let text = try written([SIMD2(0.1, -2), SIMD2(1e-300, 3)], names: nil)
    #expect(text == "id,x,y\n0,0.1,-2.0\n1,1e-300,3.0\n")
  }

  @Test func spaceWithNames() throws {
    let text = try written([SIMD3<Float>(0.1, 1, 2)], names: ["Mme.Burgon"])
    #expect(text == "id,x,y,z\nMme.Burgon,0.1,1.0,2.0\n")
  }

  @Test func longFileIsWrittenWhole() throws {
    let positions = (0..<20_000).map { SIMD2(Double($0) / 3, -Double($0) / 7) }
    let lines = try written(positions, names: nil).split(separator: "\n")
    #expect(lines.count == 20_001)
    for (node, line) in lines.dropFirst().enumerated() {
      let cells = line.split(separator: ",")
      #expect(Double(cells[1]) == positions[node].x)
      #expect(Double(cells[2]) == positions[node].y)
    }
  }

  @Test func namesAreQuotedWhereNeeded() throws {
    for (id, cell) in HostileIDs.cells {
      let text = try written([SIMD2(1.0, 2)], names: [id])
      #expect(Array(text.utf8) == Array("id,x,y\n\(cell),1.0,2.0\n".utf8))
    }
  }

  @Test func folderThatIsNotThere() throws {
    let failure = try #require(throws: Failure.self) {
      try PositionsFile(path: "/no/such/folder/out.csv")
    }
    #expect(failure.exitCode == 73)
    #expect(failure.message.hasPrefix("/no/such/folder/out.csv: cannot be written"))
  }
}
