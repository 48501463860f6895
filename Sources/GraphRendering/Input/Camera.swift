/// From where nodes in space are seen, in perspective: what is near is larger.
public struct Camera: Hashable, Sendable {
  enum Placement: Hashable, Sendable {
    case around(azimuth: Double, elevation: Double)
    case at(eye: SIMD3<Double>, target: SIMD3<Double>, up: SIMD3<Double>)
  }

  var placement: Placement

  /// How much of the height is seen, as an angle in degrees, more than 0 and less than 180. The smaller, the
  /// flatter.
  public var fieldOfView: Double

  /// How far the most distant nodes fade into the background: 0 not at all, 1 until they are invisible.
  public var depthCue = 0.65

  /// A camera that sees all nodes, and a picture that they fill, whatever their number and extent.
  ///
  /// - Parameters:
  ///   - azimuth: Degrees around the y axis, which is up. 0 looks along -z, with x to the right.
  ///   - elevation: Degrees above the horizon.
  public static func around(
    azimuth: Double = 30, elevation: Double = 20, fieldOfView: Double = 35
  ) -> Camera {
    Camera(
      placement: .around(azimuth: azimuth, elevation: elevation), fieldOfView: fieldOfView)
  }

  /// A camera at `eye` that looks at `target`, which is the middle of the picture. What lies behind it or
  /// beside the picture is not seen. When `up` points along the view or nowhere, another axis stands in.
  public static func at(
    _ eye: SIMD3<Double>, lookingAt target: SIMD3<Double>, up: SIMD3<Double> = [0, 1, 0],
    fieldOfView: Double = 35
  ) -> Camera {
    Camera(placement: .at(eye: eye, target: target, up: up), fieldOfView: fieldOfView)
  }
}

/// A camera that has been set up: turns points in space into points of the view.
struct View {
  let eye: SIMD3<Double>
  let right: SIMD3<Double>
  let up: SIMD3<Double>
  let forward: SIMD3<Double>
  /// Points nearer than this are not seen.
  let nearest: Double
  /// Whether the picture is to be filled with the nodes.
  let isFitted: Bool

  /// x and y across the view, z away from the eye.
  func coordinates(of point: SIMD3<Double>) -> SIMD3<Double> {
    let offset = point - eye
    return SIMD3(offset.dot(right), offset.dot(up), offset.dot(forward))
  }

  /// `scale` is what the positions have been multiplied by.
  init(_ camera: Camera, points: [SIMD3<Double>], scale: Double) {
    switch camera.placement {
    case .around(let azimuth, let elevation):
      let (center, radius) = View.sphere(around: points)
      let flat = cosine(degrees: elevation)
      let toEye = SIMD3(
        flat * sine(degrees: azimuth), sine(degrees: elevation), flat * cosine(degrees: azimuth))
      let distance = radius > 0 ? 1.02 * radius / sine(degrees: camera.fieldOfView / 2) : 1
      self.init(
        eye: center + distance * toEye, forward: -toEye, up: [0, 1, 0], distance: distance,
        isFitted: true)
    case .at(let eye, let target, let up):
      let offset = (target - eye) * scale
      let distance = offset.length
      self.init(
        eye: eye * scale, forward: offset / distance, up: up, distance: distance, isFitted: false)
    }
  }

  private init(
    eye: SIMD3<Double>, forward: SIMD3<Double>, up: SIMD3<Double>, distance: Double, isFitted: Bool
  ) {
    // Brought to length 1 before the cross product: an axis nearly along the view gives no right angle.
    let length = up.length
    var right = length > 0 && length.isFinite ? forward.cross(up / length) : .zero
    if right.length < 1e-9 {
      right = forward.cross(abs(forward.z) < 0.9 ? SIMD3(0, 0, -1) : SIMD3(0, 1, 0))
    }
    self.eye = eye
    self.forward = forward
    self.right = right / right.length
    self.up = self.right.cross(forward)
    nearest = distance * 1e-3
    self.isFitted = isFitted
  }

  /// The middle of the bounding box, and the distance from there to the farthest point.
  private static func sphere(around points: [SIMD3<Double>]) -> (SIMD3<Double>, Double) {
    var least = SIMD3<Double>(repeating: .infinity)
    var greatest = SIMD3<Double>(repeating: -.infinity)
    for point in points where point.isFinite {
      least.replace(with: point, where: point .< least)
      greatest.replace(with: point, where: point .> greatest)
    }
    guard least.x <= greatest.x else { return (.zero, 0) }
    let center = least * 0.5 + greatest * 0.5
    let radius = points.reduce(0.0) { $1.isFinite ? max($0, ($1 - center).length) : $0 }
    return (center, radius)
  }
}
