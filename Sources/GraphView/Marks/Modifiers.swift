import GraphRendering

/// A content with a style.
private struct ModifiedGraphContent<Content: GraphContent>: PrimitiveContent {
  typealias NodeID = Content.NodeID
  let content: Content
  let style: MarkStyle

  func collect(into marks: inout GraphMarks<Content.NodeID>) {
    marks.styled(style) { content.collect(into: &$0) }
  }
}

// If several modifiers set the same property of a mark, the innermost takes precedence.

extension GraphContent {
  private func styled(_ change: (inout MarkStyle) -> Void) -> some GraphContent<NodeID> {
    var style = MarkStyle()
    change(&style)
    return ModifiedGraphContent(content: self, style: style)
  }

  /// Sets the colour of nodes, and of links that have no stroke colour.
  public func foregroundStyle(_ color: RGBColor) -> some GraphContent<NodeID> {
    styled { $0.color = color }
  }

  /// Sets the colour by a value: a categorical colour per group, or a position on a scale for
  /// numbers, with a legend.
  public func foregroundStyle(by value: GraphValue) -> some GraphContent<NodeID> {
    styled { $0.value = value }
  }

  /// Sets the opacity of marks, from 0 (invisible) to 1 (opaque).
  public func opacity(_ opacity: Double) -> some GraphContent<NodeID> {
    styled { $0.opacity = opacity }
  }

  /// Sets the shape of nodes.
  public func symbol(_ symbol: GraphSymbol) -> some GraphContent<NodeID> {
    styled { $0.symbol = symbol }
  }

  /// Sets the radius of nodes, in layout units. The collision force does not follow it.
  public func symbolSize(radius: Double) -> some GraphContent<NodeID> {
    styled { $0.radius = radius }
  }

  /// Sets the size of nodes by width and height; the greater of the two is the diameter.
  public func symbolSize(_ size: SIMD2<Double>) -> some GraphContent<NodeID> {
    styled { $0.radius = max(size.x, size.y) / 2 }
  }

  /// Sets the colour and the line style of links and of node outlines. The width of outlines is in
  /// layout units.
  public func stroke(
    _ color: RGBColor? = nil, _ style: LinkStroke? = nil
  ) -> some GraphContent<NodeID> {
    styled {
      $0.strokeColor = color
      $0.stroke = style
    }
  }

  /// Sets the shape of links.
  public func linkShape(_ shape: LinkShape) -> some GraphContent<NodeID> {
    styled { $0.shape = shape }
  }

  /// Sets the label of nodes; nil for none.
  public func annotation(_ text: String?) -> some GraphContent<NodeID> {
    styled { $0.label = text ?? "" }
  }

  /// Hides marks if true. Hidden marks still take part in the forces.
  public func hidden(_ isHidden: Bool = true) -> some GraphContent<NodeID> {
    styled { $0.isHidden = isHidden }
  }
}
