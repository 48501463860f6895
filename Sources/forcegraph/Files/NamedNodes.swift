import CommandLineSupport
import Graphs

extension Graph {
  /// Returns the node that an option names: by its id, else by its name in pictures if that is
  /// unique.
  func node(named text: String, _ option: String) throws(Failure) -> Int {
    if let node = nodeIDs.index(of: text) { return node }
    let names = nodeNames
    let found = names.indices.filter { ExactText(names[$0]) == ExactText(text) }
    if found.count == 1, !text.isEmpty { return found[0] }
    if found.count > 1, !text.isEmpty {
      throw .usage(
        "\(option) \(text): \(found.count) nodes are called that; their ids are "
          + "\(Self.some(found.map { nodeIDs[$0] })).")
    }
    // With more words, suggestions would be slow and not useful.
    let words = Array(nodeIDs.prefix(1000)) + names.prefix(1000)
    let near = Suggestion.sentence(for: text, among: words)
    let nodes = nodeCount == 0 ? "none" : Self.some(nodeIDs.prefix(4))
    throw .usage(
      "\(option) \(text): there is no such node; nodes are \(nodes)"
        + (near.isEmpty && nodeCount > 0 ? "" : ".") + near)
  }

  /// Returns the first three ids, and dots if there are more.
  private static func some(_ ids: some Collection<String>) -> String {
    ids.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ") + (ids.count > 3 ? ", ..." : "")
  }
}
