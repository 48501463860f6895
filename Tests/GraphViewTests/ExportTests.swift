import CZlib
import Foundation
import GraphModel
import Testing

@testable import GraphView

@Suite("A graph as one file")
struct ExportTests {
  /// The records of a file: 0 and the text, or 1 and the bytes.
  private func records(_ html: [UInt8]) throws -> [(type: UInt8, bytes: [UInt8])] {
    let text = String(decoding: html, as: UTF8.self)
    let match = try #require(text.firstMatch(of: /id="data">([A-Za-z0-9+\/=]*)<\/script>/))
    let packed = Array(try #require(Data(base64Encoded: String(match.1))))
    var length = UInt(packed.count * 200 + 10_000)
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
    let records = try records(await file())
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

  @Test("names end no script, and the policy lets nothing through")
  func security() async throws {
    let text = String(decoding: try await file(), as: UTF8.self)
    #expect(!text.contains("<script>alert") && !text.contains("\u{202E}"))
    #expect(text.contains("{{DATA}}&lt;/script&gt;&lt;script&gt;alert(&#39;x&#39;)//"))
    #expect(text.contains("default-src &#39;none&#39;") && !text.contains("unsafe"))
    #expect(text.contains("connect-src &#39;none&#39;"))
    // The one address is the name of SVG's elements, which nothing is fetched from.
    let names = text.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!names.contains("http://") && !names.contains("https://"))
  }

  @Test("the same graph gives the same bytes; only what is asked for is in it")
  func determinism() async throws {
    #expect(try await file() == file())
    let few = try records(await file { $0.exportedAttributes = ["group"] })
    #expect(few.count == 5)
    await #expect(throws: GraphViewError.self) {
      try await GraphSnapshot(Sample.graph()).html()
    }
    await #expect(throws: GraphViewError.self) { try await file { $0.colorBy = "nothing" } }
  }
}
