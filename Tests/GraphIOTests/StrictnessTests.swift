import Testing

@testable import GraphIO

/// Text that other programs' readers refuse is neither read nor written.
struct StrictnessTests {
  private func xml(_ inside: String) -> String {
    message("<graphml><graph>\(inside)</graph></graphml>", .graphML)
  }

  @Test(arguments: [
    ("a\u{1}b", "found \"\\u{1}\", expected text without control characters"),
    ("<node id=\"a\u{1}\"/>", "found \"\\u{1}\", expected text without control characters"),
    ("<!-- \u{1} -->", "found \"\\u{1}\", expected text without control characters"),
    ("a]]>b", "found \"]]>\", expected \"]]&gt;\" outside of <![CDATA["),
    ("<!-- a -- b -->", "found \"--\" in a comment, expected \"-->\""),
    ("<!-- a --->", "found \"--\" in a comment, expected \"-->\""),
    ("<?xml version=\"1.0\"?>", "found <?xml, expected it at the beginning of the file"),
    ("<? a?>", "found an instruction without a name, expected a name"),
    ("<node id=\"a\"x=\"b\"/>", "found \"x\", expected a blank, \">\" or \"/>\""),
    ("\u{FFFE}", "found the character U+FFFE or U+FFFF, expected another one"),
    ("<n\u{FFFF}/>", "found the character U+FFFE or U+FFFF, expected another one"),
    ("&#xFFFF;", "found \"&#xFFFF;\", expected"),
  ])
  func xmlThatIsNone(inside: String, expected: String) {
    #expect(xml(inside).contains(expected))
  }

  @Test(arguments: ["a]b]>", "<!-- - a - -->", "<![CDATA[]] >]]>", "\u{FFFD}", "<?xml-s a?>", "]]"])
  func xmlThatIsRight(inside: String) {
    #expect(xml(inside) == "no error")
  }

  @Test(arguments: ["2.e3", "2.", "-.5", "01", "+1", "1e", "2.E3"])
  func numbersThatAreNone(number: String) {
    #expect(message("{\"nodes\":[],\"links\":[],\"a\":\(number)}", .json) != "no error")
  }

  @Test(arguments: ["2.0e3", "0.5", "-0", "1E+2"])
  func numbersThatAreRight(number: String) {
    #expect(message("{\"nodes\":[],\"links\":[],\"a\":\(number)}", .json) == "no error")
  }

  @Test func wideText() {
    let text = Array("source,target\na,b\n".utf8)
    let big: [UInt8] = text.flatMap { byte -> [UInt8] in [0, byte] }
    let little: [UInt8] = text.flatMap { byte -> [UInt8] in [byte, 0] }
    for bytes in [big, little] {
      #expect(message(bytes, .csv) == "file:1:1: found UTF-16 text, expected UTF-8")
    }
  }

  @Test func endsOfLinesInGML() throws {
    var graph = try Graph(nodeCount: 1, edges: [])
    graph.nodeAttributes.set("label", .strings(["two\nlines\tand\r"]))
    let (bytes, report) = try GraphWriter(format: .gml).bytes(graph)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"two&#10;lines&#9;and&#13;\""))
    #expect(report.isLossless)
    #expect(try GraphReader(format: .gml).read(bytes).graph == graph)
  }

  @Test func zerosInDOT() throws {
    var graph = try Graph(nodeCount: 1, edges: [])
    graph.nodeAttributes.set("k", .strings(["x\0y"]))
    let (bytes, report) = try GraphWriter(format: .dot).bytes(graph)
    #expect(!bytes.contains(0))
    #expect(report.losses == [.characters(in: "\"k\"")])
    let named = try Graph(nodeIDs: Graph.NodeIDs(["a\0"]), sources: [], targets: [])
    #expect(throws: GraphFileError.self) { try GraphWriter(format: .dot).bytes(named) }
    #expect(message("graph { \"a\0\" }", .dot).contains("expected text without NUL bytes"))
  }

  @Test func numbersAndColorsOfPajek() throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    graph.nodeAttributes.set("color", .strings(["#ff0010", "Red"]))
    var (bytes, report) = try GraphWriter(format: .pajek).bytes(graph)
    #expect(String(decoding: bytes, as: UTF8.self).contains("ic RGBFF0010\n2 \"2\" ic Red\n"))
    #expect(report.losses == [.nodeIDs])
    let again = try GraphReader(format: .pajek).read(bytes).graph
    #expect(again.nodeAttributes["color"] == graph.nodeAttributes["color"])
    graph.nodeAttributes.set("color", .strings(["#ff001080", "light blue"]))
    graph.weights = [.infinity]
    (bytes, report) = try GraphWriter(format: .pajek).bytes(graph)
    #expect(report.losses == [.nodeIDs, .nodeAttribute("color"), .weights])
  }

  @Test func cellsThatLookLikeFormulas() throws {
    let ids = try Graph.NodeIDs(["=1+1", "-5", "@a", "b"])
    let graph = try Graph(nodeIDs: ids, sources: [0, 2], targets: [1, 3])
    var writer = GraphWriter(format: .csv)
    #expect(try writer.bytes(graph).report.isLossless)
    writer.hasSafeCells = true
    let (bytes, report) = try writer.bytes(graph)
    #expect(String(decoding: bytes, as: UTF8.self) == "Source,Target\n'=1+1,-5\n'@a,b\n")
    #expect(report.losses == [.formulas(2)])
    #expect("\(report)" == "cells that begin like formulas have an apostrophe: 2")
  }
}
