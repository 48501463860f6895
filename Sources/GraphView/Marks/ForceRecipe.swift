import ForceSimulation

/// A force of a declared graph, before the nodes and the number of dimensions are known.
enum ForceRecipe<NodeID: Hashable & Sendable>: Sendable {
  case center(x: Double, y: Double, strength: Double)
  case manyBody(strength: NodeAttribute<NodeID, Double>, theta: Double?)
  case link(strength: LinkAttribute<NodeID>, length: LinkAttribute<NodeID>, iterations: Int)
  case collide(radius: NodeAttribute<NodeID, Double>, strength: Double, iterations: Int)
  case boxCollide(
    halfSides: NodeAttribute<NodeID, SIMD2<Double>>, offsets: NodeAttribute<NodeID, SIMD2<Double>>,
    strength: Double,
    iterations: Int)
  case position(
    Axis, target: NodeAttribute<NodeID, Double>, strength: NodeAttribute<NodeID, Double>)
  case radial(
    radius: NodeAttribute<NodeID, Double>, center: SIMD2<Double>,
    strength: NodeAttribute<NodeID, Double>)
  /// Any force, with the type of its vectors.
  case own(ObjectIdentifier, isVaried: Bool, make: @Sendable ([NodeID]) -> any Force)

  /// True if the force must be recreated when nodes or links change.
  var isVaried: Bool {
    switch self {
    case .center: false
    case .manyBody(let strength, _): strength.isFunction
    case .link(let strength, let length, _): strength.isFunction || length.isFunction
    case .collide(let radius, _, _): radius.isFunction
    case .boxCollide(let halfSides, let offsets, _, _): halfSides.isFunction || offsets.isFunction
    case .position(_, let target, let strength): target.isFunction || strength.isFunction
    case .radial(let radius, _, let strength): radius.isFunction || strength.isFunction
    case .own(_, let isVaried, _): isVaried
    }
  }

  /// Returns the force for the nodes with these ids; nil if it has other vectors. O(nodes).
  func force<Vector: SimulationVector>(_ ids: [NodeID], _: Vector.Type) -> (any Force<Vector>)?
  where Vector.Scalar == Double {
    switch self {
    case .center(let x, let y, let strength):
      return CenterForce<Vector>(center: Vector(inPlane: SIMD2(x, y)), strength: strength)
    case .manyBody(let strength, let theta):
      return ManyBodyForce<Vector>(strength: strength.values(ids), theta: theta)
    case .link(let strength, let length, let iterations):
      let strength: LinkForce<Vector>.Strength =
        if case .byDegree = strength { .byDegree } else { .init(values: strength.values(ids)) }
      return LinkForce<Vector>(
        strength: strength, length: length.values(ids), iterations: iterations)
    case .collide(let radius, let strength, let iterations):
      return CollideForce<Vector>(
        radius: radius.values(ids), strength: strength, iterations: iterations)
    case .boxCollide(let halfSides, let offsets, let strength, let iterations):
      return BoxCollideForce<Vector>(
        halfSides: halfSides.values(ids) { Vector(halfSidesInPlane: $0) },
        offsets: offsets.values(ids) { Vector(inPlane: $0) }, strength: strength,
        iterations: iterations)
    case .position(let axis, let target, let strength):
      return PositionForce<Vector>(
        axis: axis, target: target.values(ids), strength: strength.values(ids))
    case .radial(let radius, let center, let strength):
      return RadialForce<Vector>(
        radius: radius.values(ids), center: Vector(inPlane: center),
        strength: strength.values(ids))
    case .own(_, _, let make):
      return make(ids) as? any Force<Vector>
    }
  }
}

extension SimulationVector {
  /// A point of the plane; its other coordinates are zero.
  init(inPlane point: SIMD2<Scalar>) {
    self = .zero
    self[0] = point.x
    self[1] = point.y
  }

  /// Half the sides of a box that is as deep as it is high.
  init(halfSidesInPlane halfSides: SIMD2<Scalar>) {
    self.init(repeating: halfSides.y)
    self[0] = halfSides.x
  }
}
