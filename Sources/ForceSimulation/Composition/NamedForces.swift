/// Forces by name, in order: for simulations whose forces come and go (d3-force, "simulation.force").
///
///     var forces = NamedForces2D()
///     forces["charge"] = Kinetics2D.ManyBodyForce(strength: -30)
///     forces["link"] = Kinetics2D.LinkForce(stiffness: .weightedByDegree { _, _ in 1 })
///     let simulation = Simulation(nodeCount: 100, links: links, forceField: forces)
///     simulation.forces["charge"] = nil
///
/// A force that replaces one of the same name takes its place in the order; a new name goes to the end.
public struct NamedForces<Vector>: ForceProtocol
where Vector: SimulatableVector & L2NormCalculatable {
  /// The names, in the order in which the forces act.
  public private(set) var names: [String] = []
  private var forces: [any ForceProtocol<Vector>] = []

  /// No forces.
  public init() {}

  /// These forces, in this order. A name that appears again replaces the earlier force.
  public init(_ forces: KeyValuePairs<String, any ForceProtocol<Vector>>) {
    for (name, force) in forces { self[name] = force }
  }

  /// The force of a name; nil removes it. O(number of forces).
  public subscript(name: String) -> (any ForceProtocol<Vector>)? {
    get { names.firstIndex(of: name).map { forces[$0] } }
    set {
      switch (names.firstIndex(of: name), newValue) {
      case (let index?, let force?): forces[index] = force
      case (let index?, nil):
        names.remove(at: index)
        forces.remove(at: index)
      case (nil, let force?):
        names.append(name)
        forces.append(force)
      case (nil, nil): break
      }
    }
  }

  public mutating func bindKinetics(_ kinetics: Kinetics<Vector>) {
    for index in forces.indices { forces[index].bindKinetics(kinetics) }
  }

  public mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError) {
    for index in forces.indices { try forces[index].bindKinetics(checking: kinetics) }
  }

  public func apply(to kinetics: inout Kinetics<Vector>) {
    for force in forces { force.apply(to: &kinetics) }
  }

  public func dispose() {
    for force in forces { force.dispose() }
  }
}

public typealias NamedForces2D = NamedForces<SIMD2<Double>>
public typealias NamedForces3D = NamedForces<SIMD3<Float>>

extension NamedForces: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, any ForceProtocol<Vector>)...) {
    for (name, force) in elements { self[name] = force }
  }
}

extension NamedForces: Force2D where Vector == SIMD2<Double> {}
extension NamedForces: Force3D where Vector == SIMD3<Float> {}

extension Simulation where ForceField == NamedForces<Vector> {
  /// The forces by name. Setting one binds the forces anew.
  public var forces: NamedForces<Vector> {
    get { forceField }
    set { forceField = newValue }
  }
}
