extension Drawing {
  /// A node that is more than a disc: a shape that is as large as the text in it needs.
  ///
  /// ```swift
  /// var drawing = Drawing(positions: [[0, 0], [120, 0]], edges: [.init(0, 1, isDirected: true)])
  /// drawing.figures = [.init("open"), .init("closed", shape: .ellipse)]
  /// drawing.isToScale = true
  /// ```
  ///
  /// Lengths are points, and grow with the drawing where `Drawing.isToScale` says so.
  public struct Figure: Hashable, Sendable {
    /// Its outline.
    public var shape: Shape
    /// What is written in it: text, or cells with text.
    public var content: Cell
    /// Of the text.
    public var textSize: Double
    /// nil for the theme's, or light or dark, whatever stands out from the fill.
    public var textColor: RGBColor?
    /// nil for the colour of the node in `Drawing.nodeColors`, else a tint of the theme's. A colour
    /// of which nothing is seen (alpha 0) for none.
    public var fill: RGBColor?
    /// Colours that share the inside and count before `fill`: wedges of circles and ellipses, from the
    /// right counterclockwise; stripes of other shapes, from left to right. Empty for one colour.
    public var fillParts: [ColorShare] = []
    /// Of the outline; nil for one that suits the fill.
    public var stroke: RGBColor?
    /// 0 for no outline.
    public var strokeWidth: Double
    /// Of the outline.
    public var dash: Dash
    /// How many outlines there are, one around the other, 1 to 8.
    public var outlineCount = 1
    /// The figure is at least this large: width and height.
    public var leastSize: SIMD2<Double>
    /// Its size is `leastSize`, whatever is written in it.
    public var hasFixedSize = false
    /// Free around text and cells: to the left and right, above and below.
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

    /// A figure with text in it, which may have several lines.
    public init(_ text: String, shape: Shape = .roundedBox) { self.init(Cell(text), shape: shape) }
  }

  /// The shapes of figures. Polygons stand on a side where they can, as in Graphviz.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    case box, roundedBox, ellipse, diamond, triangle, invertedTriangle, pentagon, hexagon, septagon
    case octagon, house, invertedHouse, trapezium, invertedTrapezium, parallelogram, star, cylinder
    case note, tab, component
    /// As wide as high.
    case circle, square
    /// Text with a line below it, and text alone.
    case underline, plain
  }

  /// A part of a figure: text, or a row or column of parts with lines between them.
  public struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
    /// What a cell has in it.
    public indirect enum Content: Hashable, Sendable {
      /// Lines of text.
      case text(Text)
      /// Cells from left to right.
      case row([Cell])
      /// Cells from the top down.
      case column([Cell])
    }
    /// What it has in it.
    public var content: Content
    /// The name by which the ends of edges ask for this cell.
    public var port: String?
    /// nil for that of the figure.
    public var fill: RGBColor?
    /// Whether there is a line between this cell and the next; of the label of a node, around all of it.
    public var hasBorder = true

    public init(_ content: Content, port: String? = nil, fill: RGBColor? = nil) {
      self.content = content
      self.port = port
      self.fill = fill
    }

    /// A cell with text, which may have several lines.
    public init(_ text: String) { self.init(.text(Text(text))) }
    public init(stringLiteral text: String) { self.init(text) }
  }

  /// Text in lines. It has no lines but these.
  public struct Text: Hashable, Sendable, ExpressibleByStringLiteral {
    /// On which side the lines of a text are even.
    public enum Alignment: Hashable, Sendable { case left, center, right }

    /// A line of text.
    public struct Line: Hashable, Sendable {
      /// Without a line break.
      public var text: String
      /// Within the width of the text.
      public var alignment: Alignment

      public init(_ text: String, alignment: Alignment = .center) {
        self.text = text
        self.alignment = alignment
      }
    }
    /// From the top down.
    public var lines: [Line]

    public init(_ lines: [Line]) { self.lines = lines }

    /// The lines of a text, empty ones at its ends left out.
    public init(_ text: String, alignment: Alignment = .center) {
      var parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      while parts.first?.isEmpty == true { parts.removeFirst() }
      while parts.last?.isEmpty == true { parts.removeLast() }
      lines = parts.map { Line(String($0), alignment: alignment) }
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// True when no line has a character.
    public var isEmpty: Bool { lines.allSatisfy(\.text.isEmpty) }
  }
}
