import Foundation
import GraphModel

// What viewers ask about nodes.

/// The answer to `find`.
struct Found: Encodable, Hashable {
  var nodes: [Int]
  /// As they are shown; empty for none.
  var labels: [String]
  var ids: [String]
}

/// All that nodes are called.
private struct NodeNames: Sendable {
  /// The labels as they are shown, and those that the graph has; empty for none.
  var shown: [String]
  var own: [String]
  var ids: Graph.NodeIDs

  func find(_ text: String, limit: Int) -> Found {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return Found(nodes: [], labels: [], ids: []) }
    // By how well they fit: equal, beginning, somewhere.
    var fits: [[Int]] = [[], [], []]
    for node in ids.indices {
      let fit = names(of: node).map { Self.fit($0.lowercased(), wanted) }.min() ?? 3
      if fit < 3, fits[fit].count < limit { fits[fit].append(node) }
    }
    let nodes = Array(fits.joined().prefix(limit))
    func short(_ text: String) -> String { String(text.prefix(LabelsMessage.longest)) }
    return Found(
      nodes: nodes, labels: nodes.map { shown.isEmpty ? "" : short(shown[$0]) },
      ids: nodes.map { short(ids[$0]) })
  }

  private func names(of node: Int) -> [String] {
    var names = [ids[node]]
    if !shown.isEmpty { names.append(shown[node]) }
    if !own.isEmpty, shown.isEmpty || own[node] != shown[node] { names.append(own[node]) }
    return names
  }

  private static func fit(_ name: String, _ wanted: String) -> Int {
    name == wanted ? 0 : name.hasPrefix(wanted) ? 1 : name.contains(wanted) ? 2 : 3
  }
}

/// The answer to `details`.
struct Details: Encodable, Hashable {
  var id: String
  var label: String
  var attributes: [[String]]
  var neighbours: Int
}

extension GraphViewSession {
  /// The nodes whose name as it is shown, label in the graph or id has a text: those where one is
  /// equal to it first, then those where one begins with it, then the others, each by their index.
  func find(_ command: TextCommand) async throws -> Found {
    let text = try needed(command.text, "text", command)
    let limit = command.limit ?? 20
    guard (1...1000).contains(limit) else {
      throw GraphViewError.outOfRange("limit", value: "\(limit)", allowed: "from 1 to 1000")
    }
    let names = NodeNames(shown: shown.labels, own: snapshot.labels, ids: snapshot.graph.nodeIDs)
    // Off the session: of a million names this takes a second.
    return await Task.detached { names.find(text, limit: limit) }.value
  }

  func details(_ command: TextCommand) throws -> Details {
    let graph = snapshot.graph
    func texts(_ table: AttributeTable, _ row: Int) -> [[String]] {
      table.columns.compactMap { column in
        column[row].map { [column.name, String($0.description.prefix(2000))] }
      }
    }
    if let index = command.node {
      let node = try node(index)
      var neighbours: Set<Int32> = []
      for link in 0..<graph.edgeCount {
        if Int(graph.sources[link]) == node { neighbours.insert(graph.targets[link]) }
        if Int(graph.targets[link]) == node { neighbours.insert(graph.sources[link]) }
      }
      neighbours.remove(Int32(truncatingIfNeeded: node))
      return Details(
        id: graph.nodeIDs[node], label: shown.labels.isEmpty ? "" : shown.labels[node],
        attributes: texts(graph.nodeAttributes, node), neighbours: neighbours.count)
    }
    let link = try link(try needed(command.link, "node\" or \"link", command))
    let ends = [graph.sources[link], graph.targets[link]].map { graph.nodeIDs[Int($0)] }
    var attributes = texts(graph.edgeAttributes, link)
    if let weight = graph.weights?[link] { attributes.insert(["weight", "\(weight)"], at: 0) }
    let arrow = graph.isDirected ? "→" : "–"
    return Details(
      id: graph.edgeAttributes[StandardAttribute.edgeID, link]?.description ?? "",
      label: "\(ends[0]) \(arrow) \(ends[1])", attributes: attributes, neighbours: 2)
  }

  /// Sends the names of nodes; where they have none, their ids.
  func sendLabels(_ command: TextCommand, _ viewer: Int) throws {
    let nodes = try nodes(command)
    let labels = shown.labels
    let texts = nodes.map { node in
      labels.isEmpty || labels[node].isEmpty ? snapshot.graph.nodeIDs[node] : labels[node]
    }
    viewers[viewer]?.send(
      .binary(LabelsMessage(nodes: nodes, labels: texts).bytes(epoch: wireEpoch), []))
  }

  func column(_ command: TextCommand) async throws -> [UInt8] {
    let name = try needed(command.name, "name", command)
    let choice = Hello.Looks(color: name, size: nil, labels: nil)
    let begin = epoch
    let columns = try await ShownLooks.columns(choice, of: snapshot.graph, services)
    guard epoch == begin, let column = columns.color?.column else {
      throw GraphViewError.impossible("the graph has changed meanwhile; ask again")
    }
    return ColumnMessage(column).bytes(request: command.id ?? 0)
  }
}
