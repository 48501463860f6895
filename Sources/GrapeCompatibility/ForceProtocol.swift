// The core is exported, so that code written for Grape needs only one import.
@_exported import ForceSimulation

/// A force as Grape's users write it: it acts on the state of the simulation.
///
///     struct Gravity: Force2D {
///       func apply(to kinetics: inout Kinetics2D) {
///         for i in kinetics.range { kinetics.velocity[i].y += 0.1 * kinetics.alpha }
///       }
///     }
///
/// Each tick calls `apply(to:)`. `bindKinetics(_:)` is called when the force becomes part of a
/// simulation, and again when nodes, links, or the force itself are replaced.
public protocol ForceProtocol<Vector>: Force {
  /// Acts on the state once.
  func apply(to kinetics: inout Kinetics<Vector>)
  /// Prepares for a set of nodes and links. By default does nothing.
  mutating func bindKinetics(_ kinetics: Kinetics<Vector>)
  /// Grape's clean-up method, which nothing calls here: memory is freed with the last copy of a
  /// force. The default does nothing.
  func dispose()
}

extension ForceProtocol {
  public func apply(to step: inout StepContext<Vector>) { apply(to: &step.kinetics) }

  /// Calls Grape's `bindKinetics(_:)` with the state.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    bindKinetics(context.kinetics)
  }

  public mutating func bindKinetics(_ kinetics: Kinetics<Vector>) {}

  public func dispose() {}
}

/// A force in the plane, in Double.
public protocol Force2D: ForceProtocol where Vector == SIMD2<Double> {}
/// A force in space, in Float.
public protocol Force3D: ForceProtocol where Vector == SIMD3<Float> {}

/// A force that has its own `bind(to:)` and `apply(to:)` for a step, under Grape's protocol.
///
/// Grape's two methods are for use outside of a simulation, or in a force that contains others:
/// `bindKinetics(_:)` checks the parameters and traps when they are wrong; `apply(to:)` binds a
/// copy of the force and runs it on the kernels.
public protocol SteppedForce: ForceProtocol {}

extension SteppedForce {
  public mutating func bindKinetics(_ kinetics: Kinetics<Vector>) { kinetics.bind(byHand: &self) }

  public func apply(to kinetics: inout Kinetics<Vector>) { kinetics.apply(byHand: self) }
}

extension ManyBodyForce: SteppedForce {}
extension LinkForce: SteppedForce {}
extension CollideForce: SteppedForce {}
extension CenterForce: SteppedForce {}
extension PositionForce: SteppedForce {}
extension RadialForce: SteppedForce {}
extension ForceList: SteppedForce {}

extension ManyBodyForce: Force2D where Vector == SIMD2<Double> {}
extension LinkForce: Force2D where Vector == SIMD2<Double> {}
extension CollideForce: Force2D where Vector == SIMD2<Double> {}
extension CenterForce: Force2D where Vector == SIMD2<Double> {}
extension PositionForce: Force2D where Vector == SIMD2<Double> {}
extension RadialForce: Force2D where Vector == SIMD2<Double> {}
extension ForceList: Force2D where Vector == SIMD2<Double> {}

extension ManyBodyForce: Force3D where Vector == SIMD3<Float> {}
extension LinkForce: Force3D where Vector == SIMD3<Float> {}
extension CollideForce: Force3D where Vector == SIMD3<Float> {}
extension CenterForce: Force3D where Vector == SIMD3<Float> {}
extension PositionForce: Force3D where Vector == SIMD3<Float> {}
extension RadialForce: Force3D where Vector == SIMD3<Float> {}
extension ForceList: Force3D where Vector == SIMD3<Float> {}

/// A force that does nothing.
public struct EmptyForce<Vector: SimulationVector>: ForceProtocol {
  public init() {}
  public func apply(to kinetics: inout Kinetics<Vector>) {}
}

extension EmptyForce: Force2D where Vector == SIMD2<Double> {}
extension EmptyForce: Force3D where Vector == SIMD3<Float> {}
