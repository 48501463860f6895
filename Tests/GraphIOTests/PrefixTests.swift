import Testing

@testable import GraphIO

/// Files that are truncated, damaged, or of another format than declared give a graph or an error
/// message, never a crash or a hang. The compiler ensures that readers throw only GraphFileError.
struct PrefixTests {
  @Test(arguments: Fixture.graphs)
  func everyPrefixParsesOrThrows(name: String) throws {
    let bytes = try Fixture.bytes(name)
    var parsed = 0
    var complaints: Set<String> = []
    for length in 0...bytes.count {
      do throws(GraphFileError) {
        _ = try GraphReader().read(Array(bytes[..<length]), name: name)
        parsed += 1
      } catch {
        #expect(error.file == name)
        complaints.insert(error.description)
      }
    }
    #expect(parsed > 0, "the whole file has to parse")
    // An edge list may end after any line.
    #expect(!complaints.isEmpty)
  }

  @Test(arguments: Fixture.tables)
  func everyPrefixOfPositionsParsesOrThrows(name: String) throws {
    let bytes = try Fixture.bytes(name)
    var parsed = 0
    for length in 0...bytes.count
    where (try? NodePositionTable(Array(bytes[..<length]), name: name)) != nil {
      parsed += 1
    }
    #expect(parsed > 0)
    #expect(parsed < bytes.count)
  }

  /// The reader gets pieces in which every byte is the first, and the last, of one.
  @Test(arguments: Fixture.graphs.filter { !$0.hasSuffix("gz") })
  func piecesOfAnySizeGiveTheSame(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let whole = try GraphReader().read(bytes, name: name)
    for size in [1, 2, 3, 7, 64] {
      let result = try GraphReader().read(Dribble(bytes, size), name: name)
      // Text, as nodes without a place have NaN there.
      #expect("\(result)" == "\(whole)")
    }
  }

  @Test(arguments: GraphFormat.all)
  func everyFileAsEveryFormat(format: GraphFormat) throws {
    for name in Fixture.graphs + Fixture.tables + ["README.md"] {
      _ = try? GraphReader(format: format).read(Fixture.bytes(name), name: name)
      let zeros = [UInt8](repeating: 0, count: 100)
      _ = try? GraphReader(format: format).read(zeros, name: "zeros")
    }
  }

  private final class Dribble: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int
    init(_ bytes: [UInt8], _ size: Int) {
      rest = bytes[...]
      self.size = size
    }
    func read(into buffer: inout [UInt8]) -> Int {
      let piece = rest.prefix(min(size, buffer.count))
      buffer.replaceSubrange(0..<piece.count, with: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }
}
