/// Writes the files of a format, or of several.
protocol FormatWriter: SendableMetatype {
  /// Writes a graph, and reports what of it the file does not have. The caller finishes the output.
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport
}

/// What a writer is given.
struct FormatOutput {
  let format: GraphFormat
  let text: TextOutput
  /// What errors call the file.
  let name: String
  /// True when cells that spreadsheets take for formulas get an apostrophe.
  let hasSafeCells: Bool
}
