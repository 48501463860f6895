extension Picture {
  /// The picture as a PDF file of one page, with lines and letters that stay sharp at any size, text that
  /// can be selected, and the letters of its font inside. Needs the package trait `PNG`, and with it the
  /// system's Cairo.
  ///
  /// - Throws: `RenderingError.traitMissing` without the trait, `.cairo` for what Cairo reports.
  public func pdf() throws(RenderingError) -> [UInt8] {
    #if PNG
    return try CairoPainter.pdf(list, title: title)
    #else
    throw .traitMissing("PNG", what: "a PDF")
    #endif
  }

  /// Throws what `pdf()` would throw in this build, without making one.
  public static func checkPDF() throws(RenderingError) {
    if !isPNGAvailable { throw .traitMissing("PNG", what: "a PDF") }
  }
}
