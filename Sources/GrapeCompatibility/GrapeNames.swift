// Names that code written for Grape uses. docs/from-grape.md says what else differs.

public typealias Simulation2D<ForceField> = Simulation<SIMD2<Double>, ForceField>
where ForceField: ForceProtocol<SIMD2<Double>>

public typealias Simulation3D<ForceField> = Simulation<SIMD3<Float>, ForceField>
where ForceField: ForceProtocol<SIMD3<Float>>

extension Kinetics {
  /// The number of nodes.
  public var validCount: Int { nodeCount }

  /// The range of the nodes' indices.
  public var range: Range<Int> { 0..<nodeCount }

  /// The pins: `fixation[i]` is where node i is held on all axes, or nil.
  @inlinable
  public var fixation: Pins<Vector> {
    _read { yield pins }
    _modify { yield &pins }
  }
}
