/// Keeps nodes in a region: a box, or a disc (ball).
///
/// A node's next position is predicted as position + velocityDecay * velocity. Where it is outside,
/// the overshoot is its difference to the nearest point of the region. A hard boundary takes the
/// whole overshoot away, so that the node ends the tick on the boundary. An elastic one adds -share
/// * overshoot / velocityDecay to the velocity, so that nodes swing back over several ticks.
/// Does not depend on alpha. Later forces of the list can move a node beyond it again. O(n).
public struct BoundaryForce<Vector: SimulationVector>: Force, Hashable {
  /// The region in which nodes stay, in layout units.
  public enum Region: Sendable, Hashable, Codable {
    /// All points between two corners.
    case box(low: Vector, high: Vector)
    /// All points at most so far from a center: a disc in the plane, a ball in space.
    case disc(center: Vector, radius: Vector.Scalar)
  }

  /// The region in which nodes stay.
  public var region: Region
  /// The share of the overshoot that is taken away in each tick, 0 to 1, dimensionless. 1 is a hard
  /// boundary, less an elastic one.
  public var share: Vector.Scalar

  /// A boundary; hard by default.
  public init(_ region: Region, share: Vector.Scalar = 1) {
    self.region = region
    self.share = share
  }

  /// Throws when a corner, the center or the radius is not finite, the radius is negative, a low
  /// coordinate is above the high one, or the share is not between 0 and 1.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try Validate.share(share, "share of boundary force")
    switch region {
    case .box(let low, let high):
      try Validate.finite(vector: low, "low corner of boundary force")
      try Validate.finite(vector: high, "high corner of boundary force")
      for axis in 0..<Vector.scalarCount where low[axis] > high[axis] {
        throw .outOfRange(
          "low corner of boundary force", value: "\(low)", allowed: "at most the high one, \(high)")
      }
    case .disc(let center, let radius):
      try Validate.finite(vector: center, "center of boundary force")
      try Validate.finite(radius, "radius of boundary force")
      try Validate.notNegative(radius, "radius of boundary force")
    }
  }

  /// Changes the velocities of the nodes that would leave the region. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
    let decay = step.kinetics.parameters.velocityDecay
    guard decay > 0 else { return }
    for node in 0..<step.nodeCount {
      let velocity = step.kinetics._velocity.storage[node]
      let ahead = step.kinetics._position.storage[node] + velocity * decay
      let overshoot = overshoot(of: ahead)
      if overshoot != .zero {
        step.kinetics._velocity.storage[node] = velocity - overshoot * (share / decay)
      }
    }
  }

  /// The difference of a point to the nearest point of the region; zero inside.
  @inline(__always)
  private func overshoot(of point: Vector) -> Vector {
    switch region {
    case .box(let low, let high): return point - point.clamped(lowerBound: low, upperBound: high)
    case .disc(let center, let radius):
      let difference = point - center
      let distance = difference.length()
      return distance > radius ? difference * ((distance - radius) / distance) : .zero
    }
  }
}

extension BoundaryForce: Codable {}

extension BoundaryForce: CustomStringConvertible {
  /// The parameters, in words.
  public var description: String { "boundary \(region), share \(share)" }
}

extension BoundaryForce: StoredForce {
  static var kind: UInt8 { 10 }

  func write(to writer: inout ByteWriter) {
    switch region {
    case .box(let low, let high):
      writer.write(false)
      writer.write(vector: low)
      writer.write(vector: high)
    case .disc(let center, let radius):
      writer.write(true)
      writer.write(vector: center)
      writer.write(radius)
    }
    writer.write(share)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    if try reader.readFlag() {
      region = .disc(
        center: try reader.readVector(Vector.self), radius: try reader.read(Vector.Scalar.self))
    } else {
      region = .box(
        low: try reader.readVector(Vector.self), high: try reader.readVector(Vector.self))
    }
    share = try reader.read(Vector.Scalar.self)
  }
}
