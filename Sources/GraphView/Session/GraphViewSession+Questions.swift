import FileWriting
import GraphModel

// Queries of viewers about nodes.

/// The response to `find`.
struct Found: Encodable, Hashable {
  var nodes: [Int]
  /// The displayed labels; empty for none.
  var labels: [String]
  var ids: [String]
}

/// All names of nodes.
private struct NodeNames: Sendable {
  /// The displayed labels, and those of the graph; empty for none.
  var shown: [String]
  var own: [String]
  var ids: Graph.NodeIDs

  func find(_ text: String, limit: Int) -> Found {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return Found(nodes: [], labels: [], ids: []) }
    // Results are grouped by quality: equal, prefix, substring.
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

/// The response to `details`.
struct Details: Encodable, Hashable {
  var id: String
  var label: String
  var attributes: [[String]]
  var neighbours: Int
}

/// The answer to `status`.
struct RunStatus: Encodable, Hashable {
  var tick: UInt64
  var alpha: Double
  /// The measured error of each many-body force with an accuracy, at its last tick, relative to the
  /// root mean square of its forces.
  var errors: [String: Double]
  /// The errors in words, a line for each force.
  var text: String
}

/// Returns a number with one decimal and its exponent: `3.1e-04`.
private func scientific(_ number: Double) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
    _ = withVaList([number]) { vsnprintf(text.baseAddress, text.count, "%.1e", $0) }
    return text.baseAddress.map { String(cString: $0) } ?? ""
  }
}

extension GraphViewSession {
  /// Returns the tick, alpha and the measured errors of many-body forces.
  func status() async -> RunStatus {
    let kinetics = await live.kinetics
    let errors = kinetics.manyBodyErrors
    let lines = errors.sorted { $0.key < $1.key }.map { name, error in
      "\(name): error \(scientific(error))"
    }
    return RunStatus(
      tick: kinetics.tickCount, alpha: Double(kinetics.alpha), errors: errors,
      text: lines.joined(separator: "\n"))
  }

  /// Returns the nodes whose displayed label, original label or id contains a text: exact matches
  /// first, then prefixes, then other matches, each by index.
  func find(_ command: TextCommand) async throws -> Found {
    let text = try needed(command.text, "text", command)
    let limit = command.limit ?? 20
    guard (1...1000).contains(limit) else {
      throw GraphViewError.outOfRange("limit", value: "\(limit)", allowed: "from 1 to 1000")
    }
    let names = NodeNames(shown: shown.labels, own: snapshot.labels, ids: snapshot.graph.nodeIDs)
    // The search runs outside the session, as it takes a second for a million names.
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

  /// Sends the labels of nodes, or the ids of those without a label.
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
    let columns = try await ShownLooks.columns(choice, of: snapshot.graph, options)
    guard epoch == begin, let column = columns.color?.column else {
      throw GraphViewError.impossible("the graph has changed meanwhile; ask again")
    }
    return ColumnMessage(column).bytes(request: command.id ?? 0)
  }
}
