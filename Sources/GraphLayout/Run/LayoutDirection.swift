/// The direction of edges in layered layouts and in which trees grow.
///
///     LayoutDirection(rankDirection: "LR")   // right, as Graphviz has it
public enum LayoutDirection: String, Sendable, Hashable, CaseIterable {
  /// A direction; y points up.
  case down, up, right, left

  /// Creates the direction of a value of Graphviz's `rankdir`, in upper or lower case: `TB`, `BT`,
  /// `LR` or `RL`; nil for others.
  package init?(rankDirection: String) {
    guard
      let direction = Self.allCases.first(where: {
        $0.rankDirection == rankDirection.uppercased()
      })
    else { return nil }
    self = direction
  }

  /// The value of Graphviz's `rankdir`: `TB`, `BT`, `LR` or `RL`.
  package var rankDirection: String {
    switch self {
    case .down: "TB"
    case .up: "BT"
    case .right: "LR"
    case .left: "RL"
    }
  }

  /// Whether layers are rows.
  var isUpright: Bool { self == .down || self == .up }
}
