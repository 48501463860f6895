import Foundation
import GraphIO
import GraphModel
import Testing
import _TestSupport

@Suite("Tables of nodes as CSV, TSV and JSON")
struct NodeTableTests {
  private func table() throws -> NodeTable {
    let graph = try Graph(
      nodeIDs: Graph.NodeIDs(["a", "b,c", "=sum", "\"q\""]), sources: [], targets: [])
    return NodeTable(
      graph,
      columns: [
        AttributeColumn("rank", .doubles([0.5, nil, 1e-9, .infinity])),
        AttributeColumn("part", .integers([1, 2, nil, 1])),
        AttributeColumn("tab\tname", .strings(["x\ty", nil, "", "é"])),
      ])
  }

  private func text(_ format: NodeTable.Format, isSafe: Bool = false) throws -> String {
    String(decoding: try table().bytes(format: format, hasSafeCells: isSafe).bytes, as: UTF8.self)
  }

  @Test("cells that would be read as something else are in quotes; what is missing is empty")
  func cells() throws {
    let csv = try text(.csv)
    #expect(
      csv == """
        id,rank,part,"tab\tname"
        a,0.5,1,"x\ty"
        "b,c",,2,
        =sum,1e-09,,""
        \"""q""\",inf,1,é

        """)
    #expect(try text(.tsv).hasPrefix("id\trank\tpart\t\"tab\tname\"\na\t0.5\t1\t"))
    let safe = try table().bytes(format: .csv, hasSafeCells: true)
    #expect(String(decoding: safe.bytes, as: UTF8.self).contains("\n'=sum,"))
    #expect(safe.report.losses.count == 1)
  }

  @Test("JSON has an object for each node, without what is missing")
  func objects() throws {
    let json = try text(.json).replacing("Infinity", with: "9")
    let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let rows = try #require(parsed as? [[String: Any]])
    #expect(rows.count == 4 && rows[1].count == 2 && rows[3]["id"] as? String == "\"q\"")
    #expect(rows[0]["tab\tname"] as? String == "x\ty")
    let empty = NodeTable(try Graph(nodeCount: 0, edges: []), columns: [])
    let bytes = try empty.bytes(format: .json).bytes
    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String] == [])
  }

  @Test("names say formats; .gz compresses; what cannot be written is an error")
  func files() throws {
    #expect(NodeTable.Format(fileName: "A.CSV.gz") == .csv)
    #expect(NodeTable.Format(fileName: "t.json") == .json)
    #expect(NodeTable.Format(fileName: "t.xlsx") == nil)
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "t.tsv.gz").path
      try table().write(to: path)
      #expect(try Data(contentsOf: URL(filePath: path)).prefix(2) == Data([0x1F, 0x8B]))
      #expect(throws: GraphFileError.self) {
        try table().write(to: folder.appending(path: "no/t.csv").path)
      }
    }
  }
}
