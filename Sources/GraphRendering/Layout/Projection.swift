/// The nodes before they are placed in the picture: flat positions of undetermined scale, with
/// depths.
struct Projection {
  /// The positions, y up; not finite for invisible nodes.
  var points: [SIMD2<Double>]
  /// The distance along the view; 1 in two dimensions.
  var depths: [Double]
  /// The frame that a camera with a given position determines, for the size of the picture; nil if
  /// the nodes should fill the picture.
  var fixedFrame: Frame?
  /// The factor by which layout units have been multiplied, to keep squares finite.
  var unit: Double
  /// The scaled positions in three dimensions; empty in two.
  var space: [SIMD3<Double>] = []
  var view: View?
  var nonFiniteNodes = 0
  var depthCue = 0.0

  init(_ drawing: Drawing, _ options: Picture.Options) {
    switch drawing.positions {
    case .plane(let positions): self.init(plane: positions, options)
    case .space(let positions, let camera): self.init(space: positions, camera, options)
    }
  }

  private init(plane positions: [SIMD2<Double>], _ options: Picture.Options) {
    let greatest = positions.reduce(0.0) {
      $1.isFinite ? max($0, abs($1.x), abs($1.y)) : $0
    }
    let unit = Projection.unit(for: greatest)
    self.unit = unit
    points = positions.map { $0.isFinite ? $0 * unit : Projection.nowhere }
    depths = [Double](repeating: 1, count: positions.count)
    nonFiniteNodes = positions.count { !$0.isFinite }
    if let region = options.region {
      let bounds = Rectangle(minimum: region.minimum * unit, maximum: region.maximum * unit)
      fixedFrame = Frame(
        fitting: bounds, into: Rectangle(minimum: .zero, maximum: [options.width, options.height]))
    }
  }

  private init(space positions: [SIMD3<Double>], _ camera: Camera, _ options: Picture.Options) {
    let greatest = positions.reduce(0.0) {
      $1.isFinite ? max($0, abs($1.x), abs($1.y), abs($1.z)) : $0
    }
    let unit = Projection.unit(for: greatest)
    self.unit = unit
    let space = positions.map { $0 * unit }
    let view = View(camera, points: space, scale: unit)
    let seen = space.map {
      $0.isFinite ? view.coordinates(of: $0) : SIMD3(repeating: .nan)
    }
    points = seen.map {
      $0.z >= view.nearest ? SIMD2($0.x / $0.z, $0.y / $0.z) : Projection.nowhere
    }
    depths = seen.map { $0.z }
    nonFiniteNodes = positions.count { !$0.isFinite }
    if !view.isFitted {
      let scale = options.height / 2 / tangent(degrees: camera.fieldOfView / 2)
      fixedFrame = Frame(
        scale: scale, source: .zero, target: [options.width / 2, options.height / 2])
    }
    self.space = space
    self.view = view
    depthCue = camera.depthCue
  }

  static let nowhere = SIMD2<Double>(repeating: .nan)

  /// Returns 1, or a power of two that scales very large or very small coordinates to about 1.
  private static func unit(for greatest: Double) -> Double {
    if greatest == 0 || (greatest > 1e-100 && greatest < 1e100) { return 1 }
    // The inverse of a subnormal number would overflow; a smaller factor is sufficient for its
    // limited precision.
    return Double(sign: .plus, exponent: max(-1000, min(1000, -greatest.exponent)), significand: 1)
  }

  /// Returns the bounding box of the visible points, each with a padding.
  func bounds(padding: (Int) -> SIMD2<Double>) -> Rectangle? {
    var least = SIMD2<Double>(repeating: .infinity)
    var greatest = SIMD2<Double>(repeating: -.infinity)
    for (node, point) in points.enumerated() where point.isFinite {
      let pad = padding(node)
      least.replace(with: point - pad, where: point - pad .< least)
      greatest.replace(with: point + pad, where: point + pad .> greatest)
    }
    return least.x <= greatest.x ? Rectangle(minimum: least, maximum: greatest) : nil
  }
}
