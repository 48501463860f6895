import ForceSimulation

/// Shortens steps so that no node passes through an edge, in two dimensions. A drawing without
/// crossings remains without crossings. It must be the last of the forces.
///
/// A line halfway between a node and the nearest point of an edge separates the two. Neither may
/// step over it, so they stay apart while they move. The component of a step that would cross such
/// a line is removed, so that nodes slide along it; steps that are still too long are then scaled.
/// (Bertault 2000, doi:10.1016/S0020-0190(00)00042-9, bounds the lengths of steps in eight sectors
/// around a node instead.)
struct CrossingGuard<Vector: LayoutVector>: Force {
  private let near: NearEdges<Vector>
  /// What a node moves by in a tick, as a part of its velocity.
  private let velocityDecay: Double

  /// The distance from an edge below which a node does not approach it, in the unit of the forces.
  private static var leastDistance: Double { 0.02 }

  init(_ graph: LevelGraph, velocityDecay: Double) {
    near = NearEdges(links: graph.ends())
    self.velocityDecay = velocityDecay
  }

  /// A line that a node may not step over.
  private struct Bound {
    var node: Int32
    /// Across the line, away from the node.
    var normal: SIMD2<Double>
    var distance: Double
  }

  @_specialize(where Vector == SIMD2<Double>)
  func apply(to step: inout StepContext<Vector>) {
    let positions = step.position.asArray()
    let decay = velocityDecay
    step.velocity.withUnsafeMutableBufferPointer { velocity in
      var steps = velocity.map { SIMD2($0[0], $0[1]) * decay }
      for node in shorten(&steps, from: positions) {
        (velocity[node][0], velocity[node][1]) = (steps[node].x / decay, steps[node].y / decay)
      }
    }
  }

  /// Shortens steps and returns the affected nodes, some of them repeatedly.
  /// O(nodes + edges), and at most 1,000 tests for each of them.
  @_specialize(where Vector == SIMD2<Double>)
  func shorten(_ steps: inout [SIMD2<Double>], from positions: [Vector]) -> [Int] {
    let bounds = bounds(positions, steps)
    if bounds.isEmpty { return [] }
    for _ in 0..<2 {
      for bound in bounds {
        let excess = (steps[Int(bound.node)] * bound.normal).sum() - bound.distance
        if excess > 0 { steps[Int(bound.node)] -= bound.normal * excess }
      }
    }
    var factors = [Double](repeating: 1, count: steps.count)
    for bound in bounds {
      let ahead = (steps[Int(bound.node)] * bound.normal).sum()
      if ahead > bound.distance {
        factors[Int(bound.node)] = min(factors[Int(bound.node)], bound.distance / ahead)
      }
    }
    for node in factors.indices where factors[node] < 1 { steps[node] *= factors[node] }
    return bounds.map { Int($0.node) }
  }

  /// Returns the lines that nodes could reach; none where nodes are so crowded that there would be
  /// too many, so that this tick is not guarded. Shortened steps are not longer than the original
  /// ones, so no further lines are needed.
  @_specialize(where Vector == SIMD2<Double>)
  private func bounds(_ positions: [Vector], _ steps: [SIMD2<Double>]) -> [Bound] {
    let lengths = steps.map { ($0 * $0).sum().squareRoot() }
    guard let longest = lengths.max(), longest > 0, longest.isFinite else { return [] }
    var bounds: [Bound] = []
    let isComplete = near.forEach(positions, within: 2 * longest + Self.leastDistance) {
      node, edge, way, distance in
      let room = max(0, (distance - Self.leastDistance) / 2)
      let normal = distance > 0 ? way / distance : SIMD2(1, 0)
      if lengths[node] > room {
        bounds.append(Bound(node: Int32(node), normal: normal, distance: room))
      }
      for end in [near.links[edge].first, near.links[edge].second] where lengths[Int(end)] > room {
        bounds.append(Bound(node: end, normal: -normal, distance: room))
      }
    }
    guard isComplete else { return [] }
    return bounds
  }
}

extension LevelGraph {
  /// The ends of its edges, each once. O(nodes + edges).
  func ends() -> [(first: Int32, second: Int32)] {
    links().map { (Int32($0.source), Int32($0.target)) }
  }
}
