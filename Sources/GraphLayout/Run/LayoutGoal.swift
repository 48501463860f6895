/// The purpose of a drawing: the property that it preserves where it cannot preserve all.
public enum LayoutGoal: String, Sendable, Hashable, CaseIterable {
  /// Distances: nodes are as far apart as their shortest path is long (stress,
  /// `LayoutMetrics.stress`).
  case distances
  /// Neighbourhoods: adjacent nodes are close together (`LayoutMetrics.neighborhoodPreservation`).
  case neighborhoods
  /// Clusters: densely connected groups are compact and separate from others.
  case clusters
  /// Structure: branches, rings and elongated shapes are visible, as in trees and other sparse
  /// graphs; nodes many hops apart are far apart
  /// (`LayoutMetrics.neighborhoodPreservation(_:_:hops:sampledNodes:seed:)`). Small branches are
  /// dense.
  case structure
}
