/// Something that viewers have done, or that concerns them.
public enum GraphViewEvent<ID: Hashable & Sendable>: Sendable, Hashable {
  /// A node was clicked or tapped.
  case tapped(ID)
  /// These nodes are selected now.
  case selected([ID])
  /// A node is held at a point, in layout units, y down.
  case dragged(ID, x: Double, y: Double)
  /// A held node was let go of; true when it stays pinned.
  case released(ID, isPinned: Bool)
  /// So many viewers are there now.
  case viewers(Int)
  /// Viewers have added or removed nodes or links.
  case edited
  /// A layout has been reached.
  case layout(String)
  /// The simulation runs now, or has been paused or ended.
  case running(Bool)
  /// Viewers look at a step.
  case step(Int)
}
