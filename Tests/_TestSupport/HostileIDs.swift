import Foundation

/// Ids that Swift's comparison of strings, or a comparison by characters instead of bytes,
/// confuses: several spellings of a character, accents after commas and quotes, and line ends. The
/// tests of the page read the same file.
public enum HostileIDs {
  /// Each with the cell that it is in files with separators.
  public static let cells: [(id: String, cell: String)] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appending(path: "GraphIOTests/Fixtures/hostile-ids.json")
    do {
      let rows = try JSONDecoder().decode([[String]].self, from: Data(contentsOf: file))
      return rows.map { (id: $0[0], cell: $0[1]) }
    } catch { fatalError("\(file.path): \(error)") }
  }()

  /// All of them: no two have the same bytes.
  public static var all: [String] { cells.map(\.id) }
}

/// Returns the UTF-8 bytes of texts.
public func bytes(of texts: some Sequence<String>) -> [[UInt8]] { texts.map { Array($0.utf8) } }
