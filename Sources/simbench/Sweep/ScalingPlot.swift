import Foundation

/// A line chart with two logarithmic axes, as SVG.
struct ScalingPlot {
  var title: String
  var subtitle: String
  var xLabel: String
  var yLabel: String
  var series: [Series]

  struct Series {
    var name: String
    /// The points by increasing x.
    var points: [Point]
  }

  struct Point {
    var x: Double
    var y: Double
    /// The range of y; `high` is its upper end.
    var low: Double
    var high: Double
  }

  /// Colours that are distinct to colour-blind readers too (Okabe and Ito's, without the yellow).
  private static let colors = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#333333",
  ]

  private static let (width, height) = (760.0, 460.0)
  private static let (left, right, top, bottom) = (70.0, 190.0, 64.0, 52.0)

  var svg: String {
    let points = series.flatMap(\.points).filter { $0.x > 0 && $0.low > 0 }
    let x = Axis(points.map(\.x), from: Self.left, to: Self.width - Self.right)
    let y = Axis(
      points.flatMap { [$0.low, $0.high] }, from: Self.height - Self.bottom, to: Self.top)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" \
      font-family="system-ui, sans-serif" font-size="13" fill="#333">
      <rect width="100%" height="100%" fill="#fff"/>
      <text x="\(Self.left)" y="26" font-size="17" font-weight="600">\(Self.escaped(title))</text>
      <text x="\(Self.left)" y="45" fill="#666">\(Self.escaped(subtitle))</text>
      \(grid(x, y))
      \(lines(x, y).joined(separator: "\n"))
      \(labels(x, y).joined(separator: "\n"))
      </svg>

      """
  }

  /// A logarithmic axis over the range of the values.
  struct Axis {
    private let (low, high): (Double, Double)
    private let (begin, end): (Double, Double)

    /// Leaves 6 % of the range free at either end. A range below half a decade gets half a decade
    /// at either end, so that a single value is in the middle.
    init(_ values: [Double], from begin: Double, to end: Double) {
      let least = log10(values.min() ?? 1)
      let most = log10(values.max() ?? 1)
      let room = max(0.06 * (most - least), most - least < 0.5 ? 0.5 : 0)
      (low, high) = (least - room, most + room)
      (self.begin, self.end) = (begin, end)
    }

    func place(_ value: Double) -> Double {
      begin + (log10(value) - low) / (high - low) * (end - begin)
    }

    /// The values to label: 1, 10, 100; with 2 and 5 when these are few.
    var ticks: [Double] {
      let exponents = Int(low.rounded(.down))...Int(high.rounded(.up))
      func inside(_ factors: [Double]) -> [Double] {
        exponents.flatMap { exponent in factors.map { $0 * pow(10, Double(exponent)) } }
          .filter { log10($0) >= low && log10($0) <= high }
      }
      let powers = inside([1])
      return powers.count >= 3 ? powers : inside([1, 2, 5])
    }
  }

  private func grid(_ x: Axis, _ y: Axis) -> String {
    let (bottom, right) = (Self.height - Self.bottom, Self.width - Self.right)
    var parts: [String] = []
    for value in y.ticks {
      let place = Self.number(y.place(value))
      parts.append(
        "<path d=\"M\(Self.left) \(place)H\(right)\" stroke=\"#e2e2e2\"/>"
          + "<text x=\"\(Self.left - 8)\" y=\"\(place)\" dy=\"4\" text-anchor=\"end\">\(Self.label(value))</text>"
      )
    }
    for value in x.ticks {
      let place = Self.number(x.place(value))
      parts.append(
        "<path d=\"M\(place) \(bottom)V\(Self.top)\" stroke=\"#eee\"/>"
          + "<text x=\"\(place)\" y=\"\(bottom + 18)\" text-anchor=\"middle\">\(Self.label(value))</text>"
      )
    }
    let middle = Self.number((Self.left + right) / 2)
    parts.append(
      "<text x=\"\(middle)\" y=\"\(bottom + 40)\" text-anchor=\"middle\">\(Self.escaped(xLabel))</text>"
    )
    parts.append(
      "<text transform=\"translate(18 \(Self.number((bottom + Self.top) / 2))) rotate(-90)\" "
        + "text-anchor=\"middle\">\(Self.escaped(yLabel))</text>")
    return parts.joined(separator: "\n")
  }

  private func lines(_ x: Axis, _ y: Axis) -> [String] {
    series.enumerated().map { index, line in
      let color = Self.color(index)
      let places = line.points.filter { $0.y > 0 }.map {
        (Self.number(x.place($0.x)), Self.number(y.place($0.y)), $0)
      }
      let path = places.map { "\($0.0) \($0.1)" }.joined(separator: "L")
      let spreads = places.filter { $0.2.low > 0 && $0.2.high > $0.2.low }.map {
        "M\($0.0) \(Self.number(y.place($0.2.low)))V\(Self.number(y.place($0.2.high)))"
      }.joined()
      let dots = places.map { "<circle cx=\"\($0.0)\" cy=\"\($0.1)\" r=\"3.5\"/>" }.joined()
      return
        "<g fill=\"\(color)\" stroke=\"none\"><path d=\"M\(path)\" fill=\"none\" stroke=\"\(color)\" "
        + "stroke-width=\"2\"/><path d=\"\(spreads.isEmpty ? "M0 0" : spreads)\" stroke=\"\(color)\"/>"
        + "\(dots)</g>"
    }
  }

  /// The name of each line at its end, pushed down where it would cover another one.
  private func labels(_ x: Axis, _ y: Axis) -> [String] {
    var ends: [(index: Int, x: Double, y: Double)] = []
    for (index, line) in series.enumerated() {
      guard let end = line.points.last(where: { $0.y > 0 }) else { continue }
      ends.append((index, x.place(end.x), y.place(end.y)))
    }
    ends.sort { $0.y < $1.y }
    var free = -Double.infinity
    return ends.map { end in
      let place = max(end.y, free)
      free = place + 16
      return "<text x=\"\(Self.number(end.x + 10))\" y=\"\(Self.number(place))\" dy=\"4\" "
        + "fill=\"\(Self.color(end.index))\">\(Self.escaped(series[end.index].name))</text>"
    }
  }

  private static func color(_ index: Int) -> String { colors[index % colors.count] }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }

  /// The text of a value: 0.01, 1, 1000, 100,000.
  private static func label(_ value: Double) -> String {
    guard value >= 1 else { return String(format: "%.6g", value) }
    var digits = String(format: "%.0f", value)
    if digits.count > 4 {
      var place = digits.count - 3
      while place > 0 {
        digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
        place -= 3
      }
    }
    return digits
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
