import ForceSimulation

/// A force of a declared graph, before the nodes and the number of dimensions are known.
enum ForceRecipe<NodeID: Hashable & Sendable>: Sendable {
  case center(x: Double, y: Double, strength: Double)
  case manyBody(strength: Double, mass: NodeAttribute<NodeID>, theta: Double?)
  case link(length: LinkAttribute<NodeID>, stiffness: LinkAttribute<NodeID>, iterations: Int)
  case collide(strength: Double, radius: NodeAttribute<NodeID>, iterations: Int)
  case collideBoxes(
    strength: Double, halfSides: NodeVectorAttribute<NodeID>, offsets: NodeVectorAttribute<NodeID>,
    iterations: Int)
  case position(Axis, target: NodeAttribute<NodeID>, strength: NodeAttribute<NodeID>)
  case radial(
    center: SIMD2<Double>, strength: NodeAttribute<NodeID>, radius: NodeAttribute<NodeID>)

  /// True if the force must be recreated when nodes or links change.
  var isVaried: Bool {
    switch self {
    case .center: false
    case .manyBody(_, let mass, _): mass.isVaried
    case .link(let length, let stiffness, _): length.isVaried || stiffness.isVaried
    case .collide(_, let radius, _): radius.isVaried
    case .collideBoxes(_, let halfSides, let offsets, _): halfSides.isVaried || offsets.isVaried
    case .position(_, let target, let strength): target.isVaried || strength.isVaried
    case .radial(_, let strength, let radius): strength.isVaried || radius.isVaried
    }
  }

  /// Returns the force for the nodes with these ids. O(nodes).
  func force<Vector: SimulationVector>(_ ids: [NodeID], _: Vector.Type) -> any Force<Vector>
  where Vector.Scalar == Double {
    switch self {
    case .center(let x, let y, let strength):
      return CenterForce<Vector>(center: Vector(inPlane: SIMD2(x, y)), strength: strength)
    case .manyBody(let strength, let mass, let theta):
      var force = ManyBodyForce<Vector>(strength: mass.values(ids).scaled(by: strength))
      force.theta = theta
      return force
    case .link(let length, let stiffness, let iterations):
      let strength: LinkForce<Vector>.Strength =
        if case .weightedByDegree = stiffness { .byDegree } else {
          .init(values: stiffness.values(ids))
        }
      return LinkForce<Vector>(
        strength: strength, length: length.values(ids), iterations: iterations)
    case .collide(let strength, let radius, let iterations):
      return CollideForce<Vector>(
        radius: radius.values(ids), strength: strength, iterations: iterations)
    case .collideBoxes(let strength, let halfSides, let offsets, let iterations):
      return BoxCollideForce<Vector>(
        halfSides: halfSides.values(ids) { Vector(halfSidesInPlane: $0) },
        offsets: offsets.values(ids) { Vector(inPlane: $0) }, strength: strength,
        iterations: iterations)
    case .position(let axis, let target, let strength):
      return PositionForce<Vector>(
        axis: axis, target: target.values(ids), strength: strength.values(ids))
    case .radial(let center, let strength, let radius):
      return RadialForce<Vector>(
        radius: radius.values(ids), center: Vector(inPlane: center),
        strength: strength.values(ids))
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
