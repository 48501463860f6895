/// Expansions in two dimensions (Greengard and Rokhlin 1987, doi:10.1016/0021-9991(87)90140-9).
///
/// With points as complex numbers the conjugate of the force at z is the sum of w_j / (z_j - z),
/// which is analytic in z. Around the centre c of its sources and the centre t of its targets, with
/// d = t - c and q = 1 / d,
///
///     moments  M_k = sum of w_j (z_j - c)^k
///     locals   L_l = -(-1)^l q^(l+1) * sum over k of C(k+l, l) M_k q^k,  k + l <= degree
///     conj(F)(t + u) = sum of L_l u^l
///
/// CKernels/expansion_2d.inl is the same for the kernels.
struct ReferenceExpansion2D<Number: MultipoleNumber>: ReferenceExpansion {
  typealias Term = Complex<Number>
  typealias Vector = SIMD3<Number>

  static var dimension: Int { 2 }
  static func degree(isHigher: Bool) -> Int { isHigher ? 11 : 7 }

  let degree: Int
  var momentCount: Int { degree + 1 }
  var localCount: Int { degree + 1 }
  var sumCount: Int { degree + 1 }

  func moments(of strength: Number, at s: Vector) -> [Term] {
    let z = Complex(s.x, s.y)
    var power = Complex(strength, 0)
    var moments = [power]
    for _ in 1...degree {
      power = power * z
      moments.append(power)
    }
    return moments
  }

  func moved(moments child: [Term], by shift: Vector, ratio: Number) -> [Term] {
    let shift = Complex(shift.x, shift.y)
    var moments = child
    var power: Number = 1
    for k in 1...degree {
      power *= ratio
      moments[k] = child[k] * power
    }
    // Pascal's triangle: after round r, M_k is the sum over j <= r of C(r, j) shift^j M_(k-j).
    for first in 1...degree {
      for k in (first...degree).reversed() { moments[k] += moments[k - 1] * shift }
    }
    return moments
  }

  func chargeAndDipole(_ moments: [Term]) -> (Number, Vector) {
    (moments[0].re, Vector(moments[1].re, moments[1].im, 0))
  }

  func sizes(of moments: [Term]) -> [Number] {
    moments.map { ($0.re * $0.re + $0.im * $0.im).squareRoot() }
  }

  func sums(of moments: [Term], _ d: Vector, unit: Number, targetUnit: Number) -> [Term] {
    let q = Self.inverse(d)
    // M_k q^k.
    var b = moments
    var power = q * unit
    for k in 1...degree {
      b[k] = moments[k] * power
      power = power * (q * unit)
    }
    // Repeated sums from the back weigh the terms by binomials, as C(k + l, l) paths lead from k to
    // 0 in l + 1 steps. After round l, entry 0 is the sum of local l.
    power = -q
    var sums: [Term] = []
    sums.reserveCapacity(sumCount)
    for l in 0...degree {
      for k in (0..<(degree - l)).reversed() { b[k] += b[k + 1] }
      sums.append(power * b[0])
      power = power * (-q * targetUnit)
    }
    return sums
  }

  func sums(of strength: Number, _ d: Vector, targetUnit: Number) -> [Term] {
    let q = Self.inverse(d)
    var power = -q * strength
    return (0...degree).map { _ in
      defer { power = power * (-q * targetUnit) }
      return power
    }
  }

  func locals(of sums: [Term]) -> [Term] { sums }

  func moved(locals parent: [Term], by shift: Vector, ratio: Number) -> [Term] {
    let shift = Complex(shift.x, shift.y)
    var locals = parent
    for first in 0..<degree {
      for l in (first..<degree).reversed() { locals[l] += locals[l + 1] * shift }
    }
    var power: Number = 1
    for l in 0...degree {
      locals[l] = locals[l] * power
      power *= ratio
    }
    return locals
  }

  /// The force by Horner's scheme.
  func force(of locals: [Term], at u: Vector) -> Vector {
    var sum = locals[degree]
    for l in (0..<degree).reversed() {
      sum = Complex(
        (sum.re * u.x + locals[l].re) - sum.im * u.y, sum.im * u.x + (sum.re * u.y + locals[l].im))
    }
    return Vector(sum.re, -sum.im, 0)
  }

  func forceAtCentre(of sums: [Term]) -> Vector { Vector(sums[0].re, -sums[0].im, 0) }

  /// 1 / d.
  private static func inverse(_ d: Vector) -> Complex<Number> {
    let inverse = 1 / (d.x * d.x + d.y * d.y)
    return Complex(d.x * inverse, -d.y * inverse)
  }
}

struct Complex<Number: MultipoleNumber>: AdditiveArithmetic {
  var re: Number
  var im: Number

  init(_ re: Number, _ im: Number) { (self.re, self.im) = (re, im) }

  static var zero: Self { Self(0, 0) }
  static func + (a: Self, b: Self) -> Self { Self(a.re + b.re, a.im + b.im) }
  static func - (a: Self, b: Self) -> Self { Self(a.re - b.re, a.im - b.im) }
  static func * (a: Self, b: Self) -> Self {
    Self(a.re * b.re - a.im * b.im, a.im * b.re + a.re * b.im)
  }
  static func * (a: Self, b: Number) -> Self { Self(a.re * b, a.im * b) }
  static prefix func - (a: Self) -> Self { Self(-a.re, -a.im) }
}
