/// Sums of stress terms with many other nodes, eight at a time.
///
/// A term with distance d and weight w pulls a node at x to or from another one at y by `(w d / |x
/// - y| - w) (x - y)`. Its `ratio` is w d. With w = d^-2 the weight is the square of the ratio.
enum StressPulls {
  /// Returns the sum of the pulls; coincident nodes do not pull.
  ///
  /// - Parameters:
  ///   - ratios: the ratios, a multiple of eight; 0 for no term.
  ///   - weights: the weight for each ratio; nil for their squares.
  ///   - axes: the positions of nodes, axis by axis.
  ///   - first: the place on an axis of the node that the first ratio belongs to.
  ///   - stride: the number of places of an axis; nil for that of the ratios.
  @inline(__always)
  static func sum<Vector: LayoutVector>(
    at position: Vector, _ ratios: Slice<UnsafeBufferPointer<Float>>,
    weights: Slice<UnsafeBufferPointer<Float>>?, _ axes: UnsafeMutableBufferPointer<Float>,
    from first: Int = 0, stride: Int? = nil
  ) -> Vector {
    let stride = stride ?? ratios.count
    let (ratios, count) = (UnsafeBufferPointer(rebasing: ratios), ratios.count)
    let weights = weights.map { UnsafeBufferPointer(rebasing: $0) }
    var sum = Vector.zero
    guard let ratioBase = UnsafeRawPointer(ratios.baseAddress),
      let base = UnsafeRawPointer(axes.baseAddress)
    else { return sum }
    if Vector.scalarCount > 3 {
      return sumInAnySpace(at: position, ratios, weights, axes, from: first, stride: stride)
    }
    let weightBase = weights.flatMap { UnsafeRawPointer($0.baseAddress) }
    let isInSpace = Vector.scalarCount == 3
    var (sumX, sumY, sumZ) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    let x = SIMD8<Float>(repeating: Float(position[0]))
    let y = SIMD8<Float>(repeating: Float(position[1]))
    let z = SIMD8<Float>(repeating: isInSpace ? Float(position[2]) : 0)
    for place in Swift.stride(from: 0, to: count, by: 8) {
      let ratio = eight(ratioBase, place)
      let weight = weightBase.map { eight($0, place) } ?? ratio * ratio
      let dx = x - eight(base, first + place)
      let dy = y - eight(base, stride + first + place)
      var distance2 = dx * dx + dy * dy
      var dz = SIMD8<Float>.zero
      if isInSpace {
        dz = z - eight(base, 2 * stride + first + place)
        distance2 += dz * dz
      }
      var factor = ratio / distance2.squareRoot() - weight
      factor.replace(with: 0, where: distance2 .== 0)
      sumX += factor * dx
      sumY += factor * dy
      if isInSpace { sumZ += factor * dz }
    }
    sum[0] = Double(sumX.sum())
    sum[1] = Double(sumY.sum())
    if isInSpace { sum[2] = Double(sumZ.sum()) }
    return sum
  }

  @inline(__always)
  private static func eight(_ base: UnsafeRawPointer, _ place: Int) -> SIMD8<Float> {
    base.loadUnaligned(fromByteOffset: 4 * place, as: SIMD8<Float>.self)
  }

  private static func sumInAnySpace<Vector: LayoutVector>(
    at position: Vector, _ ratios: UnsafeBufferPointer<Float>,
    _ weights: UnsafeBufferPointer<Float>?, _ axes: UnsafeMutableBufferPointer<Float>,
    from first: Int, stride: Int
  ) -> Vector {
    var sum = Vector.zero
    for other in ratios.indices {
      var (difference, distance2) = (Vector.zero, Float(0))
      for axis in 0..<Vector.scalarCount {
        let along = Float(position[axis]) - axes[axis * stride + first + other]
        difference[axis] = Double(along)
        distance2 += along * along
      }
      let (ratio, weight) = (ratios[other], weights?[other] ?? ratios[other] * ratios[other])
      if distance2 > 0 {
        sum += difference * Double(ratio / distance2.squareRoot() - weight)
      }
    }
    return sum
  }
}
