import ForceSimulation
import ForceSimulationLive

/// The parameters of forces that viewers may adjust.
///
/// A parameter with a value per node or link has no slider, as the program has chosen it.
enum ForceControls<Vector: SimulationVector> {
  typealias Scalar = Vector.Scalar

  /// An adjustable parameter of one type of force.
  private struct Control {
    var name: String
    var title: String
    var range: ClosedRange<Double>
    var value: (any Force<Vector>) -> Double?
    var setting: (any Force<Vector>, Scalar) -> (any Force<Vector>)?

    init<F: Force<Vector>>(
      _ name: String, _ title: String, _ range: ClosedRange<Double>,
      get: @escaping (F) -> Scalar?, set: @escaping (inout F, Scalar) -> Void
    ) {
      (self.name, self.title, self.range) = (name, title, range)
      value = { ($0 as? F).flatMap(get).map { Double($0) } }
      setting = { force, value in
        guard var force = force as? F else { return nil }
        set(&force, value)
        return force
      }
    }
  }

  private static func common(_ values: NodeValues<Scalar>) -> Scalar? {
    if case .constant(let value) = values { value } else { nil }
  }

  private static func common(_ values: LinkValues<Scalar>) -> Scalar? {
    if case .constant(let value) = values { value } else { nil }
  }

  private static func controls(of force: any Force<Vector>) -> (title: String, [Control]) {
    switch force {
    case is ManyBodyForce<Vector>:
      (
        "Charge",
        [
          Control(
            "strength", "Strength", -200...0,
            get: { (f: ManyBodyForce<Vector>) in common(f.strength) },
            set: { $0.strength = .constant($1) })
        ]
      )
    case is LinkForce<Vector>:
      (
        "Links",
        [
          Control(
            "length", "Length", 1...200, get: { (f: LinkForce<Vector>) in common(f.length) },
            set: { $0.length = .constant($1) })
        ]
      )
    case is CollideForce<Vector>:
      (
        "Collisions",
        [
          Control(
            "radius", "Radius", 0...50, get: { (f: CollideForce<Vector>) in common(f.radius) },
            set: { $0.radius = .constant($1) }),
          Control(
            "strength", "Strength", 0...1, get: { (f: CollideForce<Vector>) in f.strength },
            set: { $0.strength = $1 }),
        ]
      )
    case is BoxCollideForce<Vector>:
      (
        "Collisions of boxes",
        [
          Control(
            "strength", "Strength", 0...1, get: { (f: BoxCollideForce<Vector>) in f.strength },
            set: { $0.strength = $1 })
        ]
      )
    case is CenterForce<Vector>:
      (
        "Centre",
        [
          Control(
            "strength", "Strength", 0...1, get: { (f: CenterForce<Vector>) in f.strength },
            set: { $0.strength = $1 })
        ]
      )
    case is GravityForce<Vector>:
      (
        "Gravity",
        [
          Control(
            "strength", "Strength", 0...5, get: { (f: GravityForce<Vector>) in f.strength },
            set: { $0.strength = $1 })
        ]
      )
    case let position as PositionForce<Vector>:
      (
        "Towards \(position.axis)",
        [
          Control(
            "strength", "Strength", 0...1,
            get: { (f: PositionForce<Vector>) in common(f.strength) },
            set: { $0.strength = .constant($1) })
        ]
      )
    case is RadialForce<Vector>:
      (
        "Ring",
        [
          Control(
            "radius", "Radius", 0...1000, get: { (f: RadialForce<Vector>) in common(f.radius) },
            set: { $0.radius = .constant($1) }),
          Control(
            "strength", "Strength", 0...1, get: { (f: RadialForce<Vector>) in common(f.strength) },
            set: { $0.strength = .constant($1) }),
        ]
      )
    case is GroupForce<Vector>:
      (
        "Groups",
        [
          Control(
            "strength", "Strength", 0...1, get: { (f: GroupForce<Vector>) in common(f.strength) },
            set: { $0.strength = .constant($1) })
        ]
      )
    default: ("", [])
    }
  }

  /// Returns the forces for the panel, without the temporary ones of edits.
  static func describe(_ forces: ForceList<Vector>) -> [ForceDescription] {
    forces.names.compactMap { name in
      guard let force = forces[name], !(force is AnchorForce<Vector>) else { return nil }
      let (title, controls) = controls(of: force)
      let parameters = controls.compactMap { control -> ForceDescription.Parameter? in
        guard let value = control.value(force), value.isFinite else { return nil }
        return ForceDescription.Parameter(
          name: control.name, title: control.title, value: value,
          low: min(control.range.lowerBound, value), high: max(control.range.upperBound, value))
      }
      return ForceDescription(
        name: name, title: title.isEmpty ? name : title, on: forces.isOn(name),
        parameters: parameters)
    }
  }

  /// Returns a force with another value of a parameter.
  static func setting(
    _ parameter: String, of force: any Force<Vector>, named name: String, to value: Double
  ) throws -> any Force<Vector> {
    guard value.isFinite else {
      throw GraphViewError.outOfRange(parameter, value: "\(value)", allowed: "finite")
    }
    let control = controls(of: force).1.first { $0.name == parameter }
    guard let control, control.value(force) != nil,
      let changed = control.setting(force, Scalar(value))
    else {
      throw GraphViewError.impossible(
        "the force \"\(name)\" has no parameter \"\(parameter)\" that can be set here")
    }
    return changed
  }
}
