import Foundation
import Testing

@testable import GraphIO

/// The table of formats.
struct FormatTableTests {
  @Test func idsAndFileExtensionsAreOfOneFormat() {
    let ids = GraphFormat.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let ends = GraphFormat.all.flatMap(\.fileExtensions)
    #expect(Set(ends).count == ends.count)
    for format in GraphFormat.all {
      #expect(!format.fileExtensions.isEmpty)
      for end in format.fileExtensions {
        #expect(end == end.lowercased())
        #expect(GraphFormat(fileName: "graph.\(end)") == format)
      }
    }
  }

  @Test func formatsAreFoundByTheirExactID() {
    for format in GraphFormat.all { #expect(GraphFormat(id: format.id) == format) }
    #expect(GraphFormat(id: "GRAPHML") == nil)
    #expect(GraphFormat(id: "") == nil)
  }

  @Test func formatsOfOneReaderAreKin() {
    let families: [[GraphFormat]] = [
      [.edgeList, .csv, .tsv], [.json, .graphology, .cytoscape, .cx2], [.nTriples, .turtle],
    ]
    for family in families {
      for format in family { #expect(GraphFormat.all.filter(format.isKin) == family) }
    }
    for format in GraphFormat.all where !families.joined().contains(format) {
      #expect(GraphFormat.all.filter(format.isKin) == [format])
    }
  }

  /// A file that several formats could have is taken for the first of this order.
  @Test func ranksGiveTheOrderOfRecognition() {
    let order: [GraphFormat] = [
      .json, .graphML, .gexf, .matrixMarket, .pajek, .dot, .gml, .lgl, .multilineAdjacencyList,
      .adjacencyMatrix, .metis, .adjacencyList, .edgeList, .csv, .tsv,
    ]
    #expect(GraphFormat.byRank.filter(order.contains) == order)
    #expect(Set(GraphFormat.byRank) == Set(GraphFormat.all))
  }

  @Test(arguments: [
    // A comment of Matrix Market before a line of Pajek, and that before one of DOT.
    ("%%MatrixMarket matrix\n*vertices 3\n", GraphFormat.matrixMarket),
    ("*vertices 1\ngraph {\n", .pajek), ("{ graph [", .json),
    ("graph [\n node { ", .gml), ("graph { a [", .dot), ("# c\nstrict graph x {", .dot),
    ("creator \"x\" graph [", .gml), ("digraph b {'weight': 1}\n", .edgeList),
  ])
  func firstOfSeveral(text: String, format: GraphFormat) {
    #expect(GraphFormat(content: Array(text.utf8)) == format)
  }

  @Test func encodedAsTheirIDs() throws {
    let json = try JSONEncoder().encode(GraphFormat.all)
    #expect(try JSONDecoder().decode([GraphFormat].self, from: json) == GraphFormat.all)
    #expect(try JSONEncoder().encode([GraphFormat.edgeList]) == Data("[\"edge-list\"]".utf8))
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([GraphFormat].self, from: Data("[\"xml\"]".utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.hasPrefix("\"xml\" is no format of graph files; there are"))
  }

  @Test func describedByTheirIDs() {
    #expect("\(GraphFormat.matrixMarket)" == "matrix-market")
    #expect(Set([GraphFormat.csv, .csv, .tsv]).count == 2)
  }
}
