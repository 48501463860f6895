// docs/determinism.md once more, in the plainest Swift there is. Independent of the library's reference engine, so that
// the two cannot share a mistake.

import CForceKernels

// MARK: Random numbers without a stream

private func mix(_ value: UInt64) -> UInt64 {
  var z = value
  z ^= z >> 30
  z = z &* 0xBF58_476D_1CE4_E5B9
  z ^= z >> 27
  z = z &* 0x94D0_49BB_1331_11EB
  z ^= z >> 31
  return z
}

func specificationJiggle(_ jiggle: ck_jiggle, _ a: Int, _ b: Int, axis: Int) -> Double {
  let g: UInt64 = 0x9E37_79B9_7F4A_7C15
  var hash = mix(jiggle.seed &+ g &* (jiggle.tick &+ 1))
  for input in [a, b, axis] { hash = mix(hash &+ g &* (UInt64(input) &+ 1)) }
  let unit = Double(hash >> 11) * 0x1p-53
  return (unit - 0.5) * 1e-6
}

// MARK: Vectors

private func length2<Scalar: KernelScalar>(_ d: [Scalar]) -> Scalar {
  var sum = d[0] * d[0]
  for component in d.dropFirst() { sum = sum + component * component }
  return sum
}

/// The difference vector from node i to node j, and its squared length; never of length zero.
private func difference<Scalar: KernelScalar>(
  _ points: [Scalar], from i: Int, to j: Int, dimension: Int, _ jiggle: ck_jiggle
) -> (d: [Scalar], length2: Scalar) {
  let stride = stride(dimension: dimension)
  var d = (0..<dimension).map { points[j * stride + $0] - points[i * stride + $0] }
  if length2(d) < Scalar.tiny2 {
    d = (0..<dimension).map { axis in
      let push = Scalar(specificationJiggle(jiggle, min(i, j), max(i, j), axis: axis))
      return i < j ? push : -push
    }
  }
  return (d, length2(d))
}

// MARK: Passes

func specificationDirectSum<Scalar: KernelScalar>(
  _ input: DirectSumInput<Scalar>, targets: Range<Int>, velocity: inout [Scalar]
) {
  let stride = stride(dimension: input.dimension)
  let (min2, max2) = (input.distanceMin2, input.distanceMax2)
  let inner2 = max2 * 0.81
  for i in targets {
    var sum = [Scalar](repeating: 0, count: input.dimension)
    for j in 0..<input.count where j != i {
      var (d, r2) = difference(
        input.positions, from: i, to: j, dimension: input.dimension, input.jiggle)
      if r2 < min2 { r2 = (min2 * r2).squareRoot() }
      var s = input.strengths[j] / r2
      if max2.isFinite {
        if r2 >= max2 {
          s = 0
        } else if r2 > inner2 {
          let u = (max2 - r2) / (max2 - inner2)
          s = s * ((u * u) * (3 - 2 * u))
        }
      }
      for axis in 0..<input.dimension { sum[axis] = sum[axis] + d[axis] * s }
    }
    for axis in 0..<input.dimension {
      let at = i * stride + axis
      velocity[at] = velocity[at] + sum[axis] * input.alpha
    }
  }
}

func specificationLinks<Scalar: KernelScalar>(
  _ input: LinksInput<Scalar>, velocity: inout [Scalar]
) {
  let stride = stride(dimension: input.dimension)
  for _ in 0..<input.iterations {
    var predicted = input.positions
    for at in predicted.indices { predicted[at] = input.positions[at] + velocity[at] }
    for i in 0..<input.count {
      var sum = [Scalar](repeating: 0, count: input.dimension)
      for end in Int(input.begin[i])..<Int(input.begin[i + 1]) {
        let (d, l2) = difference(
          predicted, from: i, to: Int(input.other[end]), dimension: input.dimension, input.jiggle)
        let l = l2.squareRoot()
        let weight = min(input.alpha, input.limits[end]) * input.coefficients[end]
        let f = ((l - input.lengths[end]) / l) * weight
        for axis in 0..<input.dimension { sum[axis] = sum[axis] + d[axis] * f }
      }
      for axis in 0..<input.dimension {
        let at = i * stride + axis
        velocity[at] = velocity[at] + sum[axis]
      }
    }
  }
}

/// Returns the number of nodes that were kept.
func specificationIntegration<Scalar: KernelScalar>(
  _ input: IntegrationInput<Scalar>, position: inout [Scalar], velocity: inout [Scalar]
) -> Int {
  let stride = stride(dimension: input.dimension)
  var kept = 0
  for i in 0..<input.count {
    let axes = 0..<input.dimension
    let isPinned = axes.map { axis in (input.pinnedAxes?[i] ?? 0) >> UInt8(axis) & 1 == 1 }
    let old = axes.map { position[i * stride + $0] }
    let newVelocity = axes.map {
      isPinned[$0] ? 0 : velocity[i * stride + $0] * input.velocityDecay
    }
    let newPosition = axes.map {
      isPinned[$0] ? input.pins[i * stride + $0] : old[$0] + newVelocity[$0]
    }
    let isFinite = newPosition.allSatisfy(\.isFinite) && newVelocity.allSatisfy(\.isFinite)
    for axis in axes {
      position[i * stride + axis] = isFinite || isPinned[axis] ? newPosition[axis] : old[axis]
      velocity[i * stride + axis] = isFinite ? newVelocity[axis] : 0
    }
    if !isFinite { kept += 1 }
  }
  return kept
}
