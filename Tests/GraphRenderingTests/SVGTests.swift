import Foundation
import Testing
import _TestSupport

@testable import GraphRendering

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads a file as XML, and keeps the elements that the tests check.
private final class SVGReader: NSObject, XMLParserDelegate {
  var elements: [(name: String, attributes: [String: String])] = []
  var texts: [String] = []
  private(set) var error: (any Error)?

  init(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    if !parser.parse() { error = parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((name, attributes))
    texts.append("")
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if !texts.isEmpty { texts[texts.count - 1] += string }
  }

  func texts(of name: String) -> [String] {
    zip(elements, texts).filter { $0.0.name == name }
      .map { $0.1.trimmingCharacters(in: .newlines) }
  }

  func all(_ name: String) -> [[String: String]] {
    elements.filter { $0.name == name }.map(\.attributes)
  }
}

struct SVGTests {
  private func read(_ drawing: Drawing, _ options: Picture.Options = .init()) throws -> SVGReader {
    let reader = SVGReader(try Picture(of: drawing, options).svgBytes())
    try #require(reader.error == nil)
    return reader
  }

  @Test func emptyDrawing() throws {
    var options = Picture.Options(width: 300, height: 200)
    options.theme = .dark
    let reader = try read(Drawing(positions: [SIMD2<Double>]()), options)
    #expect(reader.elements.map(\.name) == ["svg", "title", "desc", "metadata", "rect"])
    #expect(reader.all("svg")[0]["viewBox"] == "0 0 300 200")
    #expect(reader.all("rect")[0]["fill"] == "#12161c")
    options.isTransparent = true
    #expect(try read(Drawing(positions: [SIMD2<Double>]()), options).all("rect").isEmpty)
  }

  @Test(arguments: 1...10)
  func wellFormed(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var drawing = randomDrawing(seed: UInt64(seed), nodes: 60, edges: 150)
    drawing.labels = (0..<60).map { _ in
      let scalars = (0..<12).compactMap { _ in
        Unicode.Scalar(
          UInt32.random(in: 0...(Bool.random(using: &random) ? 127 : 0x10FFFF), using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    var options = Picture.Options()
    options.title = drawing.labels.joined()
    options.labels = .atMost(.max)
    let reader = try read(drawing, options)
    #expect(reader.all("circle").count == 60)
    #expect(reader.texts(of: "desc") == ["60 nodes, 150 edges"])
  }

  @Test func labelsAreEscaped() throws {
    var drawing = Drawing(positions: [[0, 0]])
    drawing.labels = ["a<b> & \"c\" ]]> \u{0}\u{8}\u{FFFE}é \u{1F600}"]
    var options = Picture.Options()
    options.title = "</title><script>&amp;"
    let reader = try read(drawing, options)
    let shown = "a<b> & \"c\" ]]> é \u{1F600}"
    #expect(reader.texts(of: "text").sorted() == ["</title><script>&amp;", shown])
    #expect(reader.texts(of: "title") == ["</title><script>&amp;", shown])
    #expect(!reader.elements.contains { $0.name == "script" })
  }

  @Test func nodesAndEdgesHaveIdentifiers() throws {
    var drawing = randomDrawing(seed: 4, nodes: 40, edges: 70)
    drawing.labels = (0..<40).map { "n\($0)" }
    let picture = try Picture(of: drawing)
    let reader = SVGReader(picture.svgBytes())
    let ids = reader.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    let nodes = reader.elements.filter { $0.attributes["class"] == "node" }
    #expect(Set(nodes.compactMap { $0.attributes["id"] }) == Set((0..<40).map { "node-\($0)" }))
    let edges = reader.elements.filter { $0.attributes["class"] == "edge" }
    #expect(edges.count == picture.report.edgesDrawn && edges.count > 50)
    for edge in edges {
      let number = try #require(Int((edge.attributes["id"] ?? "").dropFirst("edge-".count)))
      #expect(edge.attributes["data-source"] == "node-\(drawing.edges[number].source)")
      #expect(edge.attributes["data-target"] == "node-\(drawing.edges[number].target)")
    }
    let heads = reader.elements.filter { $0.attributes["class"] == "head" }
    #expect(heads.allSatisfy { ids.contains($0.attributes["data-edge"] ?? "") })
    let labels = reader.all("text").compactMap { $0["data-node"] }
    #expect(!labels.isEmpty && labels.allSatisfy(ids.contains))

    let without = SVGReader(picture.svgBytes(hasIdentifiers: false))
    #expect(without.elements.allSatisfy { $0.attributes["id"] == nil })
    #expect(without.elements.allSatisfy { $0.attributes["class"] == nil })
    let large = try Picture(of: randomDrawing(seed: 5, nodes: 4000, edges: 7000))
    #expect(!large.svg().contains(" id="))
    #expect(large.svg(hasIdentifiers: true).contains(" id=\"edge-"))
  }

  @Test func labelsAreWrittenOnce() throws {
    var drawing = Drawing(positions: [[0, 0], [1, 0]])
    // Longer than a disc is wide, so they stand beside theirs.
    drawing.labels = ["the first of two", "the second"]
    let reader = try read(drawing)
    #expect(reader.texts(of: "text").sorted() == ["the first of two", "the second"])
    let group = reader.all("g").first { $0["paint-order"] == "stroke" }
    #expect(group?["stroke"] == "#ffffff" && group?["fill"] == "#1f2328")
  }

  @Test(arguments: [Theme.light, .dark]) func theOtherThemeIsForWhoHasChosenIt(theme: Theme) throws
  {
    var options = Picture.Options()
    options.theme = theme
    let drawing = Drawing(positions: [[0, 0], [1, 0]], edges: [.init(0, 1)])
    let picture = try Picture(of: drawing, options)
    #expect(!picture.svg().contains("<style"))
    let svg = picture.svg(followsColorScheme: true)
    let other = theme.isDark ? Theme.light : .dark
    #expect(svg.contains("prefers-color-scheme: \(theme.isDark ? "light" : "dark")"))
    #expect(
      svg.contains("[fill=\"\(theme.background.hex)\"] { fill: \(other.background.hex) }"))
    #expect(SVGReader(Array(svg.utf8)).error == nil)
  }

  @Test func compressedIsTheSame() throws {
    let picture = try Picture(of: randomDrawing(seed: 6, nodes: 500, edges: 900))
    let bytes = picture.svgBytes(isCompressed: true)
    #expect(bytes.starts(with: [0x1F, 0x8B]) && bytes.count < picture.svgBytes().count / 2)
    #expect(bytes == picture.svgBytes(isCompressed: true))
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "picture-\(UUID().uuidString).svgz")
    defer { try? FileManager.default.removeItem(at: file) }
    try picture.write(to: file.path)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let unpacked = try #require(try pipe.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    #expect(Array(unpacked) == picture.svgBytes())
  }

  @Test func sameBytes() throws {
    var drawing = randomDrawing(seed: 3, nodes: 3000, edges: 9000)
    drawing.labels = (0..<3000).map(String.init)
    drawing.nodeColors = Palette.colors(byGroup: try drawing.topology.degrees()).colors
    drawing.colorEdgesByNodes()
    let first = try Picture(of: drawing).svgBytes()
    for _ in 0..<3 { #expect(try Picture(of: drawing).svgBytes() == first) }
  }

  @Test(arguments: [
    (0.0, "0"), (1, "1"), (-1, "-1"), (0.5, ".5"), (-0.05, "-.05"), (12.344, "12.34"),
    (100, "100"), (-0.001, "0"), (1e300, "10000000"), (99.999, "100"), (10.1, "10.1"),
  ])
  func numbersAreShort(value: Double, text: String) {
    #expect(SVGText.number(value) == text)
  }

  /// Follows the numbers of paths as a browser would, and compares with the picture.
  @Test(arguments: [(200, 400), (3000, 9000)])
  func pathsSayWhereThingsAre(nodes: Int, edges: Int) throws {
    let drawing = randomDrawing(seed: 9, nodes: nodes, edges: edges)
    var options = Picture.Options()
    options.levelOfDetail = .everything
    let picture = try Picture(of: drawing, options)
    let reader = SVGReader(picture.svgBytes())
    let isLine = { (attributes: [String: String]) in
      attributes["fill"] == nil && attributes["stroke-linecap"] == nil
        && attributes["class"] != "head"
    }
    let starts = reader.all("path").filter(isLine).flatMap { PathReader($0["d"] ?? "").pieces }
    let curves = picture.curves
    try #require(starts.count == curves.count)
    for (piece, curve) in zip(starts, curves) {
      #expect((piece.start - curve.start).length < 0.08)
      #expect((piece.end - curve.end).length < 0.08)
    }
  }
}

/// Reads the path commands M m l q c, with their short forms.
private struct PathReader {
  var pieces: [(start: SIMD2<Double>, end: SIMD2<Double>)] = []

  init(_ text: String) {
    var here = SIMD2<Double>.zero
    var rest = Substring(text)
    while let command = rest.first {
      let end = rest.dropFirst().firstIndex { $0.isLetter } ?? rest.endIndex
      let numbers = Self.numbers(rest.dropFirst()[..<end])
      rest = rest[end...]
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        SIMD2(numbers[$0], numbers[$0 + 1])
      }
      var ends = points[...]
      if command == "M" || command == "m" {
        here = command == "M" ? points[0] : here + points[0]
        ends = points.dropFirst()
      } else if command == "q" || command == "c" {
        ends = points.suffix(1)
      }
      for step in ends {
        pieces.append((here, here + step))
        here += step
      }
    }
  }

  private static func numbers(_ text: Substring) -> [Double] {
    text.replacing("-", with: " -").split(separator: " ").compactMap {
      Double($0.replacing("-.", with: "-0."))
    }
  }
}
