import GraphIO

extension GraphFormat {
  static var names: [String] { allCases.map(\.rawValue) }

  /// True if files can say where nodes are.
  var holdsPositions: Bool {
    switch self {
    case .json, .graphML, .gexf, .dot, .gml, .pajek: true
    default: false
    }
  }
}
