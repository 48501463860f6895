import ForceSimulation
import GraphRendering

/// A declared graph whose marks have been collected. A value that may be sent anywhere, and compared:
/// two are equal when they show the same, whatever their forces are.
public struct CollectedGraph<NodeID: Hashable & Sendable>: Sendable, Equatable {
  /// The nodes and links with their looks.
  public let snapshot: GraphSnapshot<NodeID>
  /// Whether it runs, and what a view says of it.
  public let states: ForceDirectedGraphState
  let force: SealedForceDescriptor<NodeID>
  let ticksPerSecond: Double
  let newNodeStates: (@Sendable (NodeID) -> KineticState?)?

  public static func == (left: Self, right: Self) -> Bool {
    left.states === right.states && left.snapshot == right.snapshot
  }

  /// The states of new nodes as arrays for a simulation; nil where nobody says any.
  func starts() throws(GraphViewError) -> [KineticState?]? {
    guard let newNodeStates else { return nil }
    var states: [KineticState?] = []
    for id in snapshot.ids {
      let state = newNodeStates(id)
      if let state,
        !state.position.isFinite || !state.velocity.isFinite || state.fixation?.isFinite == false
      {
        throw .outOfRange("the state of \"\(id)\"", value: "\(state)", allowed: "finite")
      }
      states.append(state)
    }
    return states
  }
}

extension ForceDirectedGraph {
  /// The graph with its marks collected.
  ///
  /// - Throws: what `snapshot(theme:)` throws.
  /// - Complexity: O(marks).
  public func collected(
    theme: ViewTheme = .auto
  ) throws(GraphViewError) -> CollectedGraph<NodeID> {
    CollectedGraph(
      snapshot: try snapshot(theme: theme), states: states, force: force,
      ticksPerSecond: ticksPerSecond, newNodeStates: newNodeStates)
  }
}
