/// The specification of many-body by tree in two and three dimensions: a fast multipole method
/// (Greengard and Rokhlin 1987, doi:10.1016/0021-9991(87)90140-9; Dehnen 2002,
/// doi:10.1006/jcph.2002.7026).
///
/// The nodes are in the leaves of a KD-tree, 16 to a leaf. A pass
///
/// 1. lays a lattice over the layout, and chooses Float or Double (this file),
/// 2. sorts the nodes anew if their order has become too stale (+History, ReferenceOutliers),
/// 3. computes all cells of the tree from where the nodes are now (+Cells),
/// 4. walks from the root down: each cell finds out which cells are far enough to act as a whole,
///    and leaves the rest to its children (+Walk); leaves meet what is left node by node (+Near).
///
/// CKernels/many_body.c is the same for the kernels, and is equal to this to the bit.
enum ReferenceMultipole {
  static let leafSize = 16

  static func apply<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar, jiggle: Jiggle, position: [Vector],
    history: inout TreeHistory, velocity: inout [Vector]
  ) {
    guard !position.isEmpty else { return }
    let points = position.map { point in
      var place = SIMD3<Vector.Scalar>.zero
      for k in 0..<Vector.scalarCount { place[k] = point[k] }
      return place
    }
    let input = Input(points: points, law: law, jiggle: jiggle, dimension: Vector.scalarCount)
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
  private static func forces<Narrow: ReferenceExpansion, Wide: ReferenceExpansion, Scalar>(
    _: Narrow.Type, _: Wide.Type, _ input: Input<Scalar>, _ history: inout TreeHistory
  ) -> [SIMD3<Double>] where Narrow.Number == Float, Wide.Number == Double {
    var wideInput = input
    wideInput.lattice.origin = .zero
    if input.needsDouble {
      let tree = Tree<Scalar, Wide>.fresh(wideInput, &history)
      return tree.forces(&history).map { double($0) }
    }
    let tree = Tree<Scalar, Narrow>.fresh(input, &history)
    if tree.hasNarrowLeaves {
      return Tree<Scalar, Wide>(wideInput, history.slots).forces(&history).map { double($0) }
    }
    return tree.forces(&history).map { double($0) }
  }

  /// The state and the law. In the plane the third coordinate is zero everywhere, which changes no
  /// bit.
  struct Input<Scalar: SimulationScalar> {
    let points: [SIMD3<Scalar>]
    let law: ManyBodyLaw<Scalar>
    let jiggle: Jiggle
    let dimension: Int
    var lattice: Lattice

    init(points: [SIMD3<Scalar>], law: ManyBodyLaw<Scalar>, jiggle: Jiggle, dimension: Int) {
      (self.points, self.law, self.jiggle, self.dimension) = (points, law, jiggle, dimension)
      lattice = Lattice(
        points.map { double($0) }, strongest: Double(law.strengths.map(abs).max()!),
        distanceMin: Double(law.distanceMin2).squareRoot(),
        distanceMax: Double(law.distanceMax2).squareRoot())
    }

    var theta: Double { Double(law.theta) }
    /// distanceMax is finite.
    var isTapered: Bool { law.distanceMax2 < .infinity }
    /// Cells are far when the ratio of their radii to their distance is below this.
    var ratio: Double { min(theta * (dimension == 2 ? 0.92 : 1), 1) }
    /// A leaf that meets more near leaves is loose: its points are far apart, and are walked one by
    /// one.
    var looseLimit: Int { dimension == 2 ? 160 : 128 }
    /// The factor of a cell's radius for each level above the deepest.
    var growthRate: Double { dimension == 2 ? 1.05 : 1.06 }

    /// Whether Float is not accurate enough, or would overflow.
    var needsDouble: Bool {
      (Scalar.significandBitCount > 23 && theta < 0.349) || lattice.distanceMin > 0x1p32
        || lattice.perUnit < 0x1p-35
    }

    /// The place of a node in lattice units.
    func place(of node: Int32) -> SIMD3<Double> {
      (double(points[Int(node)]) - lattice.origin) * lattice.perUnit
    }

    func strength(of node: Int32) -> Double {
      Double(law.strengths[Int(node)]) * lattice.strengthScale
    }
  }

  /// Powers of two that bring the longest side of the layout to 2^29 to 2^30 units and the largest
  /// strength to 1 to 2. So a layout twice as large has the same bits.
  struct Lattice {
    /// The middle of the layout; zero in Double, which then has the coordinates as they are.
    var origin: SIMD3<Double>
    /// Units of the lattice in one of the layout, in which the next two are.
    let perUnit: Double
    let distanceMin, distanceMax: Double
    let strengthScale: Double
    /// From forces in lattice units to those of the layout.
    let forceScale: Double

    init(
      _ points: [SIMD3<Double>], strongest: Double, distanceMin: Double, distanceMax: Double
    ) {
      var (low, high) = (points[0], points[0])
      for point in points {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
      origin = low / 2 + high / 2
      let half = (high / 2 - low / 2).max()
      let largest = max(distanceMin, -low.min(), high.max())
      // Not much finer than distanceMin and the coordinates, whose squares must not overflow.
      let side = max(exponentOf(half), exponentOf(largest) - 400, -900)
      let size = max(exponentOf(strongest), -900)
      perUnit = scaled(1, 29 - side)
      strengthScale = scaled(1, 1 - size)
      forceScale = scaled(1, 29 - side + size - 1)
      self.distanceMin = distanceMin * perUnit
      self.distanceMax = distanceMax * perUnit
    }
  }

  static func double<Scalar: BinaryFloatingPoint>(_ v: SIMD3<Scalar>) -> SIMD3<Double> {
    SIMD3(Double(v.x), Double(v.y), Double(v.z))
  }
}
