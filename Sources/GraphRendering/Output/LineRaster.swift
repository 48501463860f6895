#if PNG
import CCairo

/// Paints many thin lines into an image, quickly.
///
/// Colours are stored as Float: with a hundred faint lines on top of each other, 8 bits would lose
/// most to rounding, and by different amounts in red, green and blue. A line covers a band across
/// each column (or row, if it is steep), and each pixel by the fraction that the band covers.
struct LineRaster {
  private let width: Int
  private let height: Int
  private let scale: Double
  /// Alpha, red, green, blue, 0 to 1; colours are premultiplied by alpha.
  private var pixels: [SIMD4<Float>]

  /// The maximum line width in pixels. With wider lines it would be visible that the ends are cut
  /// along the pixel axes.
  static let greatestWidth = 2.5
  /// The maximum number of pixels, which take 16 bytes each.
  private static let pixelLimit = 1 << 23

  /// Creates the raster from an image; nil if it is too large.
  init?(_ surface: OpaquePointer, scale: Double) {
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    self.scale = scale
    guard width * height <= Self.pixelLimit else { return nil }
    pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
    load(from: surface)
  }

  private static func rows(
    _ surface: OpaquePointer
  ) -> (data: UnsafeMutableRawPointer, stride: Int)? {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    return (UnsafeMutableRawPointer(data), Int(cairo_image_surface_get_stride(surface)))
  }

  mutating func load(from surface: OpaquePointer) {
    guard let rows = Self.rows(surface) else { return }
    for y in 0..<height {
      let row = (rows.data + y * rows.stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        let pixel = row[x]
        let bytes = SIMD4<UInt32>(
          pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        pixels[y * width + x] = SIMD4<Float>(bytes) / 255
      }
    }
  }

  func store(to surface: OpaquePointer) {
    guard let rows = Self.rows(surface) else { return }
    for y in 0..<height {
      let row = (rows.data + y * rows.stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        // Where the last digit of a Float is 1, a sum is rounded to whole numbers, ties to even.
        let bytes =
          unsafeBitCast(pixels[y * width + x] * 255 + 0x1p23, to: SIMD4<UInt32>.self) & 255
        row[x] = bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  mutating func paint(_ curve: Curve, _ style: StrokeStyle) {
    let opacity = Float(style.opacity * style.color.opacity)
    let color =
      SIMD4<Float>(
        255, Float(style.color.red), Float(style.color.green), Float(style.color.blue)) / 255
    if case .line(let start, let end) = curve {
      line(start * scale, end * scale, style.width * scale, color, opacity)
      return
    }
    let steps = 24 * curve.segmentCount
    for step in 0..<steps {
      line(
        curve.point(at: Double(step) / Double(steps)) * scale,
        curve.point(at: Double(step + 1) / Double(steps)) * scale, style.width * scale, color,
        opacity)
    }
  }

  private mutating func line(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ width: Double, _ color: SIMD4<Float>,
    _ opacity: Float
  ) {
    let isSteep = abs(end.y - start.y) > abs(end.x - start.x)
    let first = isSteep ? SIMD2(start.y, start.x) : start
    let last = isSteep ? SIMD2(end.y, end.x) : end
    let (a, b) = first.x < last.x ? (first, last) : (last, first)
    guard b.x > a.x else { return }
    let slope = (b.y - a.y) / (b.x - a.x)
    let half = width * (1 + slope * slope).squareRoot() / 2
    let (majorCount, minorCount) = isSteep ? (height, self.width) : (self.width, height)
    let (majorStride, minorStride) = isSteep ? (self.width, 1) : (1, self.width)
    let begin = max(Int(a.x.rounded(.down)), 0)
    let limit = min(Int(b.x.rounded(.up)), majorCount)
    guard begin < limit else { return }
    for major in begin..<limit {
      let from = max(a.x, Double(major))
      let to = min(b.x, Double(major + 1))
      let middle = a.y + slope * ((from + to) / 2 - a.x)
      let share = Float(to - from) * opacity
      let low = max(middle - half, 0)
      let high = min(middle + half, Double(minorCount))
      var minor = Int(low)
      while Double(minor) < high {
        let covered = min(high, Double(minor + 1)) - max(low, Double(minor))
        let place = major * majorStride + minor * minorStride
        pixels[place] += (color - pixels[place]) * (share * Float(covered))
        minor += 1
      }
    }
  }
}
#endif
