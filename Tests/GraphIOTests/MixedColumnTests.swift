import GraphModel
import Testing

@testable import GraphIO

@Suite("Columns of tables in which numbers, marks of missing values and text are mixed")
struct MixedColumnTests {
  private func table(_ values: [String], header: String = "id,v") throws -> NodeTable {
    let rows = values.enumerated().map { "n\($0.offset),\($0.element)\n" }.joined()
    return try NodeTable(Array("\(header)\n\(rows)".utf8), name: "n.csv")
  }

  @Test(
    "a mark among numbers is no value, whatever its case",
    arguments: ["NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "-", "#N/A", "<NA>"])
  func marks(mark: String) throws {
    let whole = try table(["3", mark, "5"])
    #expect(whole.columns[0].values == .integers([3, nil, 5]))
    #expect(
      whole.notes == ["\"\(mark)\" in line 3 is taken for no value, as \"v\" has numbers"])
    let quoted = try table(["3", "\"\(mark)\"", "", mark])
    #expect(quoted.columns[0].values == .integers([3, nil, nil, nil]))
    #expect(
      quoted.notes == [
        "2 values such as \"\(mark)\" in line 3 are taken for none, as \"v\" has numbers"
      ])
    let decimal = try table(["0.5", mark])
    if mark.lowercased() != "nan" { #expect(decimal.columns[0].values == .doubles([0.5, nil])) }
  }

  @Test("nan among decimal numbers is a number, as writers write it")
  func notANumber() throws {
    let table = try table(["0.5", "nan"])
    guard case .doubles(let values) = table.columns[0].values else {
      Issue.record("\(table.columns[0])")
      return
    }
    #expect(values[0] == 0.5 && values[1]?.isNaN == true && table.notes.isEmpty)
  }

  @Test("words alone stay words, also those that are marks elsewhere")
  func words() throws {
    for values in [["NA", "none"], ["Oslo", "NA"], ["true", "-"], ["-", ""]] {
      let table = try table(values)
      #expect(table.columns[0].type == .string, "\(values)")
      #expect(table.notes.isEmpty)
    }
  }

  @Test("the value that makes a column of numbers text is named; codes are meant to be text")
  func oddValues() throws {
    let text = try NodeTable(
      Array("# a comment\nid,v\n\na,3\nb,n/a\nc,\"about\n7\"\nd,4\ne,5\n".utf8), name: "n.csv")
    #expect(text.columns[0].type == .string)
    #expect(
      text.notes == [
        "the attribute \"v\" is text: \"about\\n7\" in line 6 is no number, as most values are"
      ])
    #expect(try table(["01234", "98765", "10115", "x"]).notes.isEmpty)
    #expect(try table(["1", "x", "y"]).notes.isEmpty)
  }

  @Test("decimal commas with marks")
  func commas() throws {
    let table = try NodeTable(Array("id;v\na;0,5\nb;n/a\nc;3\n".utf8))
    #expect(table.columns[0].values == .doubles([0.5, nil, 3]))
    #expect(table.notes.count == 1)
  }

  @Test("attributes and weights of edges; what is read so is said by who writes it")
  func edges() throws {
    let text = "source,target,weight,year\na,b,2,1990\nb,c,n/a,NA\nc,d,3,2001\n"
    let result = try GraphReader(format: .csv).read(Array(text.utf8), name: "e.csv")
    #expect(result.graph.edgeAttributes["year"]?.values == .integers([1990, nil, 2001]))
    #expect(result.graph.weights == [2, 1, 3])
    #expect(
      result.notes == [
        "\"NA\" in line 3 is taken for no value, as \"year\" has numbers",
        "the edge in line 3 has no weight, and counts as 1",
      ])
    var graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    graph.edgeAttributes.set("v", .strings(["7", "NA"]))
    graph.edgeAttributes.set("w", .strings(["x", "NA"]))
    #expect(
      try GraphWriter(format: .csv).bytes(graph).report.losses
        == [.typeOfEdgeAttribute("v", becomes: .integer)])
  }

  @Test("lines of rows, with and without lines between")
  func lines() {
    var lines = RowLines()
    let places = [2, 3, 4, 9, 10, 12, 14, 15]
    for line in places { lines.append(line: line) }
    #expect(places.indices.map { lines[$0] } == places)
  }
}
