/// The specification of many-body by tree in two and three dimensions: a fast multipole method
/// (Greengard and Rokhlin 1987, doi:10.1016/0021-9991(87)90140-9; Dehnen 2002,
/// doi:10.1006/jcph.2002.7026).
///
/// The nodes are in the leaves of a KD-tree, 16 to a leaf. A pass
///
/// 1. lays a lattice over the layout, and chooses Float or Double (this file),
/// 2. sorts the nodes anew if their permutation has become too stale (+History, ReferenceOutliers),
/// 3. computes all cells of the tree from where the nodes are now (+Cells),
/// 4. walks from the root down: each cell finds out which cells are far enough to act as a whole
///    (+Error), and leaves the rest to its children (+Walk); leaves meet what is left node by node
///    (+Near),
/// 5. compares what it has found with exact forces on a few nodes, and walks again when the error
///    is too large (+Control).
///
/// CKernels/many_body.c is the same for the kernels, and is equal to this to the bit.
enum ReferenceMultipole {
  static let leafSize = 16

  static func apply<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar, jiggle: Jiggle, position: [Vector],
    history: inout TreeHistory, velocity: inout [Vector]
  ) {
    guard !position.isEmpty else { return }
    // Where the nodes have nothing to do with the last pass, neither has its error.
    if !history.isSorted { (history.level, history.measured) = (TreeHistory.firstLevel, 0) }
    let input = Input(law, position, jiggle)
    let forces =
      Vector.scalarCount == 2
      ? forces(ReferenceExpansion2D<Float>.self, ReferenceExpansion2D<Double>.self, input, &history)
      : forces(ReferenceExpansion3D<Float>.self, ReferenceExpansion3D<Double>.self, input, &history)
    for node in velocity.indices {
      for k in 0..<Vector.scalarCount {
        velocity[node][k] += Vector.Scalar(forces[node][k] * input.lattice.forceScale) * alpha
      }
    }
  }

  /// The force on each node, in lattice units.
  private static func forces<Narrow: ReferenceExpansion, Wide: ReferenceExpansion>(
    _: Narrow.Type, _: Wide.Type, _ input: Input, _ history: inout TreeHistory
  ) -> [SIMD3<Double>] where Narrow.Number == Float, Wide.Number == Double {
    var wideInput = input
    wideInput.lattice.origin = .zero
    if input.needsDouble {
      let tree = Tree<Wide>.fresh(wideInput, &history)
      return tree.forces(&history).map { double($0) }
    }
    let tree = Tree<Narrow>.fresh(input, &history)
    if tree.hasNarrowLeaves {
      return Tree<Wide>(wideInput, history.permutation).forces(&history).map { double($0) }
    }
    return tree.forces(&history).map { double($0) }
  }

  /// The state and the law, in Double, which represents Float exactly. In the plane the third
  /// coordinate is zero everywhere, which changes no bit.
  struct Input {
    let points: [SIMD3<Double>]
    let law: ManyBodyLaw<Double>
    let jiggle: Jiggle
    let dimension: Int
    /// True when the state is in Float.
    let isFloat: Bool
    var lattice: Lattice

    init<Vector: SimulationVector>(
      _ law: ManyBodyLaw<Vector.Scalar>, _ position: [Vector], _ jiggle: Jiggle
    ) {
      dimension = Vector.scalarCount
      isFloat = Vector.Scalar.self == Float.self
      points = position.map { point in
        var place = SIMD3<Double>.zero
        for k in 0..<Vector.scalarCount { place[k] = Double(point[k]) }
        return place
      }
      self.law = ManyBodyLaw(
        strengths: law.strengths.map { Double($0) }, accuracy: Double(law.accuracy),
        theta: law.theta.map { Double($0) }, distanceMin2: Double(law.distanceMin2),
        distanceMax2: Double(law.distanceMax2))
      self.jiggle = jiggle
      lattice = Lattice(points, self.law)
    }

    /// True when distanceMax is finite, so that forces taper off.
    var isTapered: Bool { law.distanceMax2 < .infinity }
    /// The squared limit of the ratio of the radii of two cells to their distance at which they are
    /// far. With an accuracy, only what the series need to converge: the error decides.
    var ratio2: Double {
      guard let theta = law.theta else { return 0.9 }
      let ratio = min(theta * (dimension == 2 ? 0.92 : 1), 1)
      return ratio * ratio
    }
    /// The largest number of near leaves for an ordinary leaf. A leaf that meets more is loose: its
    /// points are far apart, and each walks the tree by itself.
    var looseLimit: Int { dimension == 2 ? 160 : 128 }
    /// The factor of a cell's radius for each level above the deepest.
    var radiusRate: Double { law.theta == nil ? 1 : dimension == 2 ? 1.05 : 1.06 }
    /// True when the expansions have the higher of their two degrees. The limits are a little below
    /// 0.7, 1, 1e-4 and 0.1, so that Float and Double decide alike.
    var needsHigherDegree: Bool {
      if let theta = law.theta { return theta < (dimension == 2 ? 0.699 : 0.999) }
      return law.accuracy < (dimension == 2 ? 0.99e-4 : 0.99e-1)
    }

    /// True when Float is too inaccurate or would overflow.
    var needsDouble: Bool {
      let isExacting = law.theta.map { $0 < 0.349 } ?? (law.accuracy < 0.99e-5)
      return (!isFloat && isExacting) || lattice.distanceMin > 0x1p32
        || lattice.perUnit < 0x1p-35
    }

    /// The position of a node in lattice units.
    func place(of node: Int32) -> SIMD3<Double> {
      (points[Int(node)] - lattice.origin) * lattice.perUnit
    }

    /// The difference of two positions in lattice units, without the error of the lattice.
    func difference(from i: Int, to j: Int) -> SIMD3<Double> {
      guard isFloat else { return points[j] - points[i] }
      return double(Float.vector(points[j]) - Float.vector(points[i]))
    }

    func strength(of node: Int32) -> Double {
      law.strengths[Int(node)] * lattice.strengthScale
    }
  }

  /// A lattice over the layout. Its scales are powers of two that bring the longest side of the
  /// layout to 2^29 to 2^30 units and the largest strength to 1 to 2. So a layout twice as large
  /// has the same bits.
  struct Lattice {
    /// The middle of the layout in Float; zero in Double, which keeps the coordinates as they are.
    var origin: SIMD3<Double>
    /// Lattice units per layout unit.
    let perUnit: Double
    /// The distances of the law, in lattice units.
    let distanceMin, distanceMax: Double
    let strengthScale: Double
    /// The factor from forces in lattice units to forces in layout units.
    let forceScale: Double

    init(_ points: [SIMD3<Double>], _ law: ManyBodyLaw<Double>) {
      var (low, high) = (points[0], points[0])
      for point in points {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
      origin = low / 2 + high / 2
      let half = (high / 2 - low / 2).max()
      let largest = max(law.distanceMin2.squareRoot(), -low.min(), high.max())
      // The lattice is not much finer than distanceMin and the coordinates, as squares must not
      // overflow.
      let side = max(exponentOf(half), exponentOf(largest) - 400, -900)
      let size = max(exponentOf(law.strengths.map(abs).max()!), -900)
      perUnit = scaled(1, 29 - side)
      strengthScale = scaled(1, 1 - size)
      forceScale = scaled(1, 29 - side + size - 1)
      distanceMin = law.distanceMin2.squareRoot() * perUnit
      distanceMax = law.distanceMax2.squareRoot() * perUnit
    }
  }

  static func double<Number: MultipoleNumber>(_ v: SIMD3<Number>) -> SIMD3<Double> {
    SIMD3(Double(v.x), Double(v.y), Double(v.z))
  }
}
