import CZlib
import Foundation
import GraphIO
import GraphModel
import GraphRendering
import Testing
import _TestSupport

@testable import GraphView

@Suite("A graph as one file")
struct ExportTests {
  /// The records of a file: 0 and the text, or 1 and the bytes.
  static func records(_ html: [UInt8]) throws -> [(type: UInt8, bytes: [UInt8])] {
    let text = String(decoding: html, as: UTF8.self)
    let match = try #require(text.firstMatch(of: /id="data">([A-Za-z0-9+\/=]*)<\/script>/))
    let packed = Array(try #require(Data(base64Encoded: String(match.1))))
    var length = UInt(packed.count * 20 + 1_000_000)
    var bytes = [UInt8](repeating: 0, count: Int(length))
    #expect(uncompress(&bytes, &length, packed, UInt(packed.count)) == Z_OK)
    var found: [(UInt8, [UInt8])] = []
    var at = 0
    while at < Int(length) {
      let count = (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
      found.append((bytes[at + 4], Array(bytes[at + 8..<at + 8 + count])))
      at += 8 + (count + 3) / 4 * 4
    }
    return found
  }

  private func file(_ change: (inout GraphViewOptions) -> Void = { _ in }) async throws -> [UInt8] {
    var graph = try Sample.graph()
    graph.positions = .plane((0..<10).map { SIMD2(Double($0), 1) })
    var options = GraphViewOptions(title: "{{DATA}}</script><script>alert('x')//\u{202E}\u{0}")
    change(&options)
    return try await GraphSnapshot(graph).html(options: options)
  }

  @Test("it has hello, the graph, labels, exact positions and a column for each attribute")
  func contents() async throws {
    let records = try Self.records(await file())
    #expect(records.map(\.type) == [0, 1, 1, 1, 1, 1])
    let hello = try #require(
      try JSONSerialization.jsonObject(with: Data(records[0].bytes)) as? [String: Any])
    #expect(hello["standalone"] as? Bool == true && hello["nodes"] as? Int == 10)
    let attributes = try #require(hello["attributes"] as? [[String: Any]])
    #expect(attributes.map { $0["name"] as? String } == ["group", "weight"])
    #expect((hello["layouts"] as? [Any])?.isEmpty == true)
    #expect(records.dropFirst().map { $0.bytes[0] } == [1, 4, 2, 6, 6])
    #expect(records[3].bytes[1] == 5)
    #expect(records[4].bytes[12] == 0 && records[5].bytes[12] == 1)
    // y of files points up, y of pages down.
    #expect(Array(records[3].bytes[52..<56]) == [0, 0, 0x80, 0xBF])
  }

  @Test("links have their attributes and weights; the page can colour and size as the program")
  func links() async throws {
    var graph = try Sample.graph()
    graph.positions = .plane((0..<10).map { SIMD2(Double($0), 1) })
    graph.weights = (0..<9).map { Double($0) + 0.5 }
    graph.edgeAttributes.set("kind", .strings((0..<9).map { $0 == 4 ? nil : "road" }))
    var options = GraphViewOptions()
    options.theme = .dark
    let records = try Self.records(
      await GraphSnapshot(graph).html(options: options))
    let hello = try #require(
      try JSONSerialization.jsonObject(with: Data(records[0].bytes)) as? [String: Any])
    let attributes = try #require(hello["attributes"] as? [[String: Any]])
    #expect(attributes.map { $0["name"] as? String } == ["group", "weight", "kind", "weight"])
    #expect(attributes.map { $0["of"] as? String } == ["nodes", "nodes", "links", "links"])
    let columns = records.suffix(4).map(\.bytes)
    #expect(columns.map { $0[12] } == [0, 1, 2, 3])
    // One value: its count and end, "road", and nine indices.
    #expect(columns[2].count == 64)
    #expect(columns[3].count == 52 && Array(columns[3][16..<20]) == [0, 0, 0, 0x3F])
    let palette = try #require(hello["palette"] as? [String: Any])
    let (scale, groups) = (palette["scale"] as? [String], palette["groups"] as? [String])
    #expect(groups == Palette.categorical.map(\.hex) && scale?.count == 9)
    #expect(palette["other"] as? String == Palette.other.hex)
    #expect(palette["missing"] as? String == Palette.missing.hex)
    #expect((palette["radii"] as? [Double]) == [3, 12])
    // The same colours as of a session.
    let session = try await Sample.session(graph) {
      $0.theme = .dark
      $0.colorBy = "weight"
    }
    let colors = await session.shown.looks.nodeColors
    #expect(scale?.first == RGBColor(word: colors[0]).hex)
    #expect(scale?.last == RGBColor(word: colors[9]).hex)
    await session.close()
  }

  @Test("a graph of 59,414 nodes and 264,053 links takes at most 2.2 MB")
  func large() async throws {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    var graph = try Graph(contentsOf: parts.joined(separator: "/") + "/Examples/debian.edges.gz")
    #expect(graph.nodeCount == 59_414 && graph.edgeCount == 264_053)
    // Random places have more bits than those of any layout.
    var random = SplitMix64(seed: 18)
    graph.positions = .plane(
      (0..<graph.nodeCount).map { _ in
        SIMD2(Double.random(in: 0...9000, using: &random), .random(in: 0...9000, using: &random))
      })
    let html = try await GraphSnapshot(graph).html()
    #expect(html.count <= 2_200_000, "\(html.count)")
    let records = try Self.records(html)
    #expect(records[3].bytes.count == 48 + 4 * graph.nodeCount)
  }

  @Test("names end no script, and the policy lets nothing through")
  func security() async throws {
    let text = String(decoding: try await file(), as: UTF8.self)
    #expect(!text.contains("<script>alert") && !text.contains("\u{202E}"))
    #expect(text.contains("{{DATA}}&lt;/script&gt;&lt;script&gt;alert(&#39;x&#39;)//"))
    #expect(text.contains("default-src &#39;none&#39;") && text.contains("worker-src blob:;"))
    #expect(!text.replacing("&#39;wasm-unsafe-eval&#39;", with: "").contains("unsafe"))
    #expect(text.contains("connect-src &#39;none&#39;"))
    // The one address is the name of SVG's elements, which nothing is fetched from.
    let names = text.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!names.contains("http://") && !names.contains("https://"))
  }

  @Test("the same graph gives the same bytes; only what is asked for is in it")
  func determinism() async throws {
    #expect(try await file() == file())
    let few = try Self.records(await file { $0.exportedAttributes = ["group"] })
    #expect(few.count == 5)
    await #expect(throws: GraphViewError.self) {
      try await GraphSnapshot(Sample.graph()).html()
    }
    await #expect(throws: GraphViewError.self) { try await file { $0.colorBy = "nothing" } }
  }
}
