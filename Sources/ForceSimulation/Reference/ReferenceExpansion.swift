/// Multipole and local expansions: truncated series for the force of a cell's points on distant
/// points.
///
/// A cell has *moments*, the series of the force that it exerts, and *locals*, the series of the
/// force that acts in it. Both are scaled by the cell's unit, its radius rounded down to a power of
/// two, so that all terms keep the magnitude of the strengths and forces they come from. The forces
/// of many sources on a target are added up as *sums*, which become locals at the end.
protocol ReferenceExpansion {
  associatedtype Number: MultipoleNumber
  associatedtype Term: AdditiveArithmetic
  typealias Vector = SIMD3<Number>

  static var dimension: Int { get }
  /// The lower or the higher degree of the expansion.
  static func degree(isHigher: Bool) -> Int
  init(degree: Int)
  var degree: Int { get }

  var momentCount: Int { get }
  var localCount: Int { get }
  var sumCount: Int { get }

  /// The moments of a point at `s` relative to the centre, in units.
  func moments(of strength: Number, at s: Vector) -> [Term]
  /// A child's moments about its parent's centre. `shift` is the vector from the parent's centre to
  /// the child's, in units of the parent; `ratio` is the child's unit in units of the parent.
  func moved(moments: [Term], by shift: Vector, ratio: Number) -> [Term]
  /// The sum of the strengths, and the sum of the strengths times their places, in units.
  func chargeAndDipole(_ moments: [Term]) -> (Number, Vector)
  /// The sizes of the moments, by their order, in units.
  func sizes(of moments: [Term]) -> [Number]

  /// The sums in a target of the moments of a cell. `d` is the vector from source to target.
  func sums(of moments: [Term], _ d: Vector, unit: Number, targetUnit: Number) -> [Term]
  /// The sums in a target of one point. `d` is the vector from the point to the target.
  func sums(of strength: Number, _ d: Vector, targetUnit: Number) -> [Term]
  func locals(of sums: [Term]) -> [Term]

  /// A parent's locals about its child's centre. `shift` is the vector from the parent's centre to
  /// the child's, in units of the parent; `ratio` is the child's unit in units of the parent.
  func moved(locals: [Term], by shift: Vector, ratio: Number) -> [Term]
  /// The force at `u` relative to the centre, in units.
  func force(of locals: [Term], at u: Vector) -> Vector
  /// The force at the centre of a target whose unit is 1.
  func forceAtCentre(of sums: [Term]) -> Vector
}

/// Sums over points or cells in sixteen partial sums: term number i is added to partial sum i mod
/// 16. The partial sums are joined in halves. So vector registers of 1, 4, 8 or 16 lanes give the
/// same bits.
struct Sixteenths<Term: AdditiveArithmetic> {
  private var partial: [Term]
  private let count: Int

  init(count: Int) {
    self.count = count
    partial = Array(repeating: .zero, count: 16 * count)
  }

  mutating func add(_ terms: [Term], number: Int) {
    let begin = number % 16 * count
    for q in 0..<count { partial[begin + q] += terms[q] }
  }

  /// The upper eight are added to the lower eight, then four, two, one.
  func joined() -> [Term] {
    var sum = partial
    var width = 8 * count
    while width >= count {
      for q in 0..<width { sum[q] += sum[q + width] }
      width /= 2
    }
    return Array(sum[..<count])
  }
}

extension Array where Element: AdditiveArithmetic {
  /// Adds term by term.
  mutating func add(_ terms: [Element]) {
    for q in indices { self[q] += terms[q] }
  }
}

/// The number types of the multipole method: Float or Double.
protocol MultipoleNumber: BinaryFloatingPoint, SIMDScalar, Codable {
  /// The limit for rounded coordinates: points nearer than this share of the extent of their leaves
  /// need exact ones.
  static var close: Self { get }
  /// The squared distance, in lattice units, below which points always need exact coordinates.
  static var closest2: Self { get }
  /// The radius, in lattice units, up to which cells with one centre count as coincident points.
  static var pointRadius: Self { get }
  /// The width, in lattice units, below which leaves need Double.
  static var narrow: Double { get }
  /// The representable cell centre nearest to `x`.
  static func centre(_ x: SIMD3<Double>) -> SIMD3<Double>
}

extension Float: MultipoleNumber {
  static var close: Float { 0x1p-14 }
  static var closest2: Float { 0x1p-40 }
  static var pointRadius: Float { 4 }
  static var narrow: Double { 64 }
  /// Centres are whole numbers below 2^30, so that their differences are exact. (Adding zero turns
  /// a negative zero into a positive one, as whole numbers have no negative zero.)
  static func centre(_ x: SIMD3<Double>) -> SIMD3<Double> { x.rounded(.toNearestOrEven) + 0 }
}

extension Double: MultipoleNumber {
  static var close: Double { 0x1p-40 }
  static var closest2: Double { 0x1p-200 }
  static var pointRadius: Double { 0 }
  static var narrow: Double { 0 }
  static func centre(_ x: SIMD3<Double>) -> SIMD3<Double> { x }
}

extension MultipoleNumber {
  /// The largest power of two that is not above a radius; 1 for a radius of zero or a subnormal
  /// one.
  static func unit(_ radius: Self) -> Self { radius.isNormal ? radius.binade : 1 }

  static func vector(_ v: SIMD3<Double>) -> SIMD3<Self> { SIMD3(Self(v.x), Self(v.y), Self(v.z)) }
}

/// The dot product, from first to last component.
func dot<Number: MultipoleNumber>(_ a: SIMD3<Number>, _ b: SIMD3<Number>) -> Number {
  (a.x * b.x + a.y * b.y) + a.z * b.z
}
