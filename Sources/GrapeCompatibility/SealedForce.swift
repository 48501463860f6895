// Grape's names of `ForceList`, its entries and its builder.

/// Another name of the builder of forces, in the plane.
public typealias SealedForce2DBuilder = ForceBuilder<SIMD2<Double>>
/// Another name of the builder of forces, in space.
public typealias SealedForce3DBuilder = ForceBuilder<SIMD3<Float>>

extension ForceList {
  /// Another name of an entry.
  public typealias ForceEntry = Entry

  /// The entries, in the sequence in which their forces act. An entry without a name gets that of
  /// its type.
  public var entries: [Entry] {
    get { names.compactMap { name in self[name].map { Entry($0, named: name) } } }
    set { self = ForceList(newValue) }
  }
}

extension ForceList.Entry {
  /// Creates an entry without a name.
  public static func manyBody(_ force: ManyBodyForce<Vector>) -> Self { Self(force) }
  /// Creates an entry without a name.
  public static func link(_ force: LinkForce<Vector>) -> Self { Self(force) }
  /// Creates an entry without a name.
  public static func collide(_ force: CollideForce<Vector>) -> Self { Self(force) }
  /// Creates an entry without a name.
  public static func center(_ force: CenterForce<Vector>) -> Self { Self(force) }
  /// Creates an entry without a name.
  public static func position(_ force: PositionForce<Vector>) -> Self { Self(force) }
  /// Creates an entry without a name.
  public static func radial(_ force: RadialForce<Vector>) -> Self { Self(force) }
  /// A force that does nothing.
  public static var empty: Self { Self(EmptyForce<Vector>()) }

  /// Applies the force once, outside of a simulation.
  public func apply(to kinetics: inout Kinetics<Vector>) { kinetics.apply(byHand: force) }

  /// Does nothing: memory is freed with the last copy of a force.
  public func dispose() {}
}
