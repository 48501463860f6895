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
  case link, center, collide, position, radial
}
