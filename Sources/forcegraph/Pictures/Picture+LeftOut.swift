import GraphRendering

extension Picture.Report {
  /// Returns a description of the nodes and edges that a picture does not show, with the reasons;
  /// nil if it shows all. Labels and nodes without a position are not counted.
  func leftOut(nodeCount: Int, edgeCount: Int) -> String? {
    let nodes = Self.reasons([
      (nodesCovered, "lie under others"), (nodesOutside, "lie outside"),
    ])
    let edges = Self.reasons([
      (edgesTooShort, "under their own nodes, or too short to see"), (edgesMerged, "lie on others"),
      (edgesThinned, "left out where very many share a place"), (edgesOutside, "lie outside"),
    ])
    var parts: [String] = []
    if let nodes { parts.append("\(nodesDrawn) of \(nodeCount) nodes drawn (\(nodes))") }
    if let edges { parts.append("\(edgesDrawn) of \(edgeCount) edges drawn (\(edges))") }
    if labelsLeftOut > 0, labelsDrawn + labelsLeftOut <= Self.countedNames {
      parts.append(
        "\(labelsDrawn) of \(labelsDrawn + labelsLeftOut) names drawn (no room for the others)")
    }
    if keyIsLeftOut { parts.append("no room for the key (a greater --width has some)") }
    if labelsShortened > 0, labelsDrawn <= Self.countedNames {
      parts.append("\(labelsShortened) \(labelsShortened == 1 ? "name" : "names") shortened")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The number of labels above which missing ones are not reported, as no one expects to read them
  /// all.
  private static let countedNames = 500

  private static func reasons(_ reasons: [(count: Int, words: String)]) -> String? {
    let given = reasons.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }
    return given.isEmpty ? nil : given.joined(separator: ", ")
  }
}
