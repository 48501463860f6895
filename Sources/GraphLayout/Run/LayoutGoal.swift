/// What a drawing is for: what it keeps where it cannot keep all.
public enum LayoutGoal: String, Sendable, Hashable, CaseIterable {
  /// Nodes are as far apart as the shortest path between them is long (stress,
  /// `LayoutMetrics.stress`).
  case distances
  /// Nodes are near those that they have edges with (`LayoutMetrics.neighborhoodPreservation`).
  case neighborhoods
  /// Groups that are tied among themselves are dense and apart from others.
  case clusters
  /// Branches, rings and long shapes show, as in trees and other sparse graphs; what is many edges apart is apart
  /// (`LayoutMetrics.neighborhoodPreservation(_:_:hops:sampledNodes:seed:)`). Twigs are dense.
  case structure
}
