import ForceSimulation

/// Nodes that stay within a distance of places of their own.
struct MoveBound<Vector: LayoutVector> {
  /// nil for a node that may go anywhere.
  var places: [Vector?]
  var distance: Double

  /// In another unit: one that is `factor` of the old one's lengths.
  func scaled(by factor: Double) -> MoveBound {
    MoveBound(places: places.map { $0.map { $0 * factor } }, distance: distance * factor)
  }

  /// Moves nodes that are too far away straight back, to a hair within the distance.
  func apply(to positions: inout [Vector]) {
    for node in positions.indices {
      guard let place = places[node] else { continue }
      let move = positions[node] - place
      let length = move.length()
      if length > distance {
        positions[node] = place + move * (distance * (1 - 1e-9) / length)
      }
    }
  }

  /// The same bound for the ticks of a simulation. To be the last of its forces.
  var force: AnchorForce<Vector> {
    AnchorForce(places: places, distance: distance, strength: 0)
  }
}
