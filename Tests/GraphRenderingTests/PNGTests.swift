import Testing
import _TestSupport

@testable import GraphRendering

#if PNG
import CCairo

/// A PNG as decoded by Cairo.
private struct Image {
  var width = 0
  var height = 0
  /// Alpha, red, green, blue; the colours multiplied by alpha.
  var pixels: [UInt32] = []

  init(_ png: [UInt8]) throws {
    struct Source {
      var rest: ArraySlice<UInt8>
    }
    var source = Source(rest: png[...])
    let surface = withUnsafeMutablePointer(to: &source) { source in
      cairo_image_surface_create_from_png_stream(
        { source, target, count in
          guard let target,
            let source = source?.assumingMemoryBound(to: Source.self),
            source.pointee.rest.count >= count
          else { return CAIRO_STATUS_READ_ERROR }
          for (place, byte) in source.pointee.rest.prefix(Int(count)).enumerated() {
            target[place] = byte
          }
          source.pointee.rest = source.pointee.rest.dropFirst(Int(count))
          return CAIRO_STATUS_SUCCESS
        }, source)
    }
    let image = try #require(surface)
    try #require(cairo_surface_status(image) == CAIRO_STATUS_SUCCESS)
    self.init(surface: image)
    cairo_surface_destroy(image)
  }

  init(surface: OpaquePointer) {
    cairo_surface_flush(surface)
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
    guard let data = cairo_image_surface_get_data(surface) else { return }
    for y in 0..<height {
      UnsafeRawPointer(data + y * stride).withMemoryRebound(to: UInt32.self, capacity: width) {
        for x in 0..<width { pixels.append($0[x] | (isOpaque ? 0xFF00_0000 : 0)) }
      }
    }
  }

  func color(_ point: SIMD2<Double>) -> UInt32 { pixels[Int(point.y) * width + Int(point.x)] }
}

struct PNGTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func code(_ color: RGBColor) -> UInt32 {
    0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  @Test(arguments: [(1.0, 2835), (2.0, 5669), (300.0 / 72, 11811)])
  func theResolutionIsInTheFile(scale: Double, perMeter: Int) throws {
    var options = Picture.Options(width: 30, height: 20)
    options.title = "Ü & <x>"
    let png = try Picture(of: Drawing(positions: [[0, 0]]), options).png(scale: scale)
    let start = try #require(
      png.indices.first { png[$0...].starts(with: Array("pHYs".utf8)) })
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(
      number(start - 4) == 9 && number(start + 4) == perMeter && number(start + 8) == perMeter)
    #expect(png[start + 12] == 1)
    #expect(png.indices.contains { png[$0...].starts(with: Array("Title\0\0\0\0\0Ü & <x>".utf8)) })
    // Its checksums are right: libpng refuses others.
    #expect(try Image(png).width == Int((30 * scale).rounded(.up)))
  }

  @Test func aPDFHasTextAndFonts() throws {
    var drawing = Drawing(positions: [[0, 0], [1, 0]], edges: [.init(0, 1, isDirected: true)])
    drawing.labels = ["first", "second"]
    let picture = try Picture(of: drawing)
    let pdf = try picture.pdf()
    #expect(pdf.starts(with: Array("%PDF-".utf8)))
    let text = String(decoding: pdf, as: UTF8.self)
    #expect(text.contains("/Font") && text.contains("/ToUnicode"))
    #expect(!text.contains("/Subtype /Image"))
    #expect(text.contains("MediaBox [ 0 0 1000 800 ]"))
    #expect(try picture.pdf() == pdf)
  }

  @Test(arguments: [1.0, 2, 0.37], [Theme.light, .dark])
  func pixelsAreWhatWasDrawn(scale: Double, theme: Theme) throws {
    var drawing = Drawing(positions: [[0, 0], [1, 0]], edges: [.init(0, 1, width: 9)])
    drawing.nodeColors = [RGBColor(0xAA3311), RGBColor(0x11AA33)]
    drawing.nodeSizes = .points([40, 60])
    var options = Picture.Options(width: 601, height: 403)
    options.theme = theme
    options.edgeOpacity = 1
    let picture = try Picture(of: drawing, options)
    let png = try picture.png(scale: scale)
    #expect(png.starts(with: Self.signature))
    let image = try Image(png)
    #expect(image.width == Int((601 * scale).rounded(.up)))
    #expect(image.height == Int((403 * scale).rounded(.up)))
    #expect(image.color([2, 2]) == code(theme.background))
    let centers = picture.nodeCenters.map { $0 * scale }
    #expect(image.color(centers[0]) == code(drawing.nodeColors[0]))
    #expect(image.color(centers[1]) == code(drawing.nodeColors[1]))
    #expect(image.color((centers[0] + centers[1]) / 2) == code(theme.edge))
    // Below the nodes, and beyond the rim, there is nothing.
    #expect(image.color(centers[1] + SIMD2(0, 64 * scale)) == code(theme.background))
  }

  @Test func transparent() throws {
    var options = Picture.Options(width: 100, height: 100)
    options.isTransparent = true
    let image = try Image(Picture(of: Drawing(positions: [[0, 0]]), options).png())
    #expect(image.pixels[0] == 0)
    #expect(image.pixels[50 * 100 + 50] >> 24 == 255)
  }

  @Test func labelsStayInTheirBoxes() throws {
    var drawing = Drawing(positions: [[0, 0], [1, 0.2], [0.3, 1]])
    drawing.nodeSizes = .points([0, 0, 0])
    drawing.labels = ["WWWWWWWW", "mmmmiiii", "Quick Fox"]
    var options = Picture.Options()
    options.isTransparent = true
    let picture = try Picture(of: drawing, options)
    let image = try Image(picture.png())
    // The rims reach a point and a half beyond the letters.
    let boxes = picture.placedLabels.map { $0.box.inset(by: -2.5) }
    #expect(boxes.count == 3)
    var inked = 0
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixels[y * image.width + x] >> 24 > 40 {
        inked += 1
        #expect(boxes.contains { $0.contains(SIMD2(Double(x) + 0.5, Double(y) + 0.5)) })
      }
    }
    #expect(inked > 1000)
  }

  @Test func sameBytes() throws {
    var drawing = randomDrawing(seed: 6, nodes: 500, edges: 2000)
    drawing.labels = (0..<500).map(String.init)
    let picture = try Picture(of: drawing)
    #expect(try picture.png() == picture.png())
  }

  @Test(arguments: [0.0, -1, .nan, .infinity, 33, 1e300])
  func wrongScales(scale: Double) throws {
    let picture = try Picture(of: Drawing(positions: [[0, 0]]))
    #expect(throws: RenderingError.self) { try picture.png(scale: scale) }
  }

  @Test func tooManyPixels() throws {
    let picture = try Picture(
      of: Drawing(positions: [[0, 0]]), .init(width: 16384, height: 16384))
    let message = "a PNG of 16384.0 by 16384.0 pixels is too large; the limit is 134217728 in all"
    do {
      _ = try picture.png()
      Issue.record("no error")
    } catch { #expect("\(error)" == message) }
  }

  /// The painter of many lines and Cairo agree on single ones.
  @Test(arguments: [0.4, 1, 2.3])
  func manyLinesLookLikeCairos(width: Double) throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<40 {
      let start: SIMD2<Double> = random.vector(in: -20...140)
      let end: SIMD2<Double> = random.vector(in: -20...140)
      if (end - start).length < 5 { continue }
      let style = StrokeStyle(color: RGBColor(0x000000), opacity: 1, width: width)
      let ours = try image { surface, _ in
        var raster = LineRaster(surface, scale: 1)
        raster?.paint(.line(start, end), style)
        raster?.store(to: surface)
      }
      let cairos = try image { _, cairo in
        cairo_move_to(cairo, start.x, start.y)
        cairo_line_to(cairo, end.x, end.y)
        cairo_set_line_width(cairo, width)
        cairo_stroke(cairo)
      }
      let differences = zip(ours.pixels, cairos.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }
      let ink = cairos.pixels.reduce(0) { $0 + Int($1 >> 24) }
      let ownInk = ours.pixels.reduce(0) { $0 + Int($1 >> 24) }
      // Ends are cut along the pixels instead of across the line: a pixel or two of ink.
      #expect(abs(ink - ownInk) < 255 * 3 + ink / 30)
      #expect(differences.reduce(0, +) < 255 * 6 + ink / 6)
    }
  }

  private func image(_ paint: (OpaquePointer, OpaquePointer) -> Void) throws -> Image {
    try #require(cairo_open())
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 120, 120))
    let cairo = try #require(cairo_create(surface))
    paint(surface, cairo)
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    return Image(surface: surface)
  }
}
#else
struct PNGTests {
  @Test func theMissingTraitIsNamed() throws {
    let picture = try Picture(of: Drawing(positions: [[0, 0]]))
    #expect(throws: RenderingError.traitMissing("PNG", what: "a PNG")) { try picture.png() }
  }
}
#endif
