/// A list of forces whose type does not depend on what is in it.
///
///     let forces = SealedForce2D {
///       Kinetics2D.ManyBodyForce(strength: -30)
///       if hasLinks { Kinetics2D.LinkForce(stiffness: .constant(0.5)) }
///       Kinetics2D.CenterForce(center: .zero, strength: 1)
///     }
public struct SealedForce<Vector>: ForceProtocol
where Vector: SimulatableVector & L2NormCalculatable {
  /// The forces, in the order in which they act.
  public var entries: [ForceEntry] = []

  public init(_ entries: [ForceEntry]) { self.entries = entries }

  public init(@SealedForceBuilder<Vector> _ builder: () -> [ForceEntry]) { entries = builder() }

  public mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError) {
    for index in entries.indices { try entries[index].bindKinetics(checking: kinetics) }
  }

  public func apply(to kinetics: inout Kinetics<Vector>) {
    for entry in entries { entry.apply(to: &kinetics) }
  }

  public func dispose() {
    for entry in entries { entry.dispose() }
  }

  /// One force: a known one, called directly, or any other.
  public enum ForceEntry {
    case center(Kinetics<Vector>.CenterForce)
    case radial(Kinetics<Vector>.RadialForce)
    case manyBody(Kinetics<Vector>.ManyBodyForce)
    case link(Kinetics<Vector>.LinkForce)
    case collide(Kinetics<Vector>.CollideForce)
    case position(Kinetics<Vector>.PositionForce)
    case custom(any ForceProtocol<Vector>)
    case empty

    /// The entry for a force, by its type.
    public init(_ force: some ForceProtocol<Vector>) {
      switch force {
      case let force as Kinetics<Vector>.CenterForce: self = .center(force)
      case let force as Kinetics<Vector>.RadialForce: self = .radial(force)
      case let force as Kinetics<Vector>.ManyBodyForce: self = .manyBody(force)
      case let force as Kinetics<Vector>.LinkForce: self = .link(force)
      case let force as Kinetics<Vector>.CollideForce: self = .collide(force)
      case let force as Kinetics<Vector>.PositionForce: self = .position(force)
      case is Kinetics<Vector>.EmptyForce: self = .empty
      default: self = .custom(force)
      }
    }

    public mutating func bindKinetics(
      checking kinetics: Kinetics<Vector>
    ) throws(SimulationError) {
      var force = force
      try force.bindKinetics(checking: kinetics)
      self = Self(force)
    }

    public func apply(to kinetics: inout Kinetics<Vector>) {
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

    /// The force itself.
    public var force: any ForceProtocol<Vector> {
      switch self {
      case .center(let force): force
      case .radial(let force): force
      case .manyBody(let force): force
      case .link(let force): force
      case .collide(let force): force
      case .position(let force): force
      case .custom(let force): force
      case .empty: Kinetics<Vector>.EmptyForce()
      }
    }
  }
}

/// Collects the forces of a block into the entries of a `SealedForce`. Knows `if`, `switch` and `for`.
@resultBuilder
public struct SealedForceBuilder<Vector>
where Vector: SimulatableVector & L2NormCalculatable {
  public typealias Entry = SealedForce<Vector>.ForceEntry

  public static func buildBlock(_ components: [Entry]...) -> [Entry] { components.flatMap { $0 } }

  public static func buildExpression<FD>(_ expression: FD) -> [Entry]
  where FD: ForceDescriptor, FD.ConcreteForce: ForceProtocol<Vector> {
    [Entry(expression.createForce())]
  }

  public static func buildExpression<F>(_ force: F) -> [Entry] where F: ForceProtocol<Vector> {
    [Entry(force)]
  }

  public static func buildOptional(_ component: [Entry]?) -> [Entry] { component ?? [] }
  public static func buildEither(first component: [Entry]) -> [Entry] { component }
  public static func buildEither(second component: [Entry]) -> [Entry] { component }
  public static func buildArray(_ components: [[Entry]]) -> [Entry] { components.flatMap { $0 } }
}

extension SealedForce: CheckedForce {}
extension SealedForce: Force2D where Vector == SIMD2<Double> {}
extension SealedForce: Force3D where Vector == SIMD3<Float> {}

public typealias SealedForce2D = SealedForce<SIMD2<Double>>
public typealias SealedForce3D = SealedForce<SIMD3<Float>>
public typealias SealedForce2DBuilder = SealedForceBuilder<SIMD2<Double>>
public typealias SealedForce3DBuilder = SealedForceBuilder<SIMD3<Float>>
