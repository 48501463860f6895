/// Where a graph is looked at from, in a view of your own. Points are those of the view, from its
/// upper left corner; places those of the layout. y points down in both.
public struct GraphCamera: Hashable, Sendable {
  /// How far one can zoom, in points for each layout unit.
  static let scales = 1e-4...1e3

  /// The place in the middle of the view.
  public var center: SIMD2<Double>
  /// Points for each layout unit.
  public var scale: Double
  /// The width and height of the view, in points.
  public var size: SIMD2<Double>

  public init(center: SIMD2<Double> = .zero, scale: Double = 1, size: SIMD2<Double>) {
    (self.center, self.scale, self.size) = (center, scale, size)
  }

  /// The camera that sees all of some places, with a margin of 30 points. A few places near each
  /// other do not fill the view.
  public init(fitting places: some Sequence<SIMD2<Double>>, size: SIMD2<Double>) {
    self.init(size: size)
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    for place in places {
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    guard low.x <= high.x, low.y <= high.y else { return }
    center = (low + high) / 2
    let room = pointwiseMax(size - 60, SIMD2(repeating: 40))
    let fitting = (room / pointwiseMax(high - low, SIMD2(repeating: 1e-9))).min()
    scale = min(max(fitting, Self.scales.lowerBound), 4)
  }

  /// Where a place is seen.
  public func point(of place: SIMD2<Double>) -> SIMD2<Double> {
    size / 2 + (place - center) * scale
  }

  /// The place that is seen at a point.
  public func place(at point: SIMD2<Double>) -> SIMD2<Double> {
    center + (point - size / 2) / scale
  }

  /// The camera after what is seen has moved by some points.
  public func panned(by translation: SIMD2<Double>) -> GraphCamera {
    var camera = self
    camera.center -= translation / scale
    return camera
  }

  /// The camera after a zoom that leaves what is seen at a point where it is.
  public func zoomed(by factor: Double, at point: SIMD2<Double>) -> GraphCamera {
    guard factor.isFinite, factor > 0 else { return self }
    var camera = self
    camera.scale = min(max(scale * factor, Self.scales.lowerBound), Self.scales.upperBound)
    camera.center += place(at: point) - camera.place(at: point)
    return camera
  }

  /// The radius of a node in points, from that in layout units: sizes grow slower than distances
  /// when one zooms in.
  public func points(ofRadius radius: Double) -> Double {
    max(radius * (scale <= 1 ? scale : scale.squareRoot()), 1)
  }

  /// The width of a link in points.
  public func points(ofWidth width: Double) -> Double {
    width * (scale <= 1 ? max(scale, 0.5) : min(scale.squareRoot(), 2.5))
  }
}
