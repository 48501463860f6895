/// A perspective camera for nodes in three dimensions.
public struct Camera: Hashable, Sendable {
  enum Placement: Hashable, Sendable {
    case around(azimuth: Double, elevation: Double)
    case at(eye: SIMD3<Double>, target: SIMD3<Double>, up: SIMD3<Double>)
  }

  var placement: Placement

  /// The vertical field of view in degrees, between 0 and 180. Smaller values give a flatter
  /// perspective.
  public var fieldOfView: Double

  /// The fading of distant nodes into the background: from 0 for none to 1 for invisible.
  public var depthCue = 0.65

  /// Returns a camera that shows all nodes, such that they fill the picture.
  ///
  /// - Parameters:
  ///   - azimuth: the angle around the y axis, which points up, in degrees. 0 looks along -z, with
  ///     x to the right.
  ///   - elevation: the angle above the horizon, in degrees.
  public static func around(
    azimuth: Double = 30, elevation: Double = 20, fieldOfView: Double = 35
  ) -> Camera {
    Camera(
      placement: .around(azimuth: azimuth, elevation: elevation), fieldOfView: fieldOfView)
  }

  /// Returns a camera at `eye` that looks at `target`, which is the centre of the picture. Nodes
  /// behind it or outside the picture are not shown. If `up` is zero or parallel to the view,
  /// another axis is used.
  public static func at(
    _ eye: SIMD3<Double>, lookingAt target: SIMD3<Double>, up: SIMD3<Double> = [0, 1, 0],
    fieldOfView: Double = 35
  ) -> Camera {
    Camera(placement: .at(eye: eye, target: target, up: up), fieldOfView: fieldOfView)
  }
}

/// The view of a camera: maps points in space to view coordinates.
struct View {
  let eye: SIMD3<Double>
  let right: SIMD3<Double>
  let up: SIMD3<Double>
  let forward: SIMD3<Double>
  /// The distance of the near plane; nearer points are not visible.
  let nearest: Double
  /// True if the nodes should fill the picture.
  let isFitted: Bool

  /// Returns x and y across the view, and z away from the eye.
  func coordinates(of point: SIMD3<Double>) -> SIMD3<Double> {
    let offset = point - eye
    return SIMD3(offset.dot(right), offset.dot(up), offset.dot(forward))
  }

  /// - Parameter scale: the factor by which the positions have been multiplied.
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
    // The vector is normalised before the cross product, so that the test for parallel axes is
    // relative.
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

  /// Returns the centre of the bounding box, and the distance from there to the farthest point.
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
