import Testing

@testable import GraphRendering

struct PaletteTests {
  /// Colours as seen without one kind of cones: Machado, Oliveira and Fernandes (2009), doi:10.1109/TVCG.2009.113, for linear sRGB.
  private static let sight: [[SIMD3<Double>]] = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
    [
      [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.303900],
    ],
  ]

  private static func apply(_ rows: [SIMD3<Double>], _ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(rows[0].dot(v), rows[1].dot(v), rows[2].dot(v))
  }

  private static func linear(_ color: RGBColor) -> SIMD3<Double> {
    let channels = [color.red, color.green, color.blue].map { byte -> Double in
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
    }
    return SIMD3(channels[0], channels[1], channels[2])
  }

  /// Björn Ottosson's OKLab (2020), in which distances are even.
  private static func lab(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let cones = apply(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], linear)
    let roots = SIMD3(power(cones.x, 1 / 3), power(cones.y, 1 / 3), power(cones.z, 1 / 3))
    return apply(
      [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
      ], roots)
  }

  /// What an eye that lacks a kind of cones sees of a colour; kind 0 lacks none.
  private static func seen(_ color: RGBColor, kind: Int) -> SIMD3<Double> {
    lab(apply(sight[kind], linear(color)).clamped(lowerBound: .zero, upperBound: .one))
  }

  @Test(arguments: 0..<4)
  func colorsStayApart(kind: Int) {
    let labs = Palette.categorical.map { Self.seen($0, kind: kind) }
    for (i, lab) in labs.enumerated() {
      for other in labs[..<i] { #expect((lab - other).length > (kind == 0 ? 0.15 : 0.07)) }
    }
  }

  @Test("no value looks like no group, nor like the small groups", arguments: 0..<4)
  func noValueStandsApart(kind: Int) {
    let missing = Self.seen(Palette.missing, kind: kind)
    for color in Palette.categorical + [Palette.other] {
      #expect((Self.seen(color, kind: kind) - missing).length > 0.07, "\(color.hex)")
    }
  }

  /// Contrast as WCAG counts it.
  @Test(arguments: [Theme.light, .dark])
  func colorsStandOutFromBackgrounds(theme: Theme) {
    func luminance(_ color: RGBColor) -> Double {
      Self.linear(color).dot([0.2126, 0.7152, 0.0722])
    }
    let ground = luminance(theme.background) + 0.05
    for color in Palette.categorical + [Palette.other, Palette.missing, theme.node, theme.edge] {
      let ratio = (luminance(color) + 0.05) / ground
      #expect(max(ratio, 1 / ratio) > 2)
    }
    #expect(
      max(luminance(theme.text) + 0.05, ground) / min(luminance(theme.text) + 0.05, ground) > 12)
  }

  @Test func groupsByFrequency() {
    let result = Palette.colors(byGroup: ["b", "a", nil, "a", "c", "b", "d"])
    #expect(result.entries.map(\.value) == ["b", "a", "c", "d"])
    #expect(result.entries.map(\.count) == [2, 2, 1, 1])
    #expect(result.colors[0] == Palette.categorical[0])
    #expect(result.colors[1] == Palette.categorical[1])
    #expect(result.colors[2] == Palette.missing)
    #expect(result.otherCount == 0 && result.missingCount == 1)
  }

  @Test func groupsBeyondTheLastColor() {
    let values = (0..<20).flatMap { [Int](repeating: $0, count: 20 - $0) }
    let result = Palette.colors(byGroup: values)
    #expect(result.entries.count == 12)
    #expect(result.otherCount == (1...8).reduce(0, +))
    #expect(result.colors.last == Palette.other)
    #expect(Palette.colors(byGroup: [Int]()).colors.isEmpty)
  }

  @Test(arguments: Palette.Scaling.allCases, [Theme.light, .dark])
  func numbersGrowBrighter(scaling: Palette.Scaling, theme: Theme) {
    let colors = Palette.colors(byNumber: (0...50).map(Double.init), scaling: scaling, theme: theme)
    #expect(zip(colors, colors.dropFirst()).allSatisfy { $0.brightness <= $1.brightness })
    #expect(colors[50].brightness > colors[0].brightness + 100)
  }

  @Test(arguments: Palette.Scaling.allCases)
  func oddNumbers(scaling: Palette.Scaling) {
    let greatest = Double.greatestFiniteMagnitude
    let odd = Palette.colors(byNumber: [-greatest, 0, .nan, greatest, .infinity], scaling: scaling)
    #expect(odd[2] == Palette.missing && odd[4] == Palette.missing)
    #expect(odd[0].brightness < odd[3].brightness)
    #expect(Palette.colors(byNumber: [.nan], scaling: scaling) == [Palette.missing])
    let equal = Palette.colors(byNumber: [3, 3], scaling: scaling)
    #expect(equal[0] == equal[1] && equal[0] != Palette.missing)
  }

  @Test("logarithms tell small numbers apart, such as ranks of pages")
  func logarithms() throws {
    let places = Palette.Scaling.logarithmic.places(of: [0, 1e-5, 1e-3, 1e-1, -4, .nan])
    #expect(places[0] == 0 && places[1] == 0 && places[4] == 0 && places[5] == nil)
    #expect(abs(try #require(places[2]) - 0.5) < 1e-12 && places[3] == 1)
    // Without two positive numbers there is no logarithm to take.
    #expect(Palette.Scaling.logarithmic.places(of: [-1, 0, 1]) == [0, 0.5, 1])
  }

  @Test("quantiles give equally many numbers equal parts, and equal numbers one place")
  func quantiles() {
    let scaling = Palette.Scaling.quantiles
    #expect(scaling.places(of: [1, 10, 100, 1000, 10_000]) == [0, 0.25, 0.5, 0.75, 1])
    let places = scaling.places(of: [5, 0, 0, 0, 0, 7, .infinity])
    #expect(places[1] == 0 && places[2] == 0 && places[5] == 1 && places[6] == nil)
    // Mean ranks 1.5, 4 and 5.
    #expect(places[0] == 2.5 / 3.5)
    #expect(scaling.places(of: [2, 2]) == [0.5, 0.5])
  }

  @Test func hexadecimal() {
    #expect(RGBColor(hex: "#fa0") == RGBColor(red: 255, green: 170, blue: 0))
    #expect(RGBColor(hex: "12345678") == RGBColor(red: 18, green: 52, blue: 86, alpha: 120))
    #expect(RGBColor(hex: "#0B0c0D")?.hex == "#0b0c0d")
    for text in ["", "#", "#12", "#12345", "#gggggg", "#1234567890", "red"] {
      #expect(RGBColor(hex: text) == nil)
    }
  }
}
