/// Finds free places for bodies that the growing forest has not separated, such as those between
/// pins.
struct FreePlaces {
  private let bodies: [OverlapRemoval.Body]
  /// The bodies that stay, and those that have been placed.
  private var grid: OverlapGrid
  private let isHomeless: [Bool]
  /// The candidate offsets: rings around the body, in units of its half size.
  private var rings: [[SIMD2<Double>]] = []
  private var away = 0.0

  /// Selects the bodies to move: the smaller one of each overlapping pair, unless it is pinned.
  init(_ positions: [SIMD2<Double>], _ bodies: [OverlapRemoval.Body], _ isPinned: [Bool]) {
    self.bodies = bodies
    grid = OverlapGrid(positions, bodies)
    var isHomeless = [Bool](repeating: false, count: positions.count)
    _ = grid.forEachPair(positions, inCrowds: .all) { a, b, _ in
      guard !isHomeless[a], !isHomeless[b], !(isPinned[a] && isPinned[b]),
        BodyPair(bodies[a], bodies[b]).overlap(positions[b] - positions[a])
      else { return }
      let (reachA, reachB) = (bodies[a].reach, bodies[b].reach)
      let isFirst = isPinned[b] || (!isPinned[a] && reachA.x * reachA.y < reachB.x * reachB.y)
      isHomeless[isFirst ? a : b] = true
    }
    self.isHomeless = isHomeless
    grid.remove { isHomeless[$0] }
  }

  /// Moves each to the nearest free place that is found.
  consuming func settle(_ positions: inout [SIMD2<Double>]) {
    for body in positions.indices where isHomeless[body] {
      positions[body] = free(for: body, positions)
      grid.enter(body, positions[body], bodies[body])
    }
  }

  private func isFree(_ body: Int, _ place: SIMD2<Double>, _ positions: [SIMD2<Double>]) -> Bool {
    !grid.contains(place, bodies[body]) { other in
      BodyPair(bodies[other], bodies[body]).overlap(place - positions[other])
    }
  }

  private mutating func free(
    for body: Int, _ positions: [SIMD2<Double>]
  ) -> SIMD2<Double> {
    var ring = 0
    while true {
      if ring == rings.count { addRing() }
      for offset in rings[ring] {
        let place = positions[body] + offset * bodies[body].reach
        if isFree(body, place, positions) { return place }
      }
      ring += 1
    }
  }

  /// Adds a ring of candidates. The spacing is at least a quarter of a body, and grows outwards to
  /// keep searches through a crowd short.
  private mutating func addRing() {
    away += max(0.5, away / 8)
    let steps = Int(min(16 * away, 128))
    rings.append(
      (0..<steps).map { step in
        let direction = sineAndCosine(turns: Double(step) / Double(steps))
        return SIMD2(direction.cosine, direction.sine) * away
      })
  }
}
