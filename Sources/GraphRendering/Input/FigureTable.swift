extension Drawing {
  /// Cells of a figure in rows and columns. A column is as wide as its widest cell, and a row as
  /// high as its highest one.
  ///
  /// ```swift
  /// var heading = Drawing.Table.Entry("size", row: 0, column: 0)
  /// heading.columnCount = 2
  /// let table = Drawing.Table([heading, .init("width", row: 1, column: 0), .init("height", row: 1, column: 1)])
  /// let figure = Drawing.Figure(.init(.table(table)), shape: .plain)
  /// ```
  package struct Table: Hashable, Sendable {
    /// The cells, in reading order.
    package var entries: [Entry]
    /// The distance between cells, and between them and the border, in points.
    package var spacing = 2.0
    /// The border around the table.
    package var border = Border()
    /// The smallest width and height, in points.
    package var leastSize = SIMD2<Double>.zero

    /// Creates a table with the borders of Graphviz's: a line around the table and around each cell.
    package init(_ entries: [Entry]) { self.entries = entries }

    /// The greatest number of rows, and of columns.
    package static let lineLimit = 1000

    /// A line around a table or a cell, within its box.
    package struct Border: Hashable, Sendable {
      /// The width in points; 0 for none.
      package var width: Double
      /// The colour; nil for that of the figure's outline.
      package var color: RGBColor?
      /// The dash style.
      package var dash = Dash.solid
      /// True for rounded corners.
      package var isRounded = false

      package init(width: Double = 1, color: RGBColor? = nil) {
        self.width = width
        self.color = color
      }
    }

    /// A cell with its place. Entries outside of `lineLimit` rows and columns are left out.
    package struct Entry: Hashable, Sendable {
      /// The content.
      package var cell: Cell
      /// The first row, from 0.
      package var row: Int
      /// The first column, from 0.
      package var column: Int
      /// The number of rows.
      package var rowCount = 1
      /// The number of columns.
      package var columnCount = 1
      /// The place of the content if there is more room.
      package var alignment = Text.Alignment.center
      /// The place of the content if there is more room.
      package var verticalAlignment = VerticalAlignment.middle
      /// The space between the border and the content, in points.
      package var padding = 2.0
      /// The border around the cell.
      package var border = Border()
      /// The smallest width and height, in points.
      package var leastSize = SIMD2<Double>.zero

      package init(_ cell: Cell, row: Int, column: Int) {
        self.cell = cell
        self.row = row
        self.column = column
      }
    }

    /// The place of content between the top and the bottom of a cell.
    package enum VerticalAlignment: Hashable, Sendable { case top, middle, bottom }
  }

  /// A transition between colours in an area, as in Graphviz.
  public struct Gradient: Hashable, Sendable {
    /// A colour and its place on the way: 0 for the begin, 1 for the end.
    package struct Stop: Hashable, Sendable {
      /// The colour.
      package var color: RGBColor
      /// The place, 0 to 1.
      package var place: Double

      /// Creates a stop.
      package init(_ color: RGBColor, at place: Double) {
        self.color = color
        self.place = place
      }
    }
    /// The colours, in the order of their places.
    package var stops: [Stop]
    /// The direction in degrees, counterclockwise from the right; of a radial one, to the side at
    /// which it begins, 0 for the centre.
    public var angle: Double
    /// True for circles around the centre instead of parallel lines.
    public var isRadial: Bool

    package init(_ stops: [Stop], angle: Double = 0, isRadial: Bool = false) {
      self.stops = stops
      self.angle = angle
      self.isRadial = isRadial
    }

    /// Creates a transition from one colour to another.
    public init(from first: RGBColor, to last: RGBColor, angle: Double = 0, isRadial: Bool = false)
    {
      self.init([Stop(first, at: 0), Stop(last, at: 1)], angle: angle, isRadial: isRadial)
    }
  }
}

extension Drawing.Gradient {
  /// The colour halfway between the first and the last.
  var middle: RGBColor {
    guard let first = stops.first?.color, let last = stops.last?.color else { return .clear }
    return first.mixed(with: last, share: 0.5)
  }

  /// Creates the transition of a list of colours in a Graphviz file, `red:blue`; nil for fewer than
  /// two colours.
  package init?(list: String, angle: Double, isRadial: Bool) {
    guard let colors = Drawing.EdgeColors(list: list, names: .x11) else { return nil }
    self.init(colors, angle: angle.isFinite ? angle : 0, isRadial: isRadial)
  }

  /// Creates the transition that Graphviz draws for a list of colours: between the first two, or
  /// with a sharp edge if the first one has a fraction of the area.
  init?(_ list: Drawing.EdgeColors, angle: Double, isRadial: Bool) {
    let parts = list.parts
    guard parts.count > 1 else { return nil }
    let (first, last) = (parts[0].color, parts[1].color)
    self.init(from: first, to: last, angle: angle, isRadial: isRadial)
    if case .along = list {
      let share = min(max(parts[0].share, 0), 1)
      stops.insert(contentsOf: [Stop(first, at: share), Stop(last, at: share)], at: 1)
    }
  }
}
