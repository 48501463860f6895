import ForceSimulation
import GraphModel

extension NodePositions {
  /// Returns the positions rotated and translated, without scaling, so that common nodes come as close
  /// as possible to their positions in an older layout (the orthogonal Procrustes problem; Schönemann
  /// 1966, doi:10.1007/BF02289451). Needs OpenBLAS (the package trait LinearAlgebra).
  ///
  /// - Parameters:
  ///   - old: the older layout. If its dimensions are others, z is 0 or left out.
  ///   - common: pairs of node numbers, in the new and the old layout; nil if they are the same.
  ///     Without any, the layout is unchanged.
  ///   - allowsReflection: true to allow a reflection.
  /// - Returns: the new positions, and the displacement: the root mean square distance of the common
  ///   nodes, divided by the root mean square distance of the aligned ones from their mean. It is 0 if
  ///   nothing has changed.
  /// - Complexity: O(nodes).
  public func aligned(
    to old: NodePositions, common: [(new: Int, old: Int)]? = nil, allowsReflection: Bool = true
  ) throws(LayoutError) -> (positions: NodePositions, displacement: Double) {
    switch self {
    case .plane(let points):
      let found = try LayoutAlignment.align(
        points, to: old.inPlane, common: common, allowsReflection: allowsReflection)
      return (.plane(found.positions), found.displacement)
    case .space(let points):
      let found = try LayoutAlignment.align(
        points, to: old.inSpace, common: common, allowsReflection: allowsReflection)
      return (.space(found.positions), found.displacement)
    }
  }

  /// Returns the positions seen from where they are widest: projected to the plane of their greatest
  /// variance, by principal component analysis (Pearson 1901, doi:10.1080/14786440109462720). x has
  /// the greatest variance. O(nodes). Needs OpenBLAS (the package trait LinearAlgebra).
  public func principalView() throws(LayoutError) -> NodePositions {
    switch self {
    case .plane(let points): .plane(try LayoutAlignment.principalView(points))
    case .space(let points): .plane(try LayoutAlignment.principalView(points))
    }
  }
}

/// Alignment of layouts, and projection to fewer dimensions.
package enum LayoutAlignment {
  /// The reason why layouts cannot be aligned with this build or on this system; nil if they can.
  package static var unavailability: LayoutError? {
    LinearAlgebra.unavailability(of: "Aligning layouts")
  }

  /// Rotates and translates a layout, without scaling, so that common nodes come as close as
  /// possible to their positions in an older one (the orthogonal Procrustes problem; Schönemann
  /// 1966, doi:10.1007/BF02289451).
  ///
  /// - Parameters:
  ///   - common: pairs of node numbers, in the new and the old layout; nil if they are the same.
  ///     Without any, the layout is unchanged.
  ///   - allowsReflection: true to allow a reflection.
  /// - Returns: the rotated and translated positions, and the displacement: the root mean square
  ///   distance of the common nodes, divided by the root mean square distance of the aligned ones from
  ///   their mean. It is 0 if nothing has changed.
  /// - Complexity: O(nodes).
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  package static func align<Vector: SimulationVector<Double>>(
    _ positions: [Vector], to old: [Vector], common: [(new: Int, old: Int)]? = nil,
    allowsReflection: Bool = true
  ) throws(LayoutError) -> (positions: [Vector], displacement: Double) {
    try LinearAlgebra.require(for: "Aligning layouts")
    try Check.positions(positions, nodeCount: positions.count)
    try Check.positions(old, of: "the old positions", nodeCount: old.count)
    if common == nil, positions.count != old.count {
      throw .wrongLength(of: "the old positions", expected: positions.count, found: old.count)
    }
    let pairs = common ?? positions.indices.map { ($0, $0) }
    for pair in pairs {
      try Check.node(pair.new, "a common node's new number", nodeCount: positions.count)
      try Check.node(pair.old, "a common node's old number", nodeCount: old.count)
    }
    if pairs.isEmpty { return (positions, 0) }
    let share = 1 / Double(pairs.count)
    let from = pairs.reduce(Vector.zero) { $0 + positions[$1.new] * share }
    let to = pairs.reduce(Vector.zero) { $0 + old[$1.old] * share }
    let turn = try rotation(
      pairs.map { (positions[$0.new] - from, old[$0.old] - to) }, allowsReflection)
    let aligned = positions.map { to + turned($0 - from, turn) }
    var (distance2, radius2) = (0.0, 0.0)
    for pair in pairs {
      distance2 += aligned[pair.new].distanceSquared(to: old[pair.old])
      radius2 += aligned[pair.new].distanceSquared(to: to)
    }
    let displacement = radius2 > 0 ? (distance2 / radius2).squareRoot() : 0
    return (aligned, displacement)
  }

  /// Returns the orthogonal matrix, by columns, that best maps the first of each pair to the
  /// second.
  private static func rotation<Vector: LayoutVector>(
    _ pairs: [(Vector, Vector)], _ allowsReflection: Bool
  ) throws(LayoutError) -> [Double] {
    let size = Vector.scalarCount
    var covariance = [Double](repeating: 0, count: size * size)
    // The rotation does not depend on the scale; squares of large numbers would overflow.
    let (largestFrom, largestTo) = pairs.reduce((0.0, 0.0)) { largest, pair in
      (max(largest.0, pair.0.length()), max(largest.1, pair.1.length()))
    }
    for pair in pairs {
      let from = largestFrom > 0 ? pair.0 / largestFrom : pair.0
      let to = largestTo > 0 ? pair.1 / largestTo : pair.1
      for row in 0..<size {
        for column in 0..<size { covariance[column * size + row] += to[row] * from[column] }
      }
    }
    var (u, _, vt) = try LinearAlgebra.singularValues(covariance, size: size)
    var turn = product(u, vt, size)
    if !allowsReflection, determinant(turn, size) < 0 {
      for row in 0..<size { u[(size - 1) * size + row] *= -1 }
      turn = product(u, vt, size)
    }
    return turn
  }

  private static func product(_ a: [Double], _ b: [Double], _ size: Int) -> [Double] {
    var result = [Double](repeating: 0, count: size * size)
    for column in 0..<size {
      for row in 0..<size {
        for k in 0..<size {
          result[column * size + row] += a[k * size + row] * b[column * size + k]
        }
      }
    }
    return result
  }

  /// Computes the determinant by elimination with pivoting.
  private static func determinant(_ matrix: [Double], _ size: Int) -> Double {
    var (a, result) = (matrix, 1.0)
    for step in 0..<size {
      var pivot = step
      for row in step..<size where abs(a[step * size + row]) > abs(a[step * size + pivot]) {
        pivot = row
      }
      if a[step * size + pivot] == 0 { return 0 }
      if pivot != step {
        result = -result
        for column in 0..<size { a.swapAt(column * size + step, column * size + pivot) }
      }
      result *= a[step * size + step]
      for row in (step + 1)..<max(size, step + 1) {
        let factor = a[step * size + row] / a[step * size + step]
        for column in step..<size { a[column * size + row] -= factor * a[column * size + step] }
      }
    }
    return result
  }

  private static func turned<Vector: LayoutVector>(_ vector: Vector, _ turn: [Double]) -> Vector {
    let size = Vector.scalarCount
    var result = Vector.zero
    for row in 0..<size {
      for column in 0..<size { result[row] += turn[column * size + row] * vector[column] }
    }
    return result
  }

  /// Projects positions to the plane (or space) of their greatest variance: principal component
  /// analysis (Pearson 1901, doi:10.1080/14786440109462720). The first axis has the greatest
  /// variance. From 3D to 2D it is the most informative view. O(nodes * dimensions²).
  package static func principalView<From: SIMD, To: SimulationVector<Double>>(
    _ positions: [From], as: To.Type = To.self
  ) throws(LayoutError) -> [To] where From.Scalar == Double {
    try LinearAlgebra.require(for: "A principal view")
    for (node, position) in positions.enumerated() where !position.isFinite {
      throw .badPosition(node: node, value: "\(position)", expected: "finite")
    }
    let size = From.scalarCount
    let share = 1 / Double(max(positions.count, 1))
    let mean = positions.reduce(From.zero) { $0 + $1 * share }
    var covariance = [Double](repeating: 0, count: size * size)
    for position in positions {
      let offset = position - mean
      for row in 0..<size {
        for column in 0..<size { covariance[column * size + row] += offset[row] * offset[column] }
      }
    }
    let axes = try LinearAlgebra.leadingEigenvectors(
      covariance, size: size, count: To.scalarCount
    ).vectors
    return positions.map { position in
      var view = To.zero
      for (axis, direction) in axes.enumerated() {
        for column in 0..<size {
          view[axis] += direction[column] * (position[column] - mean[column])
        }
      }
      return view
    }
  }
}
