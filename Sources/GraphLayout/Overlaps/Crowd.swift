import GraphModel
import RunSupport

/// Moves bodies until none overlap.
struct Crowd {
  private(set) var positions: [SIMD2<Double>]
  private let bodies: [OverlapRemoval.Body]
  private let isPinned: [Bool]

  /// A pair of bodies that overlap, or touch.
  private struct Contact {
    var a: Int32
    var b: Int32
    /// The distance by which they have to be moved apart; 0 if they touch.
    var depth: Float
  }

  /// Each round resolves most overlaps. More rounds would move whole trees back and forth for the
  /// sake of the remaining ones, so if after `leastRounds` less than this fraction of the bodies
  /// overlap, these are moved individually to free places (`FreePlaces`).
  private static let shareOfRest = 0.2
  private static let leastRounds = 3
  private static let roundLimit = 24

  init(positions: [SIMD2<Double>], bodies: [OverlapRemoval.Body], isPinned: [Bool]) {
    self.positions = positions
    self.bodies = bodies
    self.isPinned = isPinned
  }

  /// - Returns: the number of overlapping pairs of pinned bodies.
  mutating func separate() -> Int {
    if positions.isEmpty { return 0 }
    var pinnedOverlaps = 0
    var pairs = OverlapGrid.PairsInCrowds.chain
    for round in 0..<Self.roundLimit {
      let found = contacts(inCrowds: pairs)
      pinnedOverlaps = found.pinned
      guard found.overlaps > 0 else {
        if !found.isPartial { return pinnedOverlaps }
        pairs = pairs == .chain ? .near : .all
        continue
      }
      let isFirst = pairs == .chain
      pairs = .near
      if isFirst {
        let hasSpread = spread()
        if widen(found.contacts) || hasSpread || found.isPartial { continue }
      }
      if round >= Self.leastRounds,
        Double(found.overlaps) < Self.shareOfRest * Double(positions.count)
      {
        break
      }
      grow(found.contacts)
    }
    FreePlaces(positions, bodies, isPinned).settle(&positions)
    return pinnedOverlaps
  }

  /// Returns the pairs that overlap or touch, except pairs of pinned bodies.
  private func contacts(
    inCrowds: OverlapGrid.PairsInCrowds
  ) -> (contacts: [Contact], overlaps: Int, pinned: Int, isPartial: Bool) {
    var contacts: [Contact] = []
    var (overlaps, pinned) = (0, 0)
    let grid = OverlapGrid(positions, bodies)
    let isPartial = grid.forEachPair(positions, inCrowds: inCrowds) { a, b, isChained in
      let pair = BodyPair(bodies[a], bodies[b])
      let offset = positions[b] - positions[a]
      guard isChained || pair.overlap(offset, scale: 1 + BodyPair.touch) else { return }
      let isOverlap = pair.overlap(offset)
      if isPinned[a], isPinned[b] {
        pinned += isOverlap ? 1 : 0
        return
      }
      let push = isOverlap ? pair.apart(offset) - offset : .zero
      if isOverlap { overlaps += 1 }
      contacts.append(
        Contact(
          a: Int32(truncatingIfNeeded: a), b: Int32(truncatingIfNeeded: b),
          depth: Float((push * push).sum().squareRoot())))
    }
    return (contacts, overlaps, pinned, isPartial)
  }

  // MARK: Bodies on one point

  /// Spreads coincident bodies on a spiral of equal areas, in which each has enough space.
  ///
  /// - Returns: true if there were any.
  private mutating func spread() -> Bool {
    let order = positions.indices.filter { bodies[$0].reach != .zero }.sorted {
      let (a, b) = (positions[$0], positions[$1])
      return (a.x, a.y, $0) < (b.x, b.y, $1)
    }
    var hasSpread = false
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, positions[order[end]] == positions[order[first]] { end += 1 }
      if end - first > 2 {
        // A pinned body keeps the centre.
        let group = order[first..<end].sorted { isPinned[$0] && !isPinned[$1] }
        spread(group)
        hasSpread = true
      }
      first = end
    }
    return hasSpread
  }

  private mutating func spread(_ group: [Int]) {
    let mean = group.reduce(SIMD2<Double>.zero) { $0 + bodies[$1].reach } / Double(group.count)
    for (number, body) in group.enumerated() where number > 0 && !isPinned[body] {
      // The golden angle avoids that bodies line up (Vogel 1979, doi:10.1016/0025-5564(79)90080-4).
      let turns = Double(number) * 0.381_966_011_250_105
      let direction = sineAndCosine(turns: turns)
      let away = Double(number).squareRoot()
      positions[body] += SIMD2(direction.cosine, direction.sine) * mean * away
    }
  }

  // MARK: Crowds without room

  /// A group of bodies that overlap or touch, directly or via others.
  private struct Group {
    /// The bounding box of the bodies' centres.
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    var reachSum = SIMD2<Double>.zero
    /// The total area of the bodies' boxes.
    var area = 0.0
    var count = 0.0
    var pins = 0
    /// The position of the last pinned body.
    var pin = SIMD2<Double>.zero

    mutating func add(_ position: SIMD2<Double>, _ body: OverlapRemoval.Body, isPinned: Bool) {
      low = pointwiseMin(low, position)
      high = pointwiseMax(high, position)
      reachSum += body.reach
      area += 4 * body.reach.x * body.reach.y
      count += 1
      if isPinned { (pins, pin) = (pins + 1, position) }
    }

    /// The fixed point of the expansion.
    var center: SIMD2<Double> { pins > 0 ? pin : (low + high) / 2 }

    /// The expansion of the centres at which the bodies cover their bounding box `Crowd.cover`
    /// times: the positive root of (extent.x factor + size.x) (extent.y factor + size.y) = area /
    /// cover. It is at most 1 if they cover it less often, and not finite if all coincide.
    var factor: Double {
      let (extent, size) = (high - low, 2 * reachSum / count)
      let missing = area / Crowd.cover - size.x * size.y
      let half = (extent.x * size.y + extent.y * size.x) / 2
      return missing / (half + (half * half + extent.x * extent.y * missing).squareRoot())
    }
  }

  /// The coverage of a group's bounding box above which it is expanded. Bodies that cover it more
  /// often than is possible without overlaps must all move outwards, which a forest would do in
  /// many rounds and less evenly. The remainder is left to the forest, which gives each body the
  /// space that it needs.
  fileprivate static let cover = 2.0

  /// Expands groups with too high coverage.
  ///
  /// - Returns: true if there were any.
  private mutating func widen(_ contacts: [Contact]) -> Bool {
    var sets = DisjointSets(count: positions.count)
    for contact in contacts { _ = sets.join(contact.a, contact.b) }
    let roots = positions.indices.map { Int(sets.root(Int32(truncatingIfNeeded: $0))) }
    var groups = [Group](repeating: Group(), count: positions.count)
    for (body, root) in roots.enumerated() {
      groups[root].add(positions[body], bodies[body], isPinned: isPinned[body])
    }
    let factors = groups.map { $0.count > 2 && $0.pins < 2 ? $0.factor : 1 }
    var hasWidened = false
    for (body, root) in roots.enumerated() where factors[root] > 1 && factors[root].isFinite {
      hasWidened = true
      let center = groups[root].center
      if !isPinned[body] { positions[body] = center + (positions[body] - center) * factors[root] }
    }
    return hasWidened
  }

  // MARK: The forest

  /// Grows the forest of one round.
  private mutating func grow(_ contacts: [Contact]) {
    let forest = GrowingForest(bodyCount: positions.count, edges: spanningEdges(contacts))
    let old = positions
    for tree in forest.trees where tree.count > 1 {
      let pins = tree.count { isPinned[Int($0)] }
      if pins < 2 {
        grow(tree, forest, old)
      } else {
        push(tree, forest, old)
      }
    }
  }

  /// Returns the edges of a spanning forest: the deepest overlaps first, then touching pairs.
  private func spanningEdges(_ contacts: [Contact]) -> [(Int32, Int32)] {
    // The bit patterns of positive floating-point numbers have the same order.
    let order = contacts.indices.map { index in
      UInt64(~contacts[index].depth.bitPattern) << 32 | UInt64(index)
    }.sorted()
    var sets = DisjointSets(count: positions.count)
    var edges: [(Int32, Int32)] = []
    for key in order {
      let contact = contacts[Int(key & 0xFFFF_FFFF)]
      if sets.join(contact.a, contact.b) { edges.append((contact.a, contact.b)) }
    }
    return edges
  }

  /// Returns the required offset of the end of an edge from its other end.
  private func offset(_ a: Int, _ b: Int, _ old: [SIMD2<Double>]) -> SIMD2<Double> {
    let offset = old[b] - old[a]
    let pair = BodyPair(bodies[a], bodies[b])
    guard pair.overlap(offset) else { return offset }
    // For coincident bodies, the one with the higher number goes up or right, so that the result is
    // antisymmetric.
    return offset == .zero && a > b ? -pair.apart(offset) : pair.apart(offset)
  }

  /// Stretches the edges of a tree that overlap. The others keep their length. The centre of the
  /// tree, or its pinned body, stays in place.
  private mutating func grow(
    _ tree: ArraySlice<Int32>, _ forest: GrowingForest, _ old: [SIMD2<Double>]
  ) {
    var shift = SIMD2<Double>.zero
    var pin: Int?
    for node in tree {
      let node = Int(node)
      let parent = Int(forest.parent[node])
      if parent >= 0 { positions[node] = positions[parent] + offset(parent, node, old) }
      shift += old[node] - positions[node]
      if isPinned[node] { pin = node }
    }
    shift /= Double(tree.count)
    if let pin { shift = old[pin] - positions[pin] }
    for node in tree { positions[Int(node)] += shift }
    if let pin { positions[pin] = old[pin] }
  }

  /// Moves the ends of edges apart if a tree cannot grow between pins: each by half, or one by the
  /// whole distance if the other is pinned.
  private mutating func push(
    _ tree: ArraySlice<Int32>, _ forest: GrowingForest, _ old: [SIMD2<Double>]
  ) {
    for node in tree {
      let node = Int(node)
      let parent = Int(forest.parent[node])
      guard parent >= 0 else { continue }
      let push = offset(parent, node, positions) - (positions[node] - positions[parent])
      if isPinned[parent] {
        if !isPinned[node] { positions[node] += push }
      } else if isPinned[node] {
        positions[parent] -= push
      } else {
        positions[node] += push * 0.5
        positions[parent] -= push * 0.5
      }
    }
  }
}
