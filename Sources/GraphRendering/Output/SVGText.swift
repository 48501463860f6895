/// A buffer for the text of an SVG file.
struct SVGText {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(byte: UInt8) { bytes.append(byte) }

  /// Adds text, escaping markup.
  mutating func add(escaping text: String) {
    for scalar in text.unicodeScalars where LabelText.isShown(scalar) {
      switch scalar {
      case "&": add("&amp;")
      case "<": add("&lt;")
      case ">": add("&gt;")
      case "\"": add("&quot;")
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Adds `units` / 10^`decimals` in the shortest form, without leading or trailing zeros.
  mutating func add(units: Int, decimals: Int) {
    if units == 0 { return add(byte: UInt8(ascii: "0")) }
    if units < 0 { add(byte: UInt8(ascii: "-")) }
    var rest = units.magnitude
    var point = decimals
    while point > 0 && rest % 10 == 0 {
      rest /= 10
      point -= 1
    }
    // The digits are written from the last to the first, including the point, and then reversed.
    let begin = bytes.count
    var place = 0
    repeat {
      if place == point && point > 0 { add(byte: UInt8(ascii: ".")) }
      if place < point || rest > 0 { add(byte: UInt8(ascii: "0") + UInt8(rest % 10)) }
      rest /= 10
      place += 1
    } while rest > 0 || place < point
    if place == point && point > 0 { add(byte: UInt8(ascii: ".")) }
    bytes[begin...].reverse()
  }

  /// Returns a number with at most two decimals.
  static func number(_ value: Double) -> String {
    var text = SVGText()
    text.add(units: units(value, perOne: 100), decimals: 2)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Returns the nearest integer number of units. No coordinate of a picture reaches the limits.
  static func units(_ value: Double, perOne: Double) -> Int {
    Int(max(-1e9, min((value * perOne).rounded(), 1e9)))
  }
}

/// Writes paths: coordinates relative to the last point, in integer multiples of the last decimal,
/// so that rounding errors do not add up.
struct SVGPath {
  private let decimals: Int
  private let perOne: Double
  private var isFirst = true
  private var x = 0
  private var y = 0

  init(decimals: Int) {
    self.decimals = decimals
    perOne = decimals == 1 ? 10 : 100
  }

  mutating func begin() {
    isFirst = true
    (x, y) = (0, 0)
  }

  func text(_ value: Double) -> String {
    var text = SVGText()
    text.add(units: SVGText.units(value, perOne: perOne), decimals: decimals)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func units(_ point: SIMD2<Double>) -> (x: Int, y: Int) {
    (SVGText.units(point.x, perOne: perOne), SVGText.units(point.y, perOne: perOne))
  }

  /// Writes a pair of numbers relative to the last point; a minus sign also separates numbers.
  private func pair(_ to: (x: Int, y: Int), afterNumber: Bool, _ out: inout SVGText) {
    let (dx, dy) = (to.x - x, to.y - y)
    if afterNumber && dx >= 0 { out.add(byte: UInt8(ascii: " ")) }
    out.add(units: dx, decimals: decimals)
    if dy >= 0 { out.add(byte: UInt8(ascii: " ")) }
    out.add(units: dy, decimals: decimals)
  }

  private mutating func move(to point: SIMD2<Double>, _ out: inout SVGText) {
    let to = units(point)
    out.add(byte: UInt8(ascii: isFirst ? "M" : "m"))
    pair(to, afterNumber: false, &out)
    (x, y) = to
    isFirst = false
  }

  /// Writes a line, which needs no letter after a move.
  private mutating func line(to point: SIMD2<Double>, _ out: inout SVGText, letter: Bool) {
    let to = units(point)
    if letter { out.add(byte: UInt8(ascii: "l")) }
    pair(to, afterNumber: !letter, &out)
    (x, y) = to
  }

  mutating func add(_ curve: Curve, to out: inout SVGText) {
    // After a capital M the short form would mean a line to an absolute point.
    let letter = isFirst
    move(to: curve.start, &out)
    draw(curve, to: &out, letter: letter)
  }

  /// Draws a curve from the last point.
  mutating func draw(_ curve: Curve, to out: inout SVGText, letter: Bool = true) {
    switch curve {
    case .line(_, let end):
      line(to: end, &out, letter: letter)
    case .quadratic(_, let control, let end):
      out.add(byte: UInt8(ascii: "q"))
      pair(units(control), afterNumber: false, &out)
      pair(units(end), afterNumber: true, &out)
      (x, y) = units(end)
    case .cubic(_, let first, let second, let end):
      out.add(byte: UInt8(ascii: "c"))
      pair(units(first), afterNumber: false, &out)
      pair(units(second), afterNumber: true, &out)
      pair(units(end), afterNumber: true, &out)
      (x, y) = units(end)
    case .spline(let points):
      out.add(byte: UInt8(ascii: "c"))
      for index in stride(from: 1, to: points.count, by: 3) {
        pair(units(points[index]), afterNumber: index > 1, &out)
        pair(units(points[index + 1]), afterNumber: true, &out)
        pair(units(points[index + 2]), afterNumber: true, &out)
        (x, y) = units(points[index + 2])
      }
    }
  }

  mutating func add(_ head: ArrowHead, to out: inout SVGText) {
    let letter = isFirst
    let start = units(head.tip)
    move(to: head.tip, &out)
    line(to: head.left, &out, letter: letter)
    line(to: head.right, &out, letter: false)
    out.add(byte: UInt8(ascii: "z"))
    // Closing a path returns to its beginning.
    (x, y) = start
  }

  mutating func add(dot center: SIMD2<Double>, to out: inout SVGText) {
    move(to: center, &out)
    out.add("h0")
  }
}
