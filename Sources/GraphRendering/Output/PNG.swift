#if PNG
import CCairo
#endif

extension Picture {
  /// Returns the picture as a PNG file. Needs the package trait `PNG`, and the system's Cairo, which is
  /// opened at the first call.
  ///
  /// The file specifies the resolution, so that programs show it at its size. Labels are in the
  /// system's sans-serif font, condensed if it is wider than the space of the label.
  ///
  /// - Parameter scale: the pixels per point: 1 for a screen, 2 for a high-resolution one, 300 / 72
  ///   for print at 300 dots per inch. The picture may have up to 32,767 pixels on a side and 134
  ///   million in total (half a gigabyte during creation).
  /// - Throws: `RenderingError.traitMissing` without the trait, `.cairoNotInstalled`, `.outOfRange` and `.tooManyPixels`
  ///   for an invalid scale, `.cairo` for errors of Cairo, such as a lack of memory.
  public func png(scale: Double = 1) throws(RenderingError) -> [UInt8] {
    let size = try Self.pixels(width, height, scale)
    #if PNG
    try Self.checkCairo(for: "a PNG")
    let png = try CairoPainter.png(list, pixels: size, scale: scale)
    return PNGChunks.added(to: png, title: title, pixelsPerPoint: scale)
    #else
    _ = size
    throw .traitMissing("PNG", what: "a PNG")
    #endif
  }

  /// True if PNGs and PDFs can be created: this build has the package trait `PNG`, and the system has
  /// Cairo.
  public static var isPNGAvailable: Bool {
    #if PNG
    cairo_open()
    #else
    false
    #endif
  }

  /// Throws the error that `png(scale:)` would throw for a picture of this size.
  ///
  /// - Parameters:
  ///   - width: the width in points.
  ///   - height: the height in points.
  ///   - scale: the pixels per point.
  package static func checkPNG(
    width: Double, height: Double, scale: Double
  ) throws(RenderingError) {
    _ = try pixels(width, height, scale)
    try checkCairo(for: "a PNG")
  }

  /// Throws if this build, or this system, lacks what PNGs and PDFs need.
  static func checkCairo(for what: String) throws(RenderingError) {
    #if PNG
    if !cairo_open() { throw .cairoNotInstalled(what: what) }
    #else
    throw .traitMissing("PNG", what: what)
    #endif
  }

  private static func pixels(
    _ width: Double, _ height: Double, _ scale: Double
  ) throws(RenderingError) -> (width: Int, height: Int) {
    guard scale > 0, scale < .infinity else {
      throw .outOfRange(
        "the scale of a PNG", index: nil, value: "\(scale)", allowed: "positive and finite")
    }
    let (width, height) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
    guard width <= 32_767, height <= 32_767 else {
      throw .tooManyPixels(
        width: width, height: height, limit: "the limit is 32767 pixels on a side")
    }
    guard width * height <= 134_217_728 else {
      throw .tooManyPixels(width: width, height: height, limit: "the limit is 134217728 in all")
    }
    return (Int(width), Int(height))
  }
}
