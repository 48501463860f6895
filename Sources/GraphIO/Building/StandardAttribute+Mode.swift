extension StandardAttribute {
  /// The kind of a node in a two-mode network of Pajek or UCINET: 1 for the rows of its matrix, 2 for
  /// the columns.
  static let mode = "mode"
}
