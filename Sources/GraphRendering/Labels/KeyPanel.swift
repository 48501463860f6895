/// The key of a picture, laid out: rows of marks and words, from its upper left corner.
struct KeyPanel {
  private(set) var size = SIMD2<Double>.zero
  private var figure = PaintedFigure()
  private let theme: Theme

  private static let textSize = 10.0
  private static let titleSize = 11.0
  private static let rowHeight = 15.0
  /// Between parts of the key, and between marks and words.
  private static let gap = 8.0
  private static let longestText = 150.0

  /// - Parameter radii: of the nodes in the picture.
  init(_ key: Picture.Key, radii: [Double], _ options: Picture.Options) {
    theme = options.theme
    if let legend = key.nodeColors { add(legend, isOfEdges: false) }
    if let legend = key.edgeColors { add(legend, isOfEdges: true) }
    if let sizes = key.nodeSizes { add(sizes, radii) }
  }

  var isEmpty: Bool { figure.texts.isEmpty }

  /// The key with its upper left corner at a point.
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
      for group in groups { row("\(group.name) (\(group.count))", group.color, isOfEdges) }
      if others > 0 { row("others (\(others))", Palette.other, isOfEdges) }
    case .parts(let count):
      write("\(count), neighbours in different colours", x: 0, size: Self.textSize)
      size.y += Self.rowHeight
    case .scale(let range, let scaling, _, _):
      scale(range, scaling)
    }
    if legend.missing > 0 {
      row("\(Legend.noValue) (\(legend.missing))", Palette.missing, isOfEdges)
    }
  }

  private mutating func row(_ text: String, _ color: RGBColor, _ isOfEdges: Bool) {
    let middle = size.y + Self.rowHeight / 2
    if isOfEdges {
      figure.shapes.append(
        Shape(
          path: [.line([0, middle], [14, middle])], isClosed: false, stroke: color, strokeWidth: 2))
    } else {
      add(disc: [5, middle], radius: 4.5, color)
    }
    write(text, x: (isOfEdges ? 14 : 10) + Self.gap, size: Self.textSize)
    size.y += Self.rowHeight
  }

  /// A bar of colours with its ends and, of scales that are not even, its middle.
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

  private mutating func add(_ sizes: Picture.Key.Sizes, _ radii: [Double]) {
    let nodes = sizes.values.indices.filter { sizes.values[$0].isFinite && $0 < radii.count }
    let order = nodes.sorted { (sizes.values[$0], $0) < (sizes.values[$1], $1) }
    guard let least = order.first, let greatest = order.last else { return }
    // Between them the value whose disc is nearest to half the greatest.
    let half = (radii[least] + radii[greatest]) / 2
    let middle = order.min {
      (abs(radii[$0] - half), $0) < (abs(radii[$1] - half), $1)
    }
    var shown: [Int] = []
    for node in [least, middle, greatest].compactMap({ $0 })
    where !shown.contains(where: { sizes.values[$0] == sizes.values[node] }) { shown.append(node) }
    begin(sizes.title)
    let reach = radii[greatest]
    for node in shown {
      let height = max(Self.rowHeight, 2 * radii[node] + 2)
      let middle = size.y + height / 2
      add(disc: [reach, middle], radius: max(radii[node], 0.6), theme.node)
      write(
        Self.text(sizes.values[node]), x: 2 * reach + Self.gap, size: Self.textSize,
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

  /// As short as it can be told from others: four digits.
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
