import CForceKernels

/// The specification of docs/determinism.md, "Many-body, direct sum", for a state in Double that is
/// summed in Float.
extension Specification {
  /// The units of the sum: the middle and the exponents of its scales, and scaled distances.
  private struct Units {
    var origin: [Double] = []
    var side = 0
    var size = 0
    var near2: Float = 0
    var far2 = Float.infinity
  }

  /// True when the sum was this one.
  static func splitSum(_ call: DirectSumCall<Double>) -> Bool {
    guard let units = units(of: call) else { return false }
    let (dimension, stride) = (call.dimension, call.dimension == 2 ? 2 : 4)
    func scaled(_ node: Int, _ axis: Int) -> (Float, Float) {
      let place = call.position[node * stride + axis]
      let u = (place - units.origin[axis]) * power(-units.side)
      return (Float(u), Float(u - Double(Float(u))))
    }
    for i in call.targets {
      var sum = SIMD4<Float>()
      var close = SIMD4<Double>()
      for j in 0..<call.count where j != i {
        var d = SIMD4<Float>()
        for axis in 0..<dimension {
          let (a, b) = (scaled(i, axis), scaled(j, axis))
          d[axis] = (b.0 - a.0) + (b.1 - a.1)
        }
        let distance2 = length2(d, dimension)
        if distance2 < 0x1p-46 {
          let pair = difference(call.position, from: i, to: j, dimension: dimension, call.jiggle)
          let s = scale(call.strength[j], pair.length2, call.distanceMin2, call.distanceMax2)
          for axis in 0..<dimension { close[axis] = close[axis] + pair.d[axis] * s }
        } else {
          let strength = Float(call.strength[j] * power(-units.size))
          let s = scale(strength, distance2, units.near2, units.far2)
          for axis in 0..<dimension { sum[axis] = sum[axis] + d[axis] * s }
        }
      }
      for axis in 0..<dimension {
        let force = Double(sum[axis]) * power(units.size - units.side) + close[axis]
        call.velocity[i * stride + axis] += force * call.alpha
      }
    }
    return true
  }

  private static func units(of call: DirectSumCall<Double>) -> Units? {
    guard call.accuracy >= 0.99e-5 else { return nil }
    var units = Units()
    var (half, strength) = (0.0, 0.0)
    for axis in 0..<call.dimension {
      let column = (0..<call.count).map { call.position[$0 * (call.dimension == 2 ? 2 : 4) + axis] }
      let (low, high) = (column.min() ?? 0, column.max() ?? 0)
      units.origin.append(low / 2 + high / 2)
      half = max(half, high / 2 - low / 2)
    }
    for node in 0..<call.count { strength = max(strength, abs(call.strength[node])) }
    guard half < 0x1p400, strength < 0x1p400 else { return nil }
    units.side = half == 0 ? 0 : max(Int(half.exponent) + 1, -400)
    units.size = strength == 0 ? 0 : max(Int(strength.exponent) + 1, -400)
    let near = call.distanceMin2.squareRoot() * power(-units.side)
    let far = call.distanceMax2.squareRoot() * power(-units.side)
    guard near <= 0x1p30 else { return nil }
    units.near2 = Float(near * near)
    if far < 8 { units.far2 = Float(far * far) }
    return units
  }

  private static func power(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }
}
