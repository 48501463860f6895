// The control of the error. The error of a far cell is known from above only (+Error), and what the
// errors of all cells add up to depends on the layout. So it is measured: the exact forces on a few
// nodes, the samples, are summed before the walk, and compared with what the walk finds. The
// samples are other ones in each tick. A first pass begins with a small tolerance, takes many of
// them, and walks again with a smaller one when the error is too large. Later passes take few,
// whose errors are averaged over some ticks; the tolerance then goes up or down a step at a time. A
// pass walks again when its own samples are above the accuracy, and the next one is a first one.

extension ReferenceMultipole.Tree {
  /// The forces on all nodes, in lattice units.
  func forces(_ history: inout TreeHistory) -> [Vector] {
    guard input.law.theta == nil else {
      let found = walk()
      history.count(work: found.work, levelBefore: history.level)
      history.lastError = 0
      return found.forces
    }
    var tree = self
    let samples = Samples(tree, history)
    tree.setTolerance(
      scale: samples.isFirst ? samples.typicalForce : history.force / input.lattice.forceScale,
      level: history.level)
    let level = history.level
    for walks in 1... {
      let found = tree.walk()
      let force = history.mustWalkAgain(tree.measure(found.forces, samples), samples.isFirst, walks)
      if let force {
        tree.setTolerance(scale: force, level: history.level)
        continue
      }
      history.count(work: found.work, levelBefore: level)
      return found.forces
    }
    fatalError("a pass ends")
  }

  // MARK: Samples

  /// Nodes and the exact forces on them, in lattice units.
  struct Samples {
    /// True when nothing has been measured yet: there are many samples.
    let isFirst: Bool
    let slots: [Int]
    let forces: [SIMD3<Double>]

    /// One slot in each of equal ranges of the slots, by a hash.
    init(_ tree: ReferenceMultipole.Tree<Expansion>, _ history: TreeHistory) {
      isFirst = history.measured == 0
      let count = isFirst ? 256 : history.measured < 32 ? 64 : 16
      let nodes = tree.slots.count
      slots = (0..<count).map { sample in
        let place = Double(sample) + tree.input.jiggle.share(ofSample: sample)
        return min(Int(place * Double(nodes) / Double(count)), nodes - 1)
      }
      forces = slots.map { tree.exactForce(onSlot: $0) }
    }

    /// The root mean square of the forces. A close pair of nodes must not set the scale for all
    /// others: a force counts as twice the upper quartile at most.
    var typicalForce: Double {
      let squares = forces.map { ($0.x * $0.x + $0.y * $0.y) + $0.z * $0.z }.sorted()
      let most = squares[squares.count * 3 / 4 - 1] * 4
      return (squares.reduce(0) { $0 + min($1, most) } / Double(squares.count)).squareRoot()
    }
  }

  /// The force of all points on one, one point after the other: in Double over blocks of 64 leaves,
  /// each the sum of four runs of 16 leaves, whose points are added up in `Number`.
  fileprivate func exactForce(onSlot slot: Int) -> SIMD3<Double> {
    let target = shape.leafNode(slot / leafSize)
    var force = SIMD3<Double>.zero
    for block in stride(from: 0, to: shape.leafCount, by: 64) {
      var sum = SIMD3<Double>.zero
      for run in stride(from: block, to: min(block + 64, shape.leafCount), by: 16) {
        var part = Vector.zero
        for leaf in run..<min(run + 16, shape.leafCount) {
          let source = shape.leafNode(leaf)
          let pair = LeafPair(target: cells[target], source: cells[source])
          for from in allSlots(source) {
            let added = pairForce(of: from, on: slot, at: points[slot] + pair.shift, pair)
            if let added { part += added }
          }
        }
        sum += ReferenceMultipole.double(part)
      }
      force += sum
    }
    return force
  }

  // MARK: The tolerance

  /// In symmetric layouts the forces may cancel. Their scale is therefore at least a small share of
  /// the force that the mass of all nodes would have at the radius of the layout.
  private var leastForce: Double {
    let (mass, radius) = (Double(cells[0].mass), Double(cells[0].radius))
    return radius > 0 ? 1e-4 * mass / radius : 0
  }

  /// Sets the limits of `isAccurate`: that of leaves is 2^(level / 4) times the accuracy.
  private mutating func setTolerance(scale: Double, level: Int) {
    let odd = level & 1
    let factor2 = scaled(odd == 1 ? 2.0.squareRoot() : 1, (level - odd) / 2)
    let error = input.law.accuracy * max(scale, leastForce)
    let mass = Double(cells[0].mass)
    let leaf2 = mass > 0 ? error * error * factor2 / mass.squareRoot() : 0
    tolerance2 = (0...shape.height).map { Number(scaled(leaf2, $0 - shape.height)) }
  }

  // MARK: The error

  /// What a walk has shown: the root mean square force in lattice and layout units, the error
  /// relative to it, and its square relative to the accuracy's.
  struct Measurement {
    var force, layoutForce, error, share2: Double
    /// The highest level of the tolerance: one pair of cells makes at most 1.7 times the accuracy,
    /// by an estimate from above, so that what a step of the level lets in cannot break the accuracy
    /// by much before samples have seen it.
    var mostLevel: Int
  }

  /// Compares the forces of all nodes with the samples. Leaves of coincident nodes do not count, as
  /// pushes between them are random. Nil when there is nothing to measure: no other leaf, or an
  /// accuracy below the rounding errors of Float.
  private func measure(_ found: [Vector], _ samples: Samples) -> Measurement? {
    guard Number.self == Double.self || input.law.accuracy >= 0.99e-5 else { return nil }
    func isCoincident(_ leaf: Int) -> Bool { cells[leaf].radius <= Number.pointRadius }
    var (force2, nodes) = (0.0, 0)
    for leaf in (0..<shape.leafCount).map({ shape.leafNode($0) }) where !isCoincident(leaf) {
      var sum = 0.0
      for slot in nodeSlots(leaf) {
        let force = ReferenceMultipole.double(found[Int(slots[slot])])
        sum += (force.x * force.x + force.y * force.y) + force.z * force.z
        nodes += 1
      }
      force2 += sum
    }
    var (errors, count) = (0.0, 0)
    for (slot, exact) in zip(samples.slots, samples.forces)
    where !isCoincident(shape.leafNode(slot / leafSize)) {
      let d = ReferenceMultipole.double(found[Int(slots[slot])]) - exact
      errors += (d.x * d.x + d.y * d.y) + d.z * d.z
      count += 1
    }
    guard nodes > 0, count > 0 else { return nil }
    let mean2 = force2 / Double(nodes)
    let error2 = errors / Double(count) / max(mean2, leastForce * leastForce)
    guard error2 < .infinity else { return nil }
    let accuracy = input.law.accuracy
    return Measurement(
      force: mean2.squareRoot(),
      layoutForce: mean2.squareRoot() * input.lattice.forceScale, error: error2.squareRoot(),
      share2: error2 / (accuracy * accuracy), mostLevel: 2 * shape.height + 3)
  }
}

extension TreeHistory {
  /// The level of a pass that knows nothing yet, and the lowest one.
  static var firstLevel: Int { 2 }
  private static var leastLevel: Int { -24 }
  /// What a step of the level makes of a squared error, at most and about.
  private static var step2: (most: Double, usual: Double) { (1.4142135623730951, 1.3) }

  /// Takes a measurement. Returns the force for the scale of another walk when the error is too
  /// large, at a level that is lower now; else nil, and the level is set for the next pass.
  fileprivate mutating func mustWalkAgain<Expansion>(
    _ found: ReferenceMultipole.Tree<Expansion>.Measurement?, _ isFirst: Bool, _ walks: Int
  ) -> Double? {
    lastError = found?.error ?? 0
    guard let found else { return nil }
    force = found.layoutForce
    var share2 = found.share2
    if share2 > (isFirst ? 0.3025 : 1), walks < 4, level > Self.leastLevel {
      while share2 > 0.2025, level > Self.leastLevel {
        level -= 1
        share2 /= Self.step2.usual
      }
      // So far off that the next pass begins anew.
      if !isFirst { measured = 0 }
      return found.force
    }
    if isFirst {
      (error2, measured) = (share2, 8)
    } else if walks == 1 {
      error2 += (share2 - error2) / Double(measured + 1)
      measured = min(measured + 1, 32)
    }
    adapt(mostLevel: found.mostLevel)
    return nil
  }

  /// Sets the level for the next pass, by the mean of the errors so far.
  private mutating func adapt(mostLevel: Int) {
    if error2 > 0.5625, level > Self.leastLevel {
      level -= 1
      error2 /= Self.step2.usual
    } else if error2 < 0.36, level < mostLevel {
      level += 1
      error2 *= Self.step2.most
    } else {
      return
    }
    // What was measured with other levels counts for less.
    measured = min(measured, 8)
  }
}
