import Foundation
import Testing

@testable import GraphIO

/// The content of the fixtures, read through the public interface.
struct FixtureTests {
  @Test func blanks() throws {
    let result = try Fixture.read("blanks.edges")
    #expect(result.format == .edgeList)
    #expect(Array(result.graph.nodeIDs) == ["0", "4", "17"])
    #expect(result.graph.edgeIDs == [["0", "17"], ["17", "4"], ["4", "0"], ["17", "17"]])
    #expect(result.graph.weights == [2.5, 1, 0.25, 1000])
    #expect(!result.graph.isDirected)
  }

  @Test func gephiCSV() throws {
    let graph = try Fixture.read("gephi.csv").graph
    #expect(Array(graph.nodeIDs) == ["Anne \"Annie\" B.", "Bert", "Zoë"])
    #expect(graph.weights == [1.5, 2, 1])
    #expect(graph.isDirected)
    #expect(graph.edgeAttributes.names == ["id", "label", "since", "close", "directed"])
    #expect(graph.edgeAttributes["label"]?.values == .strings(["a, b", nil, "line\none"]))
    #expect(graph.edgeAttributes["since"]?.values == .integers([1999, nil, 2004]))
    #expect(graph.edgeAttributes["close"]?.values == .booleans([true, false, nil]))
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([false, false, true]))
  }

  @Test func tabs() throws {
    let graph = try Fixture.read("table.tsv").graph
    #expect(Array(graph.nodeIDs) == ["1", "2", "5"])
    #expect(graph.weights == [0.5, 1, -2])
    #expect(graph.edgeAttributes["kind"]?.values == .strings(["red", nil, "blue sky"]))
  }

  @Test func d3() throws {
    let graph = try Fixture.read("d3.json").graph
    #expect(Array(graph.nodeIDs) == ["Valjean", "Javert", "Cosétte 😀"])
    #expect(graph.edgeIDs == [["Valjean", "Javert"], ["Javert", "Cosétte 😀"]])
    #expect(graph.positions == .plane([[1.5, -2], [0, 300], [4, 0.125]]))
    #expect(graph.nodeAttributes.names == ["group", "vx", "tags", "good"])
    #expect(graph.nodeAttributes["group"]?.values == .doubles([1, 2, 1.5]))
    #expect(graph.nodeAttributes["tags", 0] == #"["a",{"b":null}]"#)
    #expect(graph.nodeAttributes["good"]?.values == .booleans([nil, false, nil]))
    #expect(graph.edgeAttributes["value"]?.values == .integers([17, 2]))
    var weighted = graph
    let hasTaken = weighted.useEdgeAttributeAsWeights("value")
    #expect(hasTaken)
    #expect(weighted.weights == [17, 2])
    let hasTakenTwice = weighted.useEdgeAttributeAsWeights("value")
    #expect(!hasTakenTwice)
  }

  @Test func networkx() throws {
    let graph = try Fixture.read("networkx.json").graph
    #expect(graph.isDirected)
    #expect(graph.topology.isMultigraph)
    #expect(Array(graph.nodeIDs) == ["10", "20", "30"])
    #expect(graph.edgeIDs == [["10", "20"], ["10", "20"], ["30", "10"]])
    #expect(graph.weights == [1.5, 1, 3])
    #expect(graph.attributes["name"] == "calls")
    #expect(graph.attributes["year"] == 2026)
    #expect(graph.positions?[0] == [0.5, 1, 2])
    #expect(graph.positions?[2] == nil)
    #expect(graph.positions?.missingCount == 1)
  }

  @Test func yEdGraphML() throws {
    let result = try Fixture.read("yed.graphml")
    let graph = result.graph
    #expect(graph.isDirected)
    #expect(graph.positions == .plane([[130, 65], [10, 0]]))
    #expect(graph.nodeAttributes["label"]?.values == .strings(["Start", "End"]))
    #expect(graph.nodeAttributes["color"]?.values == .strings(["#ffcc00", "#c0c0c0"]))
    #expect(graph.nodeAttributes["width"]?.values == .doubles([60, 20]))
    #expect(graph.nodeAttributes["url"]?.values == .strings(["http://example.org/?a=1&b=2", nil]))
    #expect(graph.edgeAttributes["label"]?.values == .strings(["goes", nil]))
    #expect(graph.edgeAttributes["id"]?.values == .strings(["e0", "e1"]))
    #expect(graph.edgeIDs == [["n0", "n1"], ["n1", "n1"]])
    #expect(graph.attributes["Description"] == "Two & two")
  }

  @Test func gephiGraphML() throws {
    let graph = try Fixture.read("gephi.graphml").graph
    #expect(graph.positions == .plane([[-1.5, 2], [0, 0]]))
    #expect(graph.nodeAttributes["label"]?.values == .strings(["Änne <1>", "B & C"]))
    #expect(graph.nodeAttributes["color"]?.values == .strings(["#ff0010", "#000000"]))
    #expect(graph.nodeAttributes["size"]?.values == .doubles([10, 4.5]))
    #expect(graph.nodeAttributes["kind"]?.values == .strings(["person", "place"]))
    #expect(graph.weights == [2.5, 1])
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([false, true]))
  }

  @Test func gephiGEXF() throws {
    let graph = try Fixture.read("gephi.gexf").graph
    #expect(Array(graph.nodeIDs) == ["0", "1", "2.0"])
    #expect(graph.nodeAttributes["label"]?.values == .strings(["Myriel", "Napoléon", nil]))
    #expect(graph.nodeAttributes["Modularity Class"]?.values == .integers([3, 0, 0]))
    #expect(graph.nodeAttributes["known"]?.values == .booleans([true, nil, nil]))
    #expect(graph.nodeAttributes["color"]?.values == .strings(["#eb5148", "#01020380", nil]))
    #expect(graph.nodeAttributes["size"]?.values == .doubles([28.685715, 4, nil]))
    #expect(graph.positions?.dimensions == 2)
    #expect(graph.positions?[1] == [-418, 446.8])
    #expect(graph.positions?[2] == nil)
    #expect(graph.weights == [2.5, 1])
    #expect(graph.edgeAttributes["since"]?.values == .doubles([1999.5, nil]))
    #expect(graph.edgeAttributes["id"]?.values == .strings(["e7", "e8"]))
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([true, false]))
  }

  @Test func graphviz() throws {
    let result = try Fixture.read("graphviz.gv")
    let graph = result.graph
    #expect(graph.isDirected)
    #expect(graph.attributes["name"] == "my graph")
    #expect(graph.attributes["rankdir"] == "LR")
    #expect(graph.attributes["label"] == #"A "title""#)
    let ids = Array(graph.nodeIDs)
    #expect(
      ids == [
        "start", "a", "b", "the end", "c", "html", "long name", "-1.5", ".25", "d",
      ])
    // strict: the second edge from start to a is the first one.
    #expect(
      graph.edgeIDs == [
        ["start", "a"], ["start", "b"], ["a", "the end"], ["b", "the end"], ["c", "a"],
        ["-1.5", ".25"],
        ["a", "d"], ["c", "d"],
      ])
    #expect(graph.weights == [7, 2, 2, 2, 0.5, 2, 2, 2])
    #expect(graph.edgeAttributes["label", 1] == "x\ny")
    #expect(graph.edgeAttributes["style", 4] == nil)
    #expect(graph.nodeAttributes["shape", 4] == "circle")
    #expect(graph.nodeAttributes["shape", 5] == "box")
    #expect(
      graph.nodeAttributes["cluster"]?.values
        == .strings([nil, "cluster_one", nil, nil, "cluster_one", nil, nil, nil, nil, nil]))
    #expect(graph.nodeAttributes["label", 5] == "<<b>bold</b> &amp; more>")
    #expect(graph.positions?[1] == [1, 2])
    #expect(graph.positions?[5] == [10.5, -3])
    #expect(graph.nodeAttributes["size", 6] == 8)
    #expect(result.notes.isEmpty)
  }

  @Test func yEdGML() throws {
    let result = try Fixture.read("yed.gml")
    let graph = result.graph
    #expect(graph.isDirected)
    #expect(Array(graph.nodeIDs) == ["0", "7"])
    #expect(graph.attributes["label"] == "Tür \"x\" & y")
    #expect(graph.nodeAttributes["label"]?.values == .strings(["1 & 2 &nix; A", "b"]))
    #expect(graph.positions == .plane([[10.5, -20], [100, 0]]))
    #expect(graph.nodeAttributes["color", 0] == "#FFCC00")
    #expect(graph.weights == [1.5, 1])
    #expect(graph.edgeAttributes["value"]?.values == .integers([3, -2]))
    #expect(graph.edgeAttributes["label"]?.values == .strings(["", nil]))
    #expect(
      result.notes == [
        "lists in the graphics of a node are left out",
        "the list \"LabelGraphics\" of a node is left out",
      ])
  }

  @Test func pajek() throws {
    let graph = try Fixture.read("pajek.net").graph
    #expect(graph.attributes["name"] == "small")
    #expect(
      graph.nodeAttributes["label"]?.values == .strings(["Ada", "Bob, the 2nd", "Carl", "Ördög"]))
    #expect(graph.positions == .plane([[0.1, 0.25], [0.9, 0.75], [0.5, 0.5], [0, 1]]))
    #expect(graph.nodeAttributes["color", 0] == "Red")
    #expect(graph.nodeAttributes["shape", 0] == "box")
    #expect(graph.nodeAttributes["size", 1] == 2.5)
    #expect(graph.edgeIDs == [["1", "2"], ["2", "3"], ["4", "1"], ["4", "2"], ["4", "3"]])
    #expect(graph.weights == [3, -1.5, 1, 1, 1])
    #expect(graph.edgeAttributes["label", 0] == "knows")
    #expect(graph.edgeAttributes["color", 0] == "Blue")
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([true, false, true, true, true]))
  }

  @Test func metis() throws {
    let graph = try Fixture.read("metis.graph").graph
    #expect(graph.nodeCount == 5)
    #expect(graph.edgeIDs == [["1", "2"], ["1", "3"], ["2", "3"], ["3", "4"], ["4", "5"]])
    #expect(graph.weights == [1, 2, 4, 3, 1])
    #expect(graph.nodeAttributes["weight"]?.values == .integers([4, 1, 5, 0, 2]))
  }

  @Test func matrixMarket() throws {
    let symmetric = try Fixture.read("symmetric.mtx").graph
    #expect(!symmetric.isDirected)
    #expect(symmetric.edgeIDs == [["1", "1"], ["2", "1"], ["3", "2"], ["4", "1"], ["4", "3"]])
    #expect(symmetric.weights == [2.5, -1e-3, 4, 0.5, 1])
    let skew = try Fixture.read("skew.mtx").graph
    #expect(skew.isDirected)
    #expect(skew.edgeIDs == [["2", "1"], ["1", "2"], ["3", "1"], ["1", "3"]])
    #expect(skew.weights == [5, -5, -7, 7])
  }

  @Test func realData() throws {
    let lesmis = try Fixture.read("lesmis.txt.gz")
    #expect(lesmis.format == .edgeList)
    #expect(lesmis.graph.nodeCount == 77)
    #expect(lesmis.graph.edgeCount == 254)
    #expect(!lesmis.graph.topology.isMultigraph)
    let netscience = try Fixture.read("netscience.txt.gz").graph
    #expect(netscience.nodeCount == 1461)
    #expect(netscience.edgeCount == 2742)
    #expect(netscience.topology.isolatedNodeCount == 0)
  }

  @Test func positions() throws {
    let table = try NodePositionTable(Fixture.bytes("positions.csv"), name: "positions.csv")
    #expect(table.ids == ["a", "b \"q\"", "c"])
    #expect(table.positions[0] == [1, 2, 3])
    #expect(table.positions[1] == [-1.5, 2000, 0])
    #expect(table.positions[2] == nil)
    let plane = try NodePositionTable(Fixture.bytes("plane.npy"))
    #expect(plane.positions == .plane([[1, 2], [-3.5, 4], [0.1, 1e300]]))
    #expect(plane.ids == nil)
    let space = try NodePositionTable(Fixture.bytes("space-fortran.npy"))
    #expect(space.positions == .space([[1, 2, 3], [4, 5, 6.5]]))
  }
}
