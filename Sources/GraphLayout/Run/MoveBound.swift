import ForceSimulation

/// A bound on moves: nodes stay within a distance of given positions.
struct MoveBound<Vector: LayoutVector> {
  /// The positions; nil for nodes without a bound.
  var places: [Vector?]
  var distance: Double

  /// Returns the bound with lengths multiplied by `factor`.
  func scaled(by factor: Double) -> MoveBound {
    MoveBound(places: places.map { $0.map { $0 * factor } }, distance: distance * factor)
  }

  /// Moves nodes that are too far away straight back, to just within the distance.
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

  /// The same bound as a force of a simulation. It must be the last one.
  var force: AnchorForce<Vector> {
    AnchorForce(places: places, distance: distance, strength: 0)
  }
}
