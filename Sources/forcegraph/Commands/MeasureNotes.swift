import CommandLineSupport
import Graphs

extension Graph {
  /// Returns notes on features of the graph that some measures count in an unexpected way.
  func notes(on measures: [NodeMeasure]) -> [String] {
    [
      parallelNote(
        Self.names(
          [
            .degree, .community, .pageRank, .coreNumber, .inDegree, .outDegree, .strength,
            .eigenvector, .hub, .authority,
          ], of: measures)),
      weightNote(
        Self.names([.community, .pageRank, .eigenvector, .hub, .authority], of: measures)),
    ].compactMap { $0 }
  }

  /// Which of some measures that were added have no values, in a sentence.
  func note(onMissing measures: [NodeMeasure]) -> String? {
    let missing = measures.filter { measure in
      guard let column = nodeAttributes[measure.id], column.count > 0 else { return false }
      return (0..<column.count).allSatisfy { column[$0] == nil }
    }
    guard let names = Self.names(missing, of: missing) else { return nil }
    return
      "\(names) \(missing.count == 1 ? "has" : "have") no values: the iteration does not settle, as "
      + "in a graph without cycles"
  }

  /// What an option that takes attributes and measures means, where a word is the name of both.
  func note(onHidden word: String?, _ option: String) -> String? {
    guard let word, nodeAttributes[word] != nil, NodeMeasure(word) != nil else { return nil }
    return
      "\(option) \(word) is the attribute of the file; \(NodeMeasure.prefix)\(word) computes it "
      + "anew"
  }

  private static func names(_ some: [NodeMeasure], of measures: [NodeMeasure]) -> String? {
    let names = some.filter { measures.contains($0) }.map(\.id)
    guard let last = names.last else { return nil }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
  }

  private func parallelNote(_ measures: String?) -> String? {
    guard let measures else { return nil }
    let firsts = topology.firstParallelEdges
    let pairs = Set(firsts.indices.filter { Int(firsts[$0]) < $0 }.map { firsts[$0] })
    guard let pair = pairs.min() else { return nil }
    let some = pairs.count == 1 ? "one pair of nodes has" : "\(pairs.count) pairs of nodes have"
    return "\(some) parallel edges, such as \(ends(Int(pair))); \(measures) count each of them "
      + "(--merge-edges makes one of them)"
  }

  private func weightNote(_ measures: String?) -> String? {
    guard let measures else { return nil }
    if weights == nil, let column = edgeAttributes["weight"],
      let row = (0..<column.count).first(where: { column[$0] != nil }), let value = column[row]
    {
      return "the attribute \"weight\" of edges is no number but of type \(column.type), such as "
        + "\"\(value)\"; in \(measures) all edges count the same"
    }
    let useless = edgesWithUselessWeight
    guard let edge = useless.first, let weight = weights?[edge] else { return nil }
    let some = useless.count == 1 ? "one edge has a weight" : "\(useless.count) edges have weights"
    return "\(some) below 0 or not finite, such as \(weight) of \(ends(edge)); in \(measures) it "
      + "counts as 1 (--unweighted lets all edges count the same)"
  }

  private func ends(_ edge: Int) -> String {
    let ids = [sources[edge], targets[edge]].map { "\"\(nodeIDs[Int($0)])\"" }
    return ids.joined(separator: isDirected ? " to " : " and ")
  }
}
