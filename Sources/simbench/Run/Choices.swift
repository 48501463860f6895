/// The scalar type of the coordinates.
enum Precision: String, CaseIterable {
  case float, double
}

/// The engines that are timed.
enum EngineChoice: String, CaseIterable {
  case kernels, reference, both
}

/// The forces, by their names on the command line and in the reports.
enum ForceName: String, CaseIterable {
  case manyBody = "many-body"
  case tForce = "t-force"
  case link, center, collide
  case boxCollide = "box-collide"
  case position, radial

  /// The forces of a simulation by default.
  static let usual: [ForceName] = [.manyBody, .link, .center, .collide]
  /// Those of a run over MPI by default.
  static let shared = usual.filter(\.canBeShared)

  /// The names of forces in one text.
  static func list(_ forces: [ForceName], separator: String = ", ") -> String {
    forces.map(\.rawValue).joined(separator: separator)
  }

  /// True when the ranks of an MPI run can share the force.
  var canBeShared: Bool { self != .collide && self != .boxCollide }

  /// True when the force depends on velocities: it compares predicted positions.
  var readsVelocity: Bool { [.link, .collide, .boxCollide].contains(self) }
}
