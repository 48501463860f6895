/// An action of viewers, or a change of the view's state.
public enum GraphViewEvent<ID: Hashable & Sendable>: Sendable, Hashable {
  /// A node was clicked or tapped.
  case tapped(ID)
  /// The selection has changed to these nodes.
  case selected([ID])
  /// A node is held at a point, in layout units, y down.
  case dragged(ID, x: Double, y: Double)
  /// A held node was released; `isPinned` is true if it stays pinned.
  case released(ID, isPinned: Bool)
  /// The number of viewers has changed.
  case viewers(Int)
  /// Viewers have added or removed nodes or links.
  case edited
  /// A layout has been applied.
  case layout(String)
  /// The simulation was resumed (true), or paused or has ended (false).
  case running(Bool)
  /// Viewers have moved to a step.
  case step(Int)
  /// The graph of an observed model is invalid, for the reason that the sentence gives. The
  /// previous graph is kept.
  case failed(String)
}
