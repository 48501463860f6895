// The cells of the tree, computed upwards from the leaves and the current positions.

extension ReferenceMultipole {
  /// A tree over a permutation of the nodes, with all its cells. Children of cell c are 2c + 1 and
  /// 2c + 2.
  struct Tree<Expansion: ReferenceExpansion> {
    typealias Number = Expansion.Number
    typealias Vector = SIMD3<Number>

    let input: Input
    let slots: [Int32]
    let shape: KDTreeShape
    let expansion: Expansion
    var cells: [Cell] = []
    /// The points, 16 for each leaf: places relative to the leaf's centre, and strengths. Empty
    /// slots have the place of the leaf's last point and strength zero.
    var points: [Vector]
    var strengths: [Number]
    /// True when a leaf is too narrow for Float to distinguish its points.
    var hasNarrowLeaves = false
    /// The limit of the squared error of a far cell, divided by the root of its mass (+Error), by the
    /// target's level, which +Control sets. Nil without an accuracy.
    var tolerance2: [Number]?

    struct Cell {
      /// The centre of the points, weighted by |strength|, and the radius of the sphere around it
      /// that contains them.
      var centre: SIMD3<Double>
      var radius: Number
      /// The sum of |strength|.
      var mass: Number
      var low, high: SIMD3<Double>
      var moments: [Expansion.Term]
      /// With an accuracy, the sum of strength squared; and the squared effective strength (+Error)
      /// divided by the root of the mass.
      var square: Number = 0
      var power: Number = 0

      var unit: Number { Number.unit(radius) }
    }

    init(_ input: Input, _ slots: [Int32]) {
      self.input = input
      self.slots = slots
      shape = KDTreeShape(count: slots.count, leafSize: ReferenceMultipole.leafSize)
      expansion = Expansion(degree: Expansion.degree(isHigher: input.needsHigherDegree))
      points = Array(repeating: .zero, count: shape.leafCount * shape.leafSize)
      strengths = Array(repeating: 0, count: shape.leafCount * shape.leafSize)
      var upwards: [Cell] = []
      for cell in (0..<shape.nodeCount).reversed() {
        if shape.isLeaf(cell) {
          upwards.append(leaf(cell))
        } else {
          let left = upwards[shape.nodeCount - 1 - (2 * cell + 1)]
          let right = upwards[shape.nodeCount - 1 - (2 * cell + 2)]
          upwards.append(join(cell, left, right))
        }
      }
      cells = upwards.reversed()
    }

    var leafSize: Int { shape.leafSize }

    /// The slots of a leaf that have a node, and all of its 16.
    func nodeSlots(_ leaf: Int) -> Range<Int> { shape.slots(ofLeaf: leaf) }
    func allSlots(_ leaf: Int) -> Range<Int> {
      let first = nodeSlots(leaf).lowerBound
      return first..<first + leafSize
    }

    /// The radii of the leaves relative to those of the cells four levels above the deepest. The
    /// ratio grows as the nodes move away from their places in the permutation, and does not depend
    /// on the size of the layout.
    var staleness: Double {
      var (leaves, others) = (0.0, 0.0)
      for cell in cells.indices {
        let radius = Double(cells[cell].radius).rounded(.down)
        if shape.isLeaf(cell) {
          leaves += radius
        } else if KDTreeShape.log2(cell + 1) == shape.height - 4 {
          others += radius
        }
      }
      return others > 0 ? leaves / others : 0
    }

    // MARK: Leaves

    private mutating func leaf(_ leaf: Int) -> Cell {
      let nodes = slots[nodeSlots(leaf)]
      let places = nodes.map { input.place(of: $0) }
      let weights = nodes.map { input.strength(of: $0) }
      var cell = Cell(
        centre: .zero, radius: 0, mass: 0, low: places[0], high: places[0], moments: [])
      var (mass, weighted, plain) = (0.0, SIMD3<Double>.zero, SIMD3<Double>.zero)
      for (place, weight) in zip(places, weights) {
        mass += abs(weight)
        weighted += abs(weight) * place
        plain += place
        cell.low = pointwiseMin(cell.low, place)
        cell.high = pointwiseMax(cell.high, place)
      }
      cell.mass = Number(mass)
      let mean = mass > 0 ? weighted / mass : plain / Double(places.count)
      // Rounding must not move the centre of coincident points away from them.
      cell.centre = Number.centre(pointwiseMin(pointwiseMax(mean, cell.low), cell.high))
      var radius2: Number = 0
      for (j, slot) in allSlots(leaf).enumerated() {
        points[slot] = Number.vector(places[min(j, places.count - 1)] - cell.centre)
        strengths[slot] = j < weights.count ? Number(weights[j]) : 0
        radius2 = max(radius2, dot(points[slot], points[slot]))
      }
      cell.radius = radius2.squareRoot() * (1 + Number.close)
      var moments = Sixteenths<Expansion.Term>(count: expansion.momentCount)
      for slot in nodeSlots(leaf) {
        let s = points[slot] * (1 / cell.unit)
        moments.add(expansion.moments(of: strengths[slot], at: s), number: slot)
      }
      cell.moments = moments.joined()
      cell.square = Number(weights.reduce(0) { $0 + $1 * $1 })
      setPower(of: &cell)
      let width = (cell.high - cell.low).max()
      if width < Number.narrow, width > 0 || !areCoincident(nodes) { hasNarrowLeaves = true }
      return cell
    }

    private func areCoincident(_ nodes: ArraySlice<Int32>) -> Bool {
      nodes.allSatisfy { input.points[Int($0)] == input.points[Int(nodes.first!)] }
    }

    // MARK: Inner cells

    private func join(_ number: Int, _ left: Cell, _ right: Cell) -> Cell {
      let (m0, m1) = (Double(left.mass), Double(right.mass))
      let share = m0 + m1 > 0 ? m0 / (m0 + m1) : 0.5
      let centre = Number.centre(right.centre + (left.centre - right.centre) * share)
      let low = pointwiseMin(left.low, right.low)
      let high = pointwiseMax(left.high, right.high)
      // The smaller of two bounds: the farthest corner of the box, and the reach of the farther
      // child.
      let side = Number.vector(pointwiseMax(centre - low, high - centre))
      let corner = dot(side, side).squareRoot()
      var reach: Number = 0
      for (child, cell) in [(2 * number + 1, left), (2 * number + 2, right)] {
        let shift = Number.vector(cell.centre - centre)
        reach = max(reach, dot(shift, shift).squareRoot() + cell.radius / radiusFactor(child))
      }
      let radius = min(corner, reach) * (1 + Number.close) * radiusFactor(number)
      var cell = Cell(
        centre: centre, radius: radius, mass: left.mass + right.mass, low: low, high: high,
        moments: Array(repeating: .zero, count: expansion.momentCount))
      let inverse = 1 / cell.unit
      for child in [left, right] {
        let shift = Number.vector(child.centre - centre) * inverse
        cell.moments.add(
          expansion.moved(moments: child.moments, by: shift, ratio: child.unit * inverse))
      }
      cell.square = left.square + right.square
      setPower(of: &cell)
      return cell
    }

    /// The factor by which the radius of a cell is enlarged. The error of a far cell is about
    /// strength / d * (r / d)^(degree + 1), so the cells high up, which hold many nodes, would make
    /// most of it. They are few, so requiring a larger distance for them costs little.
    private func radiusFactor(_ cell: Int) -> Number {
      guard !shape.isLeaf(cell) else { return 1 }
      let levels = shape.height - KDTreeShape.log2(cell + 1)
      return Number((0..<levels).reduce(1.0) { factor, _ in factor * input.radiusRate })
    }
  }
}
