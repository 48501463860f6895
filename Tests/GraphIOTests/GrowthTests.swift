import Testing

@testable import GraphIO
@testable import graphio_growth

/// The constructs whose work scripts/guard-growth counts contain what their names say.
struct GrowthTests {
  @Test(arguments: Construct.all)
  func constructsAreRead(construct: Construct) {
    #expect(message(construct.bytes(50), construct.format) == "no error")
  }

  @Test(arguments: ConstructFamily.all.flatMap { $0.nested + $0.beside(size: 50) })
  func pairsAreRead(construct: Construct) {
    #expect(message(construct.bytes(100), construct.format) == "no error")
  }

  /// Escapes in labels were copied with the whole label, each.
  @Test func escapesInLabels() throws {
    for escape in ["\\|", "\\N", "\\n", "\\x", "é"] {
      let label = String(repeating: escape, count: 400_000)
      let found = try graph("graph { a [label=\"\(label)\"] }", .dot).nodeAttributes["label", 0]
      let meaning = ["\\N": "a", "\\n": "\n"][escape] ?? escape
      #expect(found == .string(String(repeating: meaning, count: 400_000)))
    }
  }
}
