import Foundation
import Testing
import _TestSupport

@testable import GraphIO

/// Edge lists with names: the equality of names, and their numbering.
struct NameTests {
  /// What a dictionary would give.
  private func numbered(_ names: [String]) -> (numbers: [UInt32], names: [String]) {
    var known: [ExactText: UInt32] = [:]
    var order: [String] = []
    var numbers: [UInt32] = []
    for name in names {
      if known[ExactText(name)] == nil {
        known[ExactText(name)] = UInt32(order.count)
        order.append(name)
      }
      numbers.append(known[ExactText(name)] ?? 0)
    }
    return (numbers, order)
  }

  private func check(_ names: [String]) {
    var table = NameTable()
    for name in names {
      if table.isFull { table.settle() }
      if !table.append(Array(name.utf8)[...]) { table.append(name) }
    }
    table.settle()
    let expected = numbered(names)
    #expect(table.numbers == expected.numbers)
    #expect(table.count == expected.names.count)
    #expect(table.takeNames().map { Array($0.utf8) } == expected.names.map { Array($0.utf8) })
    #expect(table.count == 0)
  }

  @Test func lengths() {
    let letters = String(repeating: "abcdefghijklm", count: 400)
    check(
      (0...40).flatMap { [String(letters.prefix($0)), String(letters.dropFirst().prefix($0))] })
    check((0...40).map { String(repeating: "\0", count: $0) })
    check(
      [letters, "", letters + "x", letters, ""] + (0..<200).map { String(letters.prefix($0 * 26)) })
  }

  /// The first one is at the place that stands for none elsewhere.
  @Test func emptyName() throws {
    check([""])
    check(["", "a", "", ""])
    #expect(try graph("\"\" \"\"\na \"\"\n", .edgeList).edgeIDs == [["", ""], ["a", ""]])
  }

  @Test func many() {
    var state: UInt64 = 1
    check(
      (0..<100_000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return "n\(state >> 50)"
      })
    check((0..<50_000).map { "\($0 % 30_000)" })
    check((0..<20_000).map { $0 % 7 == 0 ? "Zoë\($0 % 900)" : "Zoe\($0 % 800)" })
  }

  @Test func spellings() throws {
    let spelled = [
      "é", "e\u{301}", "x\u{323}\u{307}", "x\u{307}\u{323}", "e", "日本", "e\u{301}", "é",
    ]
    check(spelled)
    check(spelled.reversed())
    // The signs that Unicode has twice, one of them in ASCII.
    let twice = [
      "K", "\u{212A}", ";", "\u{37E}", "`", "\u{1FEF}", "xK", "x\u{212A}", "éK", "é\u{212A}",
    ]
    check(twice)
    check(twice.reversed())
    check(twice + twice)
    let graph = try graph("\u{212A} 1\nK 2\n", .edgeList)
    #expect(bytes(of: graph.nodeIDs) == bytes(of: ["\u{212A}", "1", "K", "2"]))
    check(HostileIDs.all + HostileIDs.all)
  }

  /// Names that come after many integers, and integers after names.
  @Test func namesAmongIntegers() throws {
    let lines = (0..<500).map { $0 % 50 == 49 ? "a\($0) \($0)" : "\($0) \($0 * 7 % 100)" }
    let graph = try graph(lines.joined(separator: "\n"), .edgeList)
    let words = lines.flatMap { $0.split(separator: " ").map(String.init) }
    #expect(graph.edgeIDs.flatMap { $0 } == words)
    #expect(Array(graph.nodeIDs) == numbered(words).names)
  }

  /// What is wrong is said where it is, also when names before it still wait.
  @Test func errorsInOrder() throws {
    let lines = (0..<100).map { "a\($0) b\($0)\n" }.joined()
    let bad = Array((lines + "c ").utf8) + [0xFF, 0x0A] + Array("d\n".utf8)
    #expect(
      message(bad, .edgeList)
        == "file:101:3: found bytes that are not UTF-8, expected UTF-8 text")
    #expect(
      message(lines + "d\n", .edgeList)
        == "file:101:2: found the end of the line, expected the second node of an edge")
    var reader = GraphReader(format: .edgeList)
    for maximum in [1, 5, 63, 64, 65, 199] {
      reader.limits.nodes = maximum
      let error = #expect(throws: GraphFileError.self) { try reader.read(Array(lines.utf8)) }
      #expect(error?.problem == .limit(of: "nodes", maximum: maximum))
      #expect(error?.line == maximum / 2 + 1)
    }
    reader.limits.nodes = 200
    #expect(try reader.read(Array(lines.utf8)).graph.nodeCount == 200)
    // Integers count among the names.
    reader.limits.nodes = 3
    let error = #expect(throws: GraphFileError.self) {
      try reader.read(Array("a 5\n1 1\n1 2\na b\n".utf8))
    }
    #expect(error?.location == FileLocation(line: 3, column: 1))
  }

  /// A cell is as long as it may be, wherever the pieces end in which the file is read.
  @Test func cellsAtTheLimit() throws {
    for piece in [4, 5, 7, 64] {
      for (length, expected) in [(15, "no error"), (16, "no error"), (17, "file:2:19")] {
        for separator in [" ", ","] {
          let text = "a\(separator)b\nc\(separator)\(String(repeating: "x", count: length))\n"
          var limits = ReadLimits()
          limits.textLength = 17
          let bytes = Array(text.utf8)
          let input = FormatInput(
            format: .edgeList, source: MemorySource(bytes), prefix: bytes, name: "file",
            limits: limits, options: EdgeListOptions(), pieceSize: piece)
          var reader = try EdgeListReader(input)
          let result = Result { () throws(GraphFileError) in try reader.read() }
          switch result {
          case .success: #expect(expected == "no error")
          case .failure(let error):
            #expect(
              error.description
                == "\(expected): more than 17 bytes in one line, which is the limit set for reading"
            )
          }
        }
      }
    }
  }
}
