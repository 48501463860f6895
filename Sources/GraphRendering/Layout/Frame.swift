/// A rectangle in picture coordinates: points, x to the right, y down from the top.
struct Rectangle: Hashable {
  var minimum: SIMD2<Double>
  var maximum: SIMD2<Double>

  var size: SIMD2<Double> { maximum - minimum }
  var center: SIMD2<Double> { minimum * 0.5 + maximum * 0.5 }

  func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= minimum.x && point.x <= maximum.x && point.y >= minimum.y && point.y <= maximum.y
  }

  func contains(_ other: Rectangle) -> Bool { contains(other.minimum) && contains(other.maximum) }

  /// Returns true if they share more than a border.
  func overlaps(_ other: Rectangle) -> Bool {
    minimum.x < other.maximum.x && other.minimum.x < maximum.x
      && minimum.y < other.maximum.y && other.minimum.y < maximum.y
  }

  func inset(by amount: Double) -> Rectangle {
    Rectangle(minimum: minimum + amount, maximum: maximum - amount)
  }

  /// Returns the segment of a line inside the rectangle, as two parameters; nil if there is none
  /// (Liang and Barsky, doi:10.1145/357332.357333).
  func clip(from start: SIMD2<Double>, to end: SIMD2<Double>) -> (Double, Double)? {
    let step = end - start
    var first = 0.0
    var last = 1.0
    for axis in 0..<2 {
      if step[axis] == 0 {
        if start[axis] < minimum[axis] || start[axis] > maximum[axis] { return nil }
        continue
      }
      let a = (minimum[axis] - start[axis]) / step[axis]
      let b = (maximum[axis] - start[axis]) / step[axis]
      first = max(first, min(a, b))
      last = min(last, max(a, b))
    }
    return first < last ? (first, last) : nil
  }
}

/// The mapping from flat positions (of the layout, or seen by a camera) to picture coordinates: one
/// scale for both axes, with y inverted.
struct Frame {
  var scale: Double
  var source: SIMD2<Double>
  var target: SIMD2<Double>

  func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let offset = (point - source) * scale
    return SIMD2(target.x + offset.x, target.y - offset.y)
  }

  /// Scales `bounds` to fit into `inner`, centred. Bounds without extent keep scale 1.
  init(fitting bounds: Rectangle, into inner: Rectangle) {
    let size = bounds.size
    let room = inner.size
    var scale = Double.infinity
    if size.x > 0 { scale = min(scale, room.x / size.x) }
    if size.y > 0 { scale = min(scale, room.y / size.y) }
    self.scale = scale < .infinity ? scale : 1
    source = bounds.center
    target = inner.center
  }

  init(scale: Double, source: SIMD2<Double>, target: SIMD2<Double>) {
    self.scale = scale
    self.source = source
    self.target = target
  }
}
