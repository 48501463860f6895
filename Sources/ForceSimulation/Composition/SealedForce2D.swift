/// A list of forces for two-dimensional simulations in Double, whose type does not depend on what is in it.
///
///     let forces = SealedForce2D {
///       Kinetics2D.ManyBodyForce(strength: -30)
///       if hasLinks { Kinetics2D.LinkForce(stiffness: .constant(0.5)) }
///       Kinetics2D.CenterForce(center: .zero, strength: 1)
///     }
public struct SealedForce2D: Force2D {
  /// The forces, in the order in which they act.
  public var entries: [ForceEntry] = []

  public init(_ entries: [ForceEntry]) { self.entries = entries }

  public init(@SealedForce2DBuilder _ builder: () -> [ForceEntry]) { entries = builder() }

  public mutating func bindKinetics(_ kinetics: Kinetics2D) {
    trapping { () throws(SimulationError) in try bindKinetics(checking: kinetics) }
  }

  public mutating func bindKinetics(checking kinetics: Kinetics2D) throws(SimulationError) {
    for index in entries.indices { try entries[index].bindKinetics(checking: kinetics) }
  }

  public func apply(to kinetics: inout Kinetics2D) {
    for entry in entries { entry.apply(to: &kinetics) }
  }

  public func dispose() {
    for entry in entries { entry.dispose() }
  }

  /// One force: a known one, called directly, or any other.
  public enum ForceEntry {
    case center(Kinetics2D.CenterForce)
    case radial(Kinetics2D.RadialForce)
    case manyBody(Kinetics2D.ManyBodyForce)
    case link(Kinetics2D.LinkForce)
    case collide(Kinetics2D.CollideForce)
    case position(Kinetics2D.PositionForce)
    case custom(any Force2D)
    case empty

    /// The entry for a force, by its type.
    public init(_ force: some Force2D) {
      switch force {
      case let force as Kinetics2D.CenterForce: self = .center(force)
      case let force as Kinetics2D.RadialForce: self = .radial(force)
      case let force as Kinetics2D.ManyBodyForce: self = .manyBody(force)
      case let force as Kinetics2D.LinkForce: self = .link(force)
      case let force as Kinetics2D.CollideForce: self = .collide(force)
      case let force as Kinetics2D.PositionForce: self = .position(force)
      case is Kinetics2D.EmptyForce: self = .empty
      default: self = .custom(force)
      }
    }

    public mutating func bindKinetics(checking kinetics: Kinetics2D) throws(SimulationError) {
      var force = force
      try force.bindKinetics(checking: kinetics)
      self = Self(force)
    }

    public func apply(to kinetics: inout Kinetics2D) {
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

    private var force: any Force2D {
      switch self {
      case .center(let force): force
      case .radial(let force): force
      case .manyBody(let force): force
      case .link(let force): force
      case .collide(let force): force
      case .position(let force): force
      case .custom(let force): force
      case .empty: Kinetics2D.EmptyForce()
      }
    }
  }
}

/// Collects the forces of a block into the entries of a `SealedForce2D`.
@resultBuilder
public struct SealedForce2DBuilder {
  public static func buildBlock(_ components: [SealedForce2D.ForceEntry]...) -> [SealedForce2D
    .ForceEntry]
  {
    components.flatMap { $0 }
  }

  public static func buildExpression<FD>(_ expression: FD) -> [SealedForce2D.ForceEntry]
  where FD: ForceDescriptor, FD.ConcreteForce: Force2D {
    [SealedForce2D.ForceEntry(expression.createForce())]
  }

  public static func buildExpression<F>(_ force: F) -> [SealedForce2D.ForceEntry]
  where F: Force2D {
    [SealedForce2D.ForceEntry(force)]
  }

  public static func buildOptional(
    _ component: [SealedForce2D.ForceEntry]?
  ) -> [SealedForce2D.ForceEntry] { component ?? [] }

  public static func buildEither(
    first component: [SealedForce2D.ForceEntry]
  ) -> [SealedForce2D.ForceEntry] { component }

  public static func buildEither(
    second component: [SealedForce2D.ForceEntry]
  ) -> [SealedForce2D.ForceEntry] { component }

  public static func buildArray(
    _ components: [[SealedForce2D.ForceEntry]]
  ) -> [SealedForce2D.ForceEntry] { components.flatMap { $0 } }
}
