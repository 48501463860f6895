import CommandLineSupport
import Graphs

extension Graph {
  /// Returns notes on features of the graph that some measures count in an unexpected way.
  func notes(on measures: [NodeMeasure]) -> [String] {
    [
      parallelNote(Self.names([.degree, .community, .pageRank, .coreNumber], of: measures)),
      weightNote(Self.names([.community, .pageRank], of: measures)),
    ].compactMap { $0 }
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
