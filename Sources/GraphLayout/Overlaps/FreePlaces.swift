/// Finds free places for the few bodies that growing has not parted, such as those between pins.
struct FreePlaces {
  private let bodies: [OverlapRemoval.Body]
  private let isPinned: [Bool]
  private let grid: OverlapGrid
  private var isHomeless: [Bool]
  /// Those that have found their place.
  private var settled: [Int] = []

  /// Of each pair that overlaps one body has to move: the smaller one, unless it is pinned.
  init(_ positions: [SIMD2<Double>], _ bodies: [OverlapRemoval.Body], _ isPinned: [Bool]) {
    self.bodies = bodies
    self.isPinned = isPinned
    grid = OverlapGrid(positions, bodies)
    var isHomeless = [Bool](repeating: false, count: positions.count)
    _ = grid.forEachPair(positions, isExact: true) { a, b in
      guard !isHomeless[a], !isHomeless[b], !(isPinned[a] && isPinned[b]),
        BodyPair(bodies[a], bodies[b]).overlap(positions[b] - positions[a])
      else { return }
      let (reachA, reachB) = (bodies[a].reach, bodies[b].reach)
      let isFirst = isPinned[b] || (!isPinned[a] && reachA.x * reachA.y < reachB.x * reachB.y)
      isHomeless[isFirst ? a : b] = true
    }
    self.isHomeless = isHomeless
  }

  /// Moves each to the nearest free place that is found.
  consuming func settle(_ positions: inout [SIMD2<Double>]) {
    for body in positions.indices where isHomeless[body] {
      positions[body] = free(for: body, positions)
      settled.append(body)
    }
  }

  private func isFree(_ body: Int, _ place: SIMD2<Double>, _ positions: [SIMD2<Double>]) -> Bool {
    func isMet(_ other: Int) -> Bool {
      BodyPair(bodies[other], bodies[body]).overlap(place - positions[other])
    }
    return !settled.contains(where: isMet)
      && !grid.contains(place, bodies[body]) { !isHomeless[$0] && isMet($0) }
  }

  /// The first free place on rings around where the body is: a quarter of it apart, and farther out ever
  /// more, so that a search through a crowd stays short.
  private func free(for body: Int, _ positions: [SIMD2<Double>]) -> SIMD2<Double> {
    var away = 0.0
    while true {
      away += max(0.5, away / 8)
      let steps = Int(min(16 * away, 128))
      for step in 0..<steps {
        let direction = sineAndCosine(turns: Double(step) / Double(steps))
        let offset = SIMD2(direction.cosine, direction.sine) * away * bodies[body].reach
        if isFree(body, positions[body] + offset, positions) { return positions[body] + offset }
      }
    }
  }
}
