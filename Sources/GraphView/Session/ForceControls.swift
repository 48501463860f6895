import ForceSimulation
import ForceSimulationLive

/// The parameters of forces that people may change while they look: those that their kinds declare
/// with a slider.
///
/// A parameter with a value per node or link has no slider, as the program has chosen it.
enum ForceControls<Vector: SimulationVector> {
  private static func controls(
    of force: any Force<Vector>
  ) -> [(parameter: ForceParameter<Vector>, slider: ClosedRange<Double>, value: Double)] {
    type(of: force).kind.parameters.compactMap { parameter in
      guard let slider = parameter.slider, let value = parameter.value(of: force), value.isFinite
      else { return nil }
      return (parameter, slider, value)
    }
  }

  /// Returns the forces for the panel, without the temporary ones of edits.
  static func describe(_ forces: ForceList<Vector>) -> [ForceDescription] {
    forces.names.compactMap { name in
      guard let force = forces[name], (force as? AnchorForce<Vector>)?.isLasting != false else {
        return nil
      }
      let kind = type(of: force).kind
      let parameters = controls(of: force).map { parameter, slider, value in
        ForceDescription.Parameter(
          name: parameter.name, title: parameter.title, value: value,
          low: min(slider.lowerBound, value), high: max(slider.upperBound, value))
      }
      return ForceDescription(
        name: name, title: kind.parameters.isEmpty ? name : kind.title(of: force),
        on: forces.isOn(name), parameters: parameters)
    }
  }

  /// Returns a force with another value of a parameter.
  static func setting(
    _ parameter: String, of force: any Force<Vector>, named name: String, to value: Double
  ) throws -> any Force<Vector> {
    guard value.isFinite else {
      throw GraphViewError.outOfRange(parameter, value: "\(value)", allowed: "finite")
    }
    let control = controls(of: force).first { $0.parameter.name == parameter }
    guard let changed = control?.parameter.setting(value, of: force) else {
      throw GraphViewError.impossible(
        "the force \"\(name)\" has no parameter \"\(parameter)\" that can be set here")
    }
    return changed
  }
}
