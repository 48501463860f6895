/// A list of forces for three-dimensional simulations in Float, whose type does not depend on what is in it.
///
///     let forces = SealedForce3D {
///       Kinetics3D.ManyBodyForce(strength: -30)
///       if hasLinks { Kinetics3D.LinkForce(stiffness: .constant(0.5)) }
///       Kinetics3D.CenterForce(center: .zero, strength: 1)
///     }
public struct SealedForce3D: Force3D {
  /// The forces, in the order in which they act.
  public var entries: [ForceEntry] = []

  public init(_ entries: [ForceEntry]) { self.entries = entries }

  public init(@SealedForce3DBuilder _ builder: () -> [ForceEntry]) { entries = builder() }

  public mutating func bindKinetics(_ kinetics: Kinetics3D) {
    trapping { () throws(SimulationError) in try bindKinetics(checking: kinetics) }
  }

  public mutating func bindKinetics(checking kinetics: Kinetics3D) throws(SimulationError) {
    for index in entries.indices { try entries[index].bindKinetics(checking: kinetics) }
  }

  public func apply(to kinetics: inout Kinetics3D) {
    for entry in entries { entry.apply(to: &kinetics) }
  }

  public func dispose() {
    for entry in entries { entry.dispose() }
  }

  /// One force: a known one, called directly, or any other.
  public enum ForceEntry {
    case center(Kinetics3D.CenterForce)
    case radial(Kinetics3D.RadialForce)
    case manyBody(Kinetics3D.ManyBodyForce)
    case link(Kinetics3D.LinkForce)
    case collide(Kinetics3D.CollideForce)
    case position(Kinetics3D.PositionForce)
    case custom(any Force3D)
    case empty

    /// The entry for a force, by its type.
    public init(_ force: some Force3D) {
      switch force {
      case let force as Kinetics3D.CenterForce: self = .center(force)
      case let force as Kinetics3D.RadialForce: self = .radial(force)
      case let force as Kinetics3D.ManyBodyForce: self = .manyBody(force)
      case let force as Kinetics3D.LinkForce: self = .link(force)
      case let force as Kinetics3D.CollideForce: self = .collide(force)
      case let force as Kinetics3D.PositionForce: self = .position(force)
      case is Kinetics3D.EmptyForce: self = .empty
      default: self = .custom(force)
      }
    }

    public mutating func bindKinetics(checking kinetics: Kinetics3D) throws(SimulationError) {
      var force = force
      try force.bindKinetics(checking: kinetics)
      self = Self(force)
    }

    public func apply(to kinetics: inout Kinetics3D) {
      switch self {
      case .center(let force): force.apply(to: &kinetics)
      case .radial(let force): force.apply(to: &kinetics)
      case .manyBody(let force): force.apply(to: &kinetics)
      case .link(let force): force.apply(to: &kinetics)
      case .collide(let force): force.apply(to: &kinetics)
      case .position(let force): force.apply(to: &kinetics)
      case .custom(let force): force.apply(to: &kinetics)
      case .empty: break
      }
    }

    public func dispose() { force.dispose() }

    private var force: any Force3D {
      switch self {
      case .center(let force): force
      case .radial(let force): force
      case .manyBody(let force): force
      case .link(let force): force
      case .collide(let force): force
      case .position(let force): force
      case .custom(let force): force
      case .empty: Kinetics3D.EmptyForce()
      }
    }
  }
}

/// Collects the forces of a block into the entries of a `SealedForce3D`.
@resultBuilder
public struct SealedForce3DBuilder {
  public static func buildBlock(_ components: [SealedForce3D.ForceEntry]...) -> [SealedForce3D
    .ForceEntry]
  {
    components.flatMap { $0 }
  }

  public static func buildExpression<FD>(_ expression: FD) -> [SealedForce3D.ForceEntry]
  where FD: ForceDescriptor, FD.ConcreteForce: Force3D {
    [SealedForce3D.ForceEntry(expression.createForce())]
  }

  public static func buildExpression<F>(_ force: F) -> [SealedForce3D.ForceEntry]
  where F: Force3D {
    [SealedForce3D.ForceEntry(force)]
  }

  public static func buildOptional(
    _ component: [SealedForce3D.ForceEntry]?
  ) -> [SealedForce3D.ForceEntry] { component ?? [] }

  public static func buildEither(
    first component: [SealedForce3D.ForceEntry]
  ) -> [SealedForce3D.ForceEntry] { component }

  public static func buildEither(
    second component: [SealedForce3D.ForceEntry]
  ) -> [SealedForce3D.ForceEntry] { component }

  public static func buildArray(
    _ components: [[SealedForce3D.ForceEntry]]
  ) -> [SealedForce3D.ForceEntry] { components.flatMap { $0 } }
}
