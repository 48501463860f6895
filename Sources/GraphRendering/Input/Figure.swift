extension Drawing {
  /// A node drawn as a shape that is sized to its text.
  ///
  /// ```swift
  /// var drawing = Drawing(positions: [[0, 0], [120, 0]], edges: [.init(0, 1, isDirected: true)])
  /// drawing.figures = [.init("open"), .init("closed", shape: .ellipse)]
  /// drawing.isToScale = true
  /// ```
  ///
  /// Lengths are in points, and scale with the drawing if `Drawing.isToScale` is set.
  public struct Figure: Hashable, Sendable {
    /// The outline.
    public var shape: Shape
    /// The content: text, or cells with text.
    public var content: Cell
    /// The text size.
    public var textSize: Double
    /// The text colour; nil for the theme's, or light or dark, whichever contrasts with the fill.
    public var textColor: RGBColor?
    /// The fill; nil for the colour of the node in `Drawing.nodeColors`, else a tint of the
    /// theme's. An invisible colour (alpha 0) for none.
    public var fill: RGBColor?
    /// Multiple colours of the fill, which take precedence over `fill`: wedges of circles and
    /// ellipses, counterclockwise from the right; stripes of other shapes, from left to right.
    /// Empty for one colour.
    package var fillParts: [ColorShare] = []
    /// The transition of colours in the fill, which takes precedence over both; nil for none.
    public var gradient: Gradient?
    /// The colour of the outline; nil for one that suits the fill.
    public var stroke: RGBColor?
    /// The width of the outline; 0 for none.
    public var strokeWidth: Double
    /// The dash style of the outline.
    public var dash: Dash
    /// The number of nested outlines, 1 to 8.
    public var outlineCount = 1
    /// True for lines that cut off the corners, or the top and the bottom of a circle: Graphviz's
    /// `Mdiamond`, `Msquare` and `Mcircle`.
    package var hasCutCorners = false
    /// The minimum width and height.
    public var leastSize: SIMD2<Double>
    /// True if its size is `leastSize`, regardless of the text.
    public var hasFixedSize = false
    /// The space around text and cells: to the left and right, and above and below.
    public var padding: SIMD2<Double>

    public init(
      _ content: Cell, shape: Shape = .roundedBox, textSize: Double = 12,
      textColor: RGBColor? = nil, fill: RGBColor? = nil, stroke: RGBColor? = nil,
      strokeWidth: Double = 1, dash: Dash = .solid, leastSize: SIMD2<Double> = .zero,
      padding: SIMD2<Double> = [8, 5]
    ) {
      self.shape = shape
      self.content = content
      self.textSize = textSize
      self.textColor = textColor
      self.fill = fill
      self.stroke = stroke
      self.strokeWidth = strokeWidth
      self.dash = dash
      self.leastSize = leastSize
      self.padding = padding
    }

    /// Creates a figure with text, which may have several lines.
    public init(_ text: String, shape: Shape = .roundedBox) { self.init(Cell(text), shape: shape) }
  }

  /// The shapes of figures. Polygons stand on a side if possible, as in Graphviz.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    case box, roundedBox, ellipse, diamond, triangle, invertedTriangle, pentagon, hexagon, septagon
    case octagon, house, invertedHouse, trapezium, invertedTrapezium, parallelogram, star, cylinder
    case note, tab, component
    /// Arrows and symbols of synthetic biology: Graphviz's `rarrow`, `larrow`, `rpromoter`,
    /// `lpromoter` and `cds`.
    case rightArrow, leftArrow, rightPromoter, leftPromoter, codingSequence
    /// As wide as high.
    case circle, square
    /// Text with a line below it, and only text.
    case underline, plain
  }

  /// A cell of a figure: text, or a row or column of cells with lines between them.
  public struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The content of a cell.
    package indirect enum Content: Hashable, Sendable {
      /// Lines of text.
      case text(Text)
      /// Cells from left to right.
      case row([Cell])
      /// Cells from top to bottom.
      case column([Cell])
      /// Cells in rows and columns, some of them over several.
      case table(Table)
    }
    /// The content.
    package var content: Content
    /// The name by which edges refer to this cell.
    package var port: String?
    /// The fill; nil for that of the figure.
    package var fill: RGBColor?
    /// The transition of colours in the cell, which takes precedence over `fill`.
    package var gradient: Gradient?
    /// True if there is a line between this cell and the next; for the outermost cell, a border
    /// around it.
    package var hasBorder = true

    package init(_ content: Content, port: String? = nil, fill: RGBColor? = nil) {
      self.content = content
      self.port = port
      self.fill = fill
    }

    /// Creates a cell with text, which may have several lines.
    public init(_ text: String) { self.init(.text(Text(text))) }
    public init(stringLiteral text: String) { self.init(text) }
  }

  /// Text in lines, which are not wrapped further.
  public struct Text: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The alignment of the lines of a text.
    public enum Alignment: Hashable, Sendable { case left, center, right }

    /// A line of text.
    package struct Line: Hashable, Sendable {
      /// The text, without a line break.
      package var text: String
      /// The alignment within the width of the text.
      package var alignment: Alignment
      /// The parts of the text with their styles, which together are the text; empty if it has the
      /// style of the figure.
      package var runs: [Run] = []

      package init(_ text: String, alignment: Alignment = .center) {
        self.text = text
        self.alignment = alignment
      }

      /// Creates a line of parts with their own styles.
      package init(_ runs: [Run], alignment: Alignment = .center) {
        self.init(runs.map(\.text).joined(), alignment: alignment)
        if runs.contains(where: { $0.style != Style() }) { self.runs = runs }
      }
    }

    /// A part of a line.
    package struct Run: Hashable, Sendable {
      /// The text, without a line break.
      package var text: String
      /// The style.
      package var style: Style

      package init(_ text: String, _ style: Style = Style()) {
        self.text = text
        self.style = style
      }
    }

    /// How letters look.
    package struct Style: Hashable, Sendable {
      /// True for a bold face.
      package var isBold = false
      /// True for an italic face.
      package var isItalic = false
      /// True for a line below the letters.
      package var isUnderlined = false
      /// The size in points; nil for that of the figure.
      package var size: Double?
      /// The colour; nil for that of the figure.
      package var color: RGBColor?

      /// Creates the style of the figure.
      package init() {}
    }

    /// The lines from top to bottom.
    package var lines: [Line]

    package init(_ lines: [Line]) { self.lines = lines }

    /// Creates the lines of a text, without empty ones at its ends.
    public init(_ text: String, alignment: Alignment = .center) {
      var parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      while parts.first?.isEmpty == true { parts.removeFirst() }
      while parts.last?.isEmpty == true { parts.removeLast() }
      lines = parts.map { Line(String($0), alignment: alignment) }
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// True if all lines are empty.
    package var isEmpty: Bool { lines.allSatisfy(\.text.isEmpty) }
  }
}
