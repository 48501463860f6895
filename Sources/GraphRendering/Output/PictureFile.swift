import FileWriting

extension Picture {
  /// Writes a file as SVG (optionally compressed), PDF or PNG, determined by its extension. It is
  /// written atomically: if that fails, the previous file is preserved.
  ///
  /// - Parameters:
  ///   - path: a path that ends in `.svg`, `.svgz`, `.pdf` or `.png`, in any case.
  ///   - scale: the pixels per point of a PNG.
  /// - Throws: `RenderingError.unwritable` for other extensions and system errors, and the errors
  ///   of `png(scale:)`.
  public func write(to path: String, scale: Double = 1) throws(RenderingError) {
    let bytes: [UInt8]
    if path.lowercased().hasSuffix(".svg") {
      bytes = svgBytes()
    } else if path.lowercased().hasSuffix(".png") {
      bytes = try png(scale: scale)
    } else if path.lowercased().hasSuffix(".svgz") {
      bytes = svgBytes(isCompressed: true)
    } else if path.lowercased().hasSuffix(".pdf") {
      bytes = try pdf()
    } else {
      throw .unwritable(
        path: path, reason: "pictures are files that end in .svg, .svgz, .pdf or .png")
    }
    do throws(WriteFailure) {
      let file = try WholeFile(path: path)
      try file.write(bytes)
      try file.finish()
    } catch { throw .unwritable(path: path, reason: error.reason) }
  }
}
