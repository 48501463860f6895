import ForceSimulation
import Foundation
import Scenes
import Testing
import _TestSupport

@Suite(.traced)
struct EdgeListTests {
  private func parse(_ text: String, maximumLinkCount: Int = 1000) throws -> EdgeList {
    try EdgeList(Array(text.utf8), path: "graph.txt", maximumLinkCount: maximumLinkCount)
  }

  private func links(_ pairs: (Int, Int)...) -> [Link<Int>] {
    pairs.map { Link(source: $0.0, target: $0.1) }
  }

  @Test func separatorsCommentsAndLineEndsOfAllKinds() throws {
    let list = try parse(
      "# SNAP style\n% KONECT style\n\n 0 1\n1\t2 # why not\n2,0\r\n2 , 3%\n\t\n3 3\n0 1")
    #expect(list.ids == [0, 1, 2, 3])
    #expect(list.links == links((0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (0, 1)))
  }

  @Test(arguments: ["", "\n", "# nothing", "\r\n\r\n", " \t,\n"])
  func nothingGivesAnEmptyList(text: String) throws {
    let list = try parse(text)
    #expect(list.ids.isEmpty)
    #expect(list.links.isEmpty)
  }

  @Test func byteOrderMarkIsSkipped() throws {
    #expect(try parse("\u{FEFF}0 1").links == links((0, 1)))
  }

  @Test func idsWithGapsAreNumberedInIncreasingOrder() throws {
    let list = try parse("70 5\n\(Int.max) 70\n5 1")
    #expect(list.ids == [1, 5, 70, Int.max])
    #expect(list.links == links((2, 1), (3, 2), (1, 0)))
  }

  /// A text that is wrong, and where and why.
  struct Wrong: CustomTestStringConvertible {
    var text: String
    var line: Int
    var column: Int
    var found: String
    var expected: String
    var testDescription: String { text.debugDescription }
  }

  static let wrongTexts = [
    Wrong(text: "0 1\n1 x2", line: 2, column: 3, found: "\"x2\"", expected: "a second node id"),
    Wrong(text: "0 1\n5", line: 2, column: 2, found: "the end of the file", expected: "a second"),
    Wrong(text: "7\n0 1", line: 1, column: 2, found: "the end of the line", expected: "a second"),
    Wrong(text: "7 # 8", line: 1, column: 3, found: "the end of the line", expected: "a second"),
    Wrong(text: "id,x\n", line: 1, column: 1, found: "\"id\"", expected: "a node id"),
    Wrong(text: "0 1 0.5", line: 1, column: 5, found: "\"0.5\"", expected: "the end of the line"),
    Wrong(text: "\n\n0 -1", line: 3, column: 3, found: "\"-1\"", expected: "a second node id"),
    Wrong(text: "0 1.5", line: 1, column: 3, found: "\"1.5\"", expected: "a second node id"),
    Wrong(text: "12ab 3", line: 1, column: 1, found: "\"12ab\"", expected: "a node id"),
    Wrong(text: "0 \u{E9}", line: 1, column: 3, found: "\"\\xC3\\xA9\"", expected: "a second"),
    Wrong(text: "\u{0}", line: 1, column: 1, found: "\"\\x00\"", expected: "a node id"),
    Wrong(
      text: "0 9223372036854775808", line: 1, column: 3, found: "\"9223372036854775808\"",
      expected: "at most 9223372036854775807"),
    Wrong(
      text: "0 " + String(repeating: "z", count: 1000), line: 1, column: 3,
      found: "\"\(String(repeating: "z", count: 24))\"", expected: "a second node id"),
  ]

  @Test(arguments: wrongTexts)
  func errorsSayWhereAndWhat(wrong: Wrong) throws {
    let error = try #require(throws: EdgeListError.self) { try parse(wrong.text) }
    #expect(error.line == wrong.line)
    #expect(error.column == wrong.column)
    guard case .unexpected(let found, let expected) = error.reason else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(found == wrong.found)
    #expect(expected.contains(wrong.expected))
    #expect(error.description.hasPrefix("graph.txt:\(wrong.line):\(wrong.column): found "))
  }

  @Test func tooManyLinksAreRefused() throws {
    #expect(try parse("0 1\n1 2\n", maximumLinkCount: 2).links.count == 2)
    let error = try #require(throws: EdgeListError.self) {
      try parse("0 1\n1 2\n2 3\n", maximumLinkCount: 2)
    }
    #expect(error.reason == .tooManyLinks(maximum: 2))
    #expect(error.line == 3)
  }

  @Test func everyPrefixParsesOrSaysWhereItIsWrong() {
    let text = Array("\u{FEFF}# h\n0 10\n\n10,2%x\r\n3\t10\n7 7".utf8)
    var readable = 0
    withEvery("length", in: 0...text.count) { length in
      do throws(EdgeListError) {
        let list = try EdgeList(text.prefix(length), path: "prefix")
        #expect(list.links.allSatisfy { list.ids.indices.contains(max($0.source, $0.target)) })
        readable += 1
      } catch {
        #expect((1...6).contains(error.line))
        #expect((1...10).contains(error.column))
      }
    }
    #expect(readable >= 15)
  }

  // MARK: Files

  /// "# a triangle and a tail\n0 1\n1 2\n2 0\n2 3\n", compressed by Python's gzip.
  private static let compressed = Data(
    base64Encoded: """
      H4sIAAAAAAACA1NWSFQoKcpMzEvPSVVIzEsBcRMzc7gMFAy5DBWMuIwUDIDYmAsAt/eUeygAAAA=
      """)

  private func withFile<Result>(_ contents: Data, _ body: (String) throws -> Result) throws
    -> Result
  {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "edge-list-\(UUID().uuidString)")
    try contents.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path(percentEncoded: false))
  }

  @Test func filesMayBeCompressed() throws {
    let expected = links((0, 1), (1, 2), (2, 0), (2, 3))
    let compressed = try #require(Self.compressed)
    for contents in [compressed, Data("0 1\n1 2\n2 0\n2 3".utf8)] {
      let list = try withFile(contents) { try EdgeList(contentsOfFile: $0) }
      #expect(list.links == expected)
    }
  }

  @Test func fileLongerThanTheBufferIsReadWhole() throws {
    let text = (0..<20_000).map { "\($0) \($0 + 1)\n" }.joined()
    try withFile(Data(text.utf8)) { path in
      let scene = try Scene.file(path)
      #expect(scene.nodeCount == 20_001)
      #expect(scene.links == (0..<20_000).map { Link(source: $0, target: $0 + 1) })
      #expect(scene.nodeNames?[12_345] == "12345")
    }
  }

  @Test func compressedFileCutShortIsRefused() throws {
    let compressed = try #require(Self.compressed)
    try withEvery("length", in: 1..<compressed.count) { length in
      try withFile(compressed.prefix(length)) { path in
        let error = #expect(throws: EdgeListError.self) { try EdgeList(contentsOfFile: path) }
        // The first bytes alone do not say that this is gzip, so they are taken as text.
        guard length >= 10 else { return }
        guard case .damaged = error?.reason else {
          Issue.record("another error: \(error.map(String.init(describing:)) ?? "none")")
          return
        }
      }
    }
  }

  @Test func damagedCompressedFileIsRefused() throws {
    var bytes = try #require(Self.compressed)
    bytes[bytes.count - 6] ^= 0x10
    try withFile(bytes) { path in
      let error = try #require(throws: EdgeListError.self) { try EdgeList(contentsOfFile: path) }
      guard case .damaged = error.reason else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(error.description.hasPrefix("\(path): the compressed data is damaged: "))
    }
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    for (path, reason) in [
      ("/no/such/file.txt", "No such file or directory"), ("/", "Is a directory"),
    ] {
      let error = try #require(throws: EdgeListError.self) { try EdgeList(contentsOfFile: path) }
      #expect(error.reason == .unreadable(reason))
      #expect(error.description == "\(path): cannot be read: \(reason)")
    }
  }
}
