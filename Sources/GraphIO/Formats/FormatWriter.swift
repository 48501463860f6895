/// A writer of one or more formats.
protocol FormatWriter: SendableMetatype {
  /// Writes a graph, and reports what the file does not contain. The caller finishes the output.
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport
}

/// The output of a writer.
struct FormatOutput {
  let format: GraphFormat
  let text: TextOutput
  /// The name of the file in errors.
  let name: String
  /// True to prefix cells that spreadsheets would take for formulas with an apostrophe.
  let hasSafeCells: Bool
}
