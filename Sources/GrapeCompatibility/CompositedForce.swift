/// Two forces, one after the other; with `ForceBuilder`, as many as you like, without the cost of dynamic calls.
///
///     let forces = CompositedForce<SIMD2<Double>, _, _> {
///       Kinetics2D.ManyBodyForce(strength: -30)
///       Kinetics2D.CenterForce(center: .zero, strength: 1)
///     }
public struct CompositedForce<Vector, F1, F2>: ForceProtocol
where
  F1: ForceProtocol<Vector>, F2: ForceProtocol<Vector>,
  Vector: SimulatableVector & L2NormCalculatable
{
  /// Acts first, if there is one.
  public var force1: F1?
  public var force2: F2

  public init(force1: F1? = nil, force2: F2) {
    self.force1 = force1
    self.force2 = force2
  }

  public init(@ForceBuilder<Vector> _ builder: () -> CompositedForce<Vector, F1, F2>) {
    self = builder()
  }

  public mutating func bindKinetics(_ kinetics: Kinetics<Vector>) {
    force1?.bindKinetics(kinetics)
    force2.bindKinetics(kinetics)
  }

  public mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError) {
    try force1?.bindKinetics(checking: kinetics)
    try force2.bindKinetics(checking: kinetics)
  }

  public func apply(to kinetics: inout Kinetics<Vector>) {
    force1?.apply(to: &kinetics)
    force2.apply(to: &kinetics)
  }

  public func dispose() {
    force1?.dispose()
    force2.dispose()
  }
}

extension CompositedForce: Force2D where Vector == SIMD2<Double> {}
extension CompositedForce: Force3D where Vector == SIMD3<Float> {}
