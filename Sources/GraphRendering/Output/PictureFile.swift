import FileWriting

extension Picture {
  /// Writes a file: SVG (compressed or not), PDF or PNG, by the end of its name. It is there as a whole or not at all; when it
  /// cannot be written, what was there before still is.
  ///
  /// - Parameters:
  ///   - path: of a file that ends in `.svg`, `.svgz`, `.pdf` or `.png`, in capitals or not.
  ///   - scale: pixels per point of a PNG.
  /// - Throws: `RenderingError.unwritable` for another end and for what the system refuses, and what
  ///   `png(scale:)` throws.
  public func write(to path: String, scale: Double = 1) throws(RenderingError) {
    let bytes: [UInt8]
    if path.lowercased().hasSuffix(".svg") {
      bytes = svgBytes()
    } else if path.lowercased().hasSuffix(".png") {
      bytes = try png(scale: scale)
    } else if path.lowercased().hasSuffix(".svgz") {
      bytes = svgzBytes()
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
