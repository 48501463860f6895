/// The geometry of a gradient in the bounding box of a shape, as in Graphviz: linear ones reach from
/// side to side through the centre; radial ones are ellipses of the box's proportions.
struct GradientLine {
  /// The bounding box.
  let box: Rectangle
  private let direction: SIMD2<Double>

  /// The radius of radial gradients, as a multiple of the sides of the box.
  static let radius = 0.75

  init?(_ gradient: Drawing.Gradient, _ path: [Curve]) {
    guard let first = path.first?.bounds, !gradient.stops.isEmpty, gradient.angle.isFinite else {
      return nil
    }
    box = path.dropFirst().reduce(first) {
      let other = $1.bounds
      return Rectangle(
        minimum: pointwiseMin($0.minimum, other.minimum),
        maximum: pointwiseMax($0.maximum, other.maximum))
    }
    direction = SIMD2(cosine(degrees: gradient.angle), -sine(degrees: gradient.angle))
    isCentered = gradient.angle == 0
  }

  private let isCentered: Bool

  /// The ends of a linear gradient.
  var start: SIMD2<Double> { box.center - box.size / 2 * direction }
  var end: SIMD2<Double> { box.center + box.size / 2 * direction }

  /// The point where a radial gradient begins, in units of the box from its corner.
  var focus: SIMD2<Double> {
    isCentered ? SIMD2(0.5, 0.5) : SIMD2(0.5, 0.5) + 0.5 * direction
  }
}
