extension Picture {
  /// Returns the picture as a PDF file with one page: vector graphics, selectable text, and
  /// embedded fonts. Needs the package trait `PNG`, and the system's Cairo.
  ///
  /// - Throws: `RenderingError.traitMissing` without the trait, `.cairoNotInstalled`, `.cairo` for errors of Cairo.
  public func pdf() throws(RenderingError) -> [UInt8] {
    #if PNG
    try Self.checkCairo(for: "a PDF")
    return try CairoPainter.pdf(list, title: title)
    #else
    throw .traitMissing("PNG", what: "a PDF")
    #endif
  }

  /// Throws the error that `pdf()` would throw in this build.
  package static func checkPDF() throws(RenderingError) {
    try checkCairo(for: "a PDF")
  }
}
