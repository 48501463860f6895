/// The nodes before they have a place in the picture: on a plane, whose scale is still open, and how deep.
struct Projection {
  /// y up. Not finite for nodes that cannot be seen.
  var points: [SIMD2<Double>]
  /// The distance along the view; 1 for all in the plane.
  var depths: [Double]
  /// The frame a camera of its own place dictates, given the size of the picture; nil when the picture is to be
  /// filled.
  var fixedFrame: Frame?
  /// What layout units have been multiplied by, so that the squares of the numbers stay finite.
  var unit: Double
  /// What the drawing's positions are after that; empty in the plane.
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

  /// 1, or a power of two that brings very large or very small coordinates near 1.
  private static func unit(for greatest: Double) -> Double {
    if greatest == 0 || (greatest > 1e-100 && greatest < 1e100) { return 1 }
    // Of a subnormal number the inverse is infinite; what is left of the precision is enough to scale by less.
    return Double(sign: .plus, exponent: max(-1000, min(1000, -greatest.exponent)), significand: 1)
  }

  /// The bounding box of the points that can be seen, each with a pad around it.
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
