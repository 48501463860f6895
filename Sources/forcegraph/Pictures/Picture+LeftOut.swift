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
    if groupsWithoutHull > 0 {
      let groups = groupsWithoutHull == 1 ? "one group has" : "\(groupsWithoutHull) groups have"
      parts.append("\(groups) no hull, which would contain more nodes of others than its own")
    }
    if keyIsLeftOut { parts.append("no room for the key (a greater --width has some)") }
    if labelsShortened > 0, labelsDrawn <= Self.countedNames {
      parts.append("\(labelsShortened) \(labelsShortened == 1 ? "name" : "names") shortened")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns a description of the edges that are drawn along others, or why none is.
  ///
  /// - Parameter areRouted: true if the layout has routed the edges.
  func bundling(edgeCount: Int, areRouted: Bool) -> String {
    if edgesBundled > 0 {
      return "\(edgesBundled) of \(edgeCount) edges follow paths of shorter ones (--bundle)"
    }
    let reason =
      if areRouted {
        "the layout has routed them"
      } else if edgeCount > Picture.Options.bundledEdgeLimit {
        "there are more than \(Picture.Options.bundledEdgeLimit) (--backbone leaves fewer)"
      } else {
        "none has a path of shorter ones that is at most half as long again"
      }
    return "--bundle changes no edge: \(reason)"
  }

  /// The number of labels above which missing ones are not reported, as no one expects to read them
  /// all.
  private static let countedNames = 500

  private static func reasons(_ reasons: [(count: Int, words: String)]) -> String? {
    let given = reasons.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }
    return given.isEmpty ? nil : given.joined(separator: ", ")
  }
}
