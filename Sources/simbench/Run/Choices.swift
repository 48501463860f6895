/// The type of coordinates.
enum Precision: String, CaseIterable {
  case float, double
}

/// The engines that are timed.
enum EngineChoice: String, CaseIterable {
  case kernels, reference, both
}

/// The forces by the names of the command line and the reports.
enum ForceName: String, CaseIterable {
  case manyBody = "many-body"
  case link, center, collide, position, radial
}
