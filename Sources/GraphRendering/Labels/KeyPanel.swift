/// The layout of a picture's key: rows of marks and texts, relative to its upper left corner.
struct KeyPanel {
  private(set) var size = SIMD2<Double>.zero
  private var figure = PaintedFigure()
  private let theme: Theme

  private static let textSize = 10.0
  private static let titleSize = 11.0
  private static let rowHeight = 15.0
  /// The gap between sections of the key, and between marks and texts.
  private static let gap = 8.0
  private static let longestText = 150.0

  /// - Parameters:
  ///   - radii: the radii of the nodes in the picture.
  ///   - widths: the widths of its edges.
  init(
    _ key: Picture.Key, radii: [Double], widths: [Double], _ options: Picture.Options
  ) {
    theme = options.theme
    // A property that both colours and sizes represent is shown once.
    let discs = Self.colors(key.nodeColors, of: key.nodeSizes, radii, options.theme)
    let lines = Self.colors(key.edgeColors, of: key.edgeWidths, widths, options.theme)
    if discs == nil, let legend = key.nodeColors { add(legend, isOfEdges: false) }
    addTies(key.ties)
    if lines == nil, let legend = key.edgeColors { add(legend, isOfEdges: true) }
    if let sizes = key.nodeSizes { addSizes(sizes, radii, discs) }
    if let sizes = key.edgeWidths { addWidths(sizes, widths, lines) }
    let missing = [(discs, key.nodeColors), (lines, key.edgeColors)]
    for (place, (colors, legend)) in missing.enumerated() where colors != nil {
      if let legend { addMissing(legend, isOfEdges: place == 1) }
    }
  }

  var isEmpty: Bool { figure.texts.isEmpty }

  /// Returns the key with its upper left corner at a point.
  func painted(at corner: SIMD2<Double>) -> PaintedFigure {
    var painted = figure
    let ground = Rectangle(minimum: .zero, maximum: size).inset(by: -4)
    var background = theme.background
    background.alpha = 217
    painted.shapes.insert(
      Shape(path: Self.outline(ground), isClosed: true, fill: background), at: 0)
    for index in painted.shapes.indices {
      painted.shapes[index].path = painted.shapes[index].path.map { $0.mapped { $0 + corner } }
    }
    for index in painted.texts.indices {
      let box = painted.texts[index].label.box
      painted.texts[index].label.box = Rectangle(
        minimum: box.minimum + corner, maximum: box.maximum + corner)
      painted.texts[index].label.origin += corner
    }
    return painted
  }

  // MARK: Parts

  private mutating func begin(_ title: String) {
    if size.y > 0 { size.y += Self.gap }
    write(title, x: 0, size: Self.titleSize)
    size.y += Self.rowHeight + 2
  }

  private mutating func add(_ legend: Legend, isOfEdges: Bool) {
    begin(legend.title)
    switch legend.meaning {
    case .groups(let groups, let others):
      // The name is cut, not the number of its members.
      let cuts = NameCuts(groups.map(\.name), room: Self.longestText / Self.textSize - 3)
      for (number, group) in groups.enumerated() {
        let count = " (\(group.count))"
        let room = Self.longestText / Self.textSize - TextMetrics.width(of: count) - 0.01
        row(cuts.shown(number, limit: room) + count, group.color, isOfEdges)
      }
      if others > 0 { row("others (\(others))", Palette.other, isOfEdges) }
    case .parts(let count):
      write("\(count), neighbours in different colours", x: 0, size: Self.textSize)
      size.y += Self.rowHeight
    case .scale(let range, let scaling, _, _):
      scale(range, scaling)
    }
    addMissing(legend, isOfEdges: isOfEdges)
  }

  /// Adds a row for each pair of groups: two discs with a line between them, as wide as they have edges.
  private mutating func addTies(_ ties: [Picture.Key.Tie]) {
    guard let most = ties.first else { return }
    begin("edges between")
    for tie in ties {
      let middle = size.y + Self.rowHeight / 2
      let width = 0.5 + 4 * Double(tie.count) / Double(max(most.count, 1))
      add(
        lineAt: middle, length: 33, width: width,
        tie.colors[0].mixed(with: tie.colors[1], share: 0.5))
      add(disc: [5, middle], radius: 4.5, tie.colors[0])
      add(disc: [33, middle], radius: 4.5, tie.colors[1])
      let percent = Int((100 * Double(tie.count) / Double(max(tie.total, 1))).rounded())
      write("\(tie.count) (\(percent) %)", x: 38 + Self.gap, size: Self.textSize)
      size.y += Self.rowHeight
    }
  }

  private mutating func addMissing(_ legend: Legend, isOfEdges: Bool) {
    if legend.missing > 0 {
      row("\(Legend.noValue) (\(legend.missing))", Palette.missing, isOfEdges)
    }
  }

  private mutating func row(_ text: String, _ color: RGBColor, _ isOfEdges: Bool) {
    let middle = size.y + Self.rowHeight / 2
    if isOfEdges {
      add(lineAt: middle, length: 14, width: 2, color)
    } else {
      add(disc: [5, middle], radius: 4.5, color)
    }
    write(text, x: (isOfEdges ? 14 : 10) + Self.gap, size: Self.textSize)
    size.y += Self.rowHeight
  }

  /// Adds a colour bar with its end values and, for nonlinear scales, its middle value.
  private mutating func scale(_ range: ClosedRange<Double>, _ scaling: Palette.Scaling) {
    let (steps, width, height) = (24, 120.0, 10.0)
    let places = (0..<steps).map { Double($0) / Double(steps - 1) }
    let colors = Palette.colors(byNumber: places, theme: theme)
    for (step, color) in colors.enumerated() {
      let left = width / Double(steps) * Double(step)
      let box = Rectangle(
        minimum: [left, size.y], maximum: [left + width / Double(steps), size.y + height])
      figure.shapes.append(Shape(path: Self.outline(box), isClosed: true, fill: color))
    }
    size.x = max(size.x, width)
    size.y += height
    let ends = [range.lowerBound, range.upperBound].map(Self.text)
    write(ends[0], x: 0, size: Self.textSize)
    let last = TextMetrics.width(of: ends[1]) * Self.textSize
    write(
      ends[1], x: max(width - last, TextMetrics.width(of: ends[0]) * Self.textSize + 12),
      size: Self.textSize)
    size.y += Self.rowHeight
    if scaling != .linear {
      write(scaling == .quantiles ? "by rank" : "by logarithm", x: 0, size: Self.textSize)
      size.y += Self.rowHeight
    }
  }

  /// A number with the radius or the width that stands for it.
  private typealias Sample = (value: Double, extent: Double)

  /// Returns samples: the least and the greatest value, and the one whose extent in the picture is nearest to
  /// the mean of theirs; as round numbers where three of those are as far apart.
  private static func samples(_ sizes: Picture.Key.Sizes, _ extents: [Double]) -> [Sample] {
    let known = sizes.values.indices
      .filter { sizes.values[$0].isFinite && $0 < extents.count }
      .sorted { (sizes.values[$0], $0) < (sizes.values[$1], $1) }
      .map { Sample(sizes.values[$0], extents[$0]) }
    guard let least = known.first, let greatest = known.last else { return [] }
    let half = (least.extent + greatest.extent) / 2
    let middle = known.min { abs($0.extent - half) < abs($1.extent - half) }
    var shown: [Sample] = []
    for sample in [least, middle, greatest].compactMap({ $0 })
    where !shown.contains(where: { $0.value == sample.value }) { shown.append(sample) }
    return rounded(shown, known) ?? shown
  }

  /// How far beyond the values a round number may be, as a part of their range.
  private static let mostBeyond = 0.1

  /// Returns three samples with round numbers and the extents that nodes or edges of such a value have; those
  /// whose number would be far from all values stay as they are. Nil if two of the numbers are the same.
  ///
  /// - Parameter known: all values, the least first.
  private static func rounded(_ samples: [Sample], _ known: [Sample]) -> [Sample]? {
    guard samples.count == 3 else { return nil }
    let beyond = mostBeyond * (samples[2].value / 2 - samples[0].value / 2) * 2
    var found: [Sample] = []
    for sample in samples {
      let round = oneDigit(sample.value)
      let isNear = round >= samples[0].value - beyond && round <= samples[2].value + beyond
      let value = isNear ? round : sample.value
      guard value > found.last?.value ?? -.infinity else { return nil }
      let next = known.firstIndex { $0.value >= value } ?? known.count - 1
      let (low, high) = (known[max(next - 1, 0)], known[next])
      let share = high.value > low.value ? (value - low.value) / (high.value - low.value) : 0
      found.append((value, low.extent + max(0, min(share, 1)) * (high.extent - low.extent)))
    }
    return found
  }

  /// Returns a number rounded to one significant digit.
  private static func oneDigit(_ number: Double) -> Double {
    guard number != 0 else { return 0 }
    let exponent = logarithm10(abs(number)).rounded(.down)
    guard abs(exponent) < 15 else { return number }
    // Powers with positive exponents are exact, and so are quotients by them as texts have them.
    if exponent < 0 {
      let unit = power(10, -exponent)
      return (number * unit).rounded() / unit
    }
    let unit = power(10, exponent)
    return (number / unit).rounded() * unit
  }

  /// Returns the colour of a value, if a colour scale represents the same numbers as sizes, and
  /// three samples are enough to show it; else nil.
  private static func colors(
    _ legend: Legend?, of sizes: Picture.Key.Sizes?, _ extents: [Double], _ theme: Theme
  ) -> ((Double) -> RGBColor)? {
    guard let legend, let sizes, legend.title == sizes.title, samples(sizes, extents).count == 3,
      case .scale(let range, let scaling, _, _) = legend.meaning,
      scaling == .linear || (scaling == .logarithmic && range.lowerBound > 0)
    else { return nil }
    return { value in
      let value = min(max(value, range.lowerBound), range.upperBound)
      let ends = [range.lowerBound, value, range.upperBound]
      return Palette.colors(byNumber: ends, scaling: scaling, theme: theme)[1]
    }
  }

  private mutating func addSizes(
    _ sizes: Picture.Key.Sizes, _ radii: [Double], _ color: ((Double) -> RGBColor)?
  ) {
    let shown = Self.samples(sizes, radii)
    guard let greatest = shown.last else { return }
    begin(sizes.title)
    let reach = greatest.extent
    for (value, radius) in shown {
      let height = max(Self.rowHeight, 2 * radius + 2)
      let middle = size.y + height / 2
      add(disc: [reach, middle], radius: max(radius, 0.6), color?(value) ?? theme.node)
      write(
        Self.text(value), x: 2 * reach + Self.gap, size: Self.textSize,
        top: middle - Self.rowHeight / 2)
      size.y += height
    }
  }

  private mutating func addWidths(
    _ sizes: Picture.Key.Sizes, _ widths: [Double], _ color: ((Double) -> RGBColor)?
  ) {
    let shown = Self.samples(sizes, widths)
    if shown.isEmpty { return }
    begin(sizes.title)
    let emphasis = WidthEmphasis(widths)
    for (value, width) in shown {
      let height = max(Self.rowHeight, width + 4)
      let middle = size.y + height / 2
      add(
        lineAt: middle, length: 24, width: width, color?(value) ?? theme.edge,
        opacity: emphasis?.opacity(ofWidth: width, in: 0.6) ?? 1)
      write(
        Self.text(value), x: 24 + Self.gap, size: Self.textSize,
        top: middle - Self.rowHeight / 2)
      size.y += height
    }
  }

  // MARK: Marks and words

  private mutating func add(disc center: SIMD2<Double>, radius: Double, _ color: RGBColor) {
    figure.shapes.append(
      Shape(
        path: ShapeOutline(.ellipse, size: SIMD2(repeating: 2 * radius)).curves
          .map { $0.mapped { center + $0 } }, isClosed: true, fill: color))
    size.x = max(size.x, center.x + radius)
  }

  private mutating func add(
    lineAt height: Double, length: Double, width: Double, _ color: RGBColor, opacity: Double = 1
  ) {
    figure.shapes.append(
      Shape(
        path: [.line([0, height], [length, height])], isClosed: false, stroke: color,
        strokeWidth: width, opacity: opacity))
  }

  private mutating func write(_ text: String, x: Double, size: Double, top: Double? = nil) {
    let text = LabelText.shown(text, limit: Self.longestText / size)
    let width = TextMetrics.width(of: text) * size
    let top = top ?? self.size.y
    let baseline = top + (Self.rowHeight + TextMetrics.capitals * size) / 2
    let label = PlacedLabel(
      text: text, size: size, anchor: .start, origin: [x, baseline],
      box: Rectangle(minimum: [x, top], maximum: [x + width, top + Self.rowHeight]), node: -1)
    figure.texts.append(PaintedText(color: theme.text, label: label))
    self.size.x = max(self.size.x, x + width)
  }

  private static func outline(_ box: Rectangle) -> [Curve] {
    ShapeOutline(.box, size: box.size).curves.map { $0.mapped { box.center + $0 } }
  }

  /// Returns a number with at most four significant digits.
  static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return whole.description }
    let size = abs(number)
    if size >= 1e6 || size < 1e-3 {
      let exponent = Int(logarithm10(size).rounded(.down))
      let digits = (number / power(10, Double(exponent)) * 100).rounded() / 100
      return "\(digits)e\(exponent)"
    }
    let unit = power(10, 3 - logarithm10(size).rounded(.down))
    return "\((number * unit).rounded() / unit)"
  }
}
