import CForceKernels

/// A second implementation of docs/determinism.md in plain Swift. It is independent of the
/// library's reference engine, so that the two cannot share a mistake.
enum Specification {
  // MARK: Random numbers without a stream

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z ^= z >> 30
    z = z &* 0xBF58_476D_1CE4_E5B9
    z ^= z >> 27
    z = z &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return z
  }

  static func jiggle(_ jiggle: ck_jiggle, _ a: Int, _ b: Int, axis: Int) -> Double {
    let g: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = mix(jiggle.seed &+ g &* (jiggle.tick &+ 1))
    for input in [a, b, axis] { hash = mix(hash &+ g &* (UInt64(input) &+ 1)) }
    let unit = Double(hash >> 11) * 0x1p-53
    return (unit - 0.5) * 1e-6
  }

  // MARK: Vectors

  private static func stride(_ dimension: Int) -> Int { dimension == 2 ? 2 : 4 }

  static func length2<T: KernelScalar>(_ d: SIMD4<T>, _ dimension: Int) -> T {
    var sum = d[0] * d[0]
    for axis in 1..<dimension { sum = sum + d[axis] * d[axis] }
    return sum
  }

  /// The difference vector from node i to node j, not zero even where they are coincident, and its
  /// squared length.
  static func difference<T: KernelScalar>(
    _ points: UnsafePointer<T>, from i: Int, to j: Int, dimension: Int, _ jiggle: ck_jiggle
  ) -> (d: SIMD4<T>, length2: T) {
    let stride = stride(dimension)
    var d = SIMD4<T>()
    for axis in 0..<dimension { d[axis] = points[j * stride + axis] - points[i * stride + axis] }
    if length2(d, dimension) < T.tiny2 {
      for axis in 0..<dimension {
        let push = T(self.jiggle(jiggle, min(i, j), max(i, j), axis: axis))
        d[axis] = i < j ? push : -push
      }
    }
    return (d, length2(d, dimension))
  }

  // MARK: Passes

  static func directSum<T: KernelScalar>(_ call: DirectSumCall<T>) {
    if let call = call as? DirectSumCall<Double>, splitSum(call) { return }
    let stride = stride(call.dimension)
    for i in call.targets {
      var sum = SIMD4<T>()
      for j in 0..<call.count where j != i {
        let (d, distance2) = difference(
          call.position, from: i, to: j, dimension: call.dimension, call.jiggle)
        let s = scale(call.strength[j], distance2, call.distanceMin2, call.distanceMax2)
        for axis in 0..<call.dimension { sum[axis] = sum[axis] + d[axis] * s }
      }
      for axis in 0..<call.dimension {
        let at = i * stride + axis
        call.velocity[at] = call.velocity[at] + sum[axis] * call.alpha
      }
    }
  }

  static func scale<T: KernelScalar>(_ strength: T, _ distance2: T, _ min2: T, _ max2: T) -> T {
    let inner2 = max2 * T(0.81)
    let s = strength / (distance2 < min2 ? (min2 * distance2).squareRoot() : distance2)
    if !max2.isFinite { return s }
    if distance2 >= max2 { return 0 }
    if !(distance2 > inner2) { return s }
    let u = (max2 - distance2) / (max2 - inner2)
    return s * ((u * u) * (3 - 2 * u))
  }

  static func links<T: KernelScalar>(_ call: LinksCall<T>) {
    let stride = stride(call.dimension)
    for _ in 0..<call.iterations {
      let predicted = (0..<call.count * stride).map { call.position[$0] + call.velocity[$0] }
      for i in 0..<call.count {
        var sum = SIMD4<T>()
        for end in Int(call.begin[i])..<Int(call.begin[i + 1]) {
          let (d, l2) = difference(
            predicted, from: i, to: Int(call.other[end]), dimension: call.dimension, call.jiggle)
          let l = l2.squareRoot()
          var alpha = call.alpha
          if let total = call.total {
            alpha = min(alpha, T(4.0 / 3) / (total[i] + total[Int(call.other[end])]))
          }
          let length = call.length?[end] ?? call.commonLength
          let f = ((l - length) / l) * (alpha * call.coefficient[end])
          for axis in 0..<call.dimension { sum[axis] = sum[axis] + d[axis] * f }
        }
        for axis in 0..<call.dimension {
          let at = i * stride + axis
          call.velocity[at] = call.velocity[at] + sum[axis]
        }
      }
    }
  }

  /// Returns the number of nodes that were kept.
  static func integrate<T: KernelScalar>(_ call: IntegrateCall<T>) -> Int {
    let stride = stride(call.dimension)
    var kept = 0
    for i in 0..<call.count {
      var (position, velocity) = (SIMD4<T>(), SIMD4<T>())
      var isFinite = true
      for axis in 0..<call.dimension {
        let at = i * stride + axis
        if isPinned(call, i, axis) {
          position[axis] = call.pins[at]
        } else {
          velocity[axis] = call.velocity[at] * call.decay
          position[axis] = call.position[at] + velocity[axis]
        }
        isFinite = isFinite && position[axis].isFinite && velocity[axis].isFinite
      }
      for axis in 0..<call.dimension {
        let at = i * stride + axis
        if isFinite || isPinned(call, i, axis) { call.position[at] = position[axis] }
        call.velocity[at] = isFinite ? velocity[axis] : 0
      }
      if !isFinite { kept += 1 }
    }
    return kept
  }

  private static func isPinned<T: KernelScalar>(
    _ call: IntegrateCall<T>, _ node: Int, _ axis: Int
  ) -> Bool {
    (call.pinnedAxes?[node] ?? 0) >> UInt8(axis) & 1 == 1
  }
}
