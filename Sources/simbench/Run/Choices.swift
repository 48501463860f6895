/// The scalar type of the coordinates.
enum Precision: String, CaseIterable {
  case float, double
}

/// The engines that are timed.
enum EngineChoice: String, CaseIterable {
  case kernels, reference, both
}

/// All forces of the library, by their names on the command line and in the reports.
enum ForceName: String, CaseIterable {
  case manyBody = "many-body"
  case tForce = "t-force"
  case link, center, collide
  case boxCollide = "box-collide"
  case position, radial, gravity, group, spring, magnetic, pointer, anchor, boundary
  case velocityLimit = "velocity-limit"

  /// The forces of a simulation by default.
  static let usual: [ForceName] = [.manyBody, .link, .center, .collide]
  /// Those of a run over MPI by default.
  static let shared = usual.filter(\.canBeShared)

  /// The names of forces in one text.
  static func list(_ forces: [ForceName], separator: String = ", ") -> String {
    forces.map(\.rawValue).joined(separator: separator)
  }

  /// True when the ranks of an MPI run can share the force. Anchors are a list of all nodes, which
  /// no rank has.
  var canBeShared: Bool {
    ![.collide, .boxCollide, .group, .spring, .magnetic, .anchor].contains(self)
  }

  /// True when the force depends on velocities: it compares predicted positions, dampens or limits.
  var readsVelocity: Bool {
    [.link, .collide, .boxCollide, .spring, .boundary, .velocityLimit].contains(self)
  }
}
