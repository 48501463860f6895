extension Kinetics {
  /// A force that does nothing.
  public struct EmptyForce: ForceProtocol, Sendable {
    public init() {}
    public func apply(to kinetics: inout Kinetics<Vector>) {}
  }
}

extension Kinetics.EmptyForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.EmptyForce: Force3D where Vector == SIMD3<Float> {}
