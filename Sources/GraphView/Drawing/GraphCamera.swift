/// The camera of a custom view. Points are in the coordinates of the view, from its upper left
/// corner; places are in those of the layout. y points down in both.
public struct GraphCamera: Hashable, Sendable {
  /// The range of `scale`, in points per layout unit.
  static let scales = 1e-4...1e3

  /// The place in the middle of the view.
  public var center: SIMD2<Double>
  /// The scale, in points per layout unit.
  public var scale: Double
  /// The width and height of the view, in points.
  public var size: SIMD2<Double>

  public init(center: SIMD2<Double> = .zero, scale: Double = 1, size: SIMD2<Double>) {
    (self.center, self.scale, self.size) = (center, scale, size)
  }

  /// Creates the camera that shows all the given places, with a margin of 30 points. The scale is
  /// limited, so that a few places close together do not fill the view.
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

  /// Returns the point of the view at which a place appears.
  public func point(of place: SIMD2<Double>) -> SIMD2<Double> {
    size / 2 + (place - center) * scale
  }

  /// Returns the place that appears at a point of the view.
  public func place(at point: SIMD2<Double>) -> SIMD2<Double> {
    center + (point - size / 2) / scale
  }

  /// Returns the camera after its content has moved by `translation` points.
  public func panned(by translation: SIMD2<Double>) -> GraphCamera {
    var camera = self
    camera.center -= translation / scale
    return camera
  }

  /// Returns the camera after a zoom that keeps the place under `point` fixed.
  public func zoomed(by factor: Double, at point: SIMD2<Double>) -> GraphCamera {
    guard factor.isFinite, factor > 0 else { return self }
    var camera = self
    camera.scale = min(max(scale * factor, Self.scales.lowerBound), Self.scales.upperBound)
    camera.center += place(at: point) - camera.place(at: point)
    return camera
  }

  /// Returns the radius of a node in points. When one zooms in, it grows with the square root of
  /// the scale, thus slower than distances.
  public func points(ofRadius radius: Double) -> Double {
    max(radius * (scale <= 1 ? scale : scale.squareRoot()), 1)
  }

  /// Returns the width of a link in points.
  public func points(ofWidth width: Double) -> Double {
    width * (scale <= 1 ? max(scale, 0.5) : min(scale.squareRoot(), 2.5))
  }
}
