import GraphRendering

/// A content with a style.
public struct ModifiedGraphContent<Content: GraphContent>: GraphMarkContent {
  public typealias NodeID = Content.NodeID
  let content: Content
  let style: MarkStyle

  public func collect(into marks: inout GraphMarks<Content.NodeID>) {
    marks.styled(style) { content.collect(into: &$0) }
  }
}

// Of several modifiers that say the same of a mark, the one nearest to it counts.

extension GraphContent {
  private func styled(_ change: (inout MarkStyle) -> Void) -> ModifiedGraphContent<Self> {
    var style = MarkStyle()
    change(&style)
    return ModifiedGraphContent(content: self, style: style)
  }

  /// The colour of nodes, and of links without a stroke of their own.
  public func foregroundStyle(_ color: RGBColor) -> ModifiedGraphContent<Self> {
    styled { $0.color = color }
  }

  /// A colour by a value: groups get one each, numbers one on a scale, and a legend says which.
  public func foregroundStyle(by value: GraphValue) -> ModifiedGraphContent<Self> {
    styled { $0.value = value }
  }

  /// How opaque marks are: 0 invisible, 1 opaque.
  public func opacity(_ opacity: Double) -> ModifiedGraphContent<Self> {
    styled { $0.opacity = opacity }
  }

  /// The shape of nodes.
  public func symbol(_ symbol: GraphSymbol) -> ModifiedGraphContent<Self> {
    styled { $0.symbol = symbol }
  }

  /// The size of nodes, in layout units. The force of collision does not follow it.
  public func symbolSize(radius: Double) -> ModifiedGraphContent<Self> {
    styled { $0.radius = radius }
  }

  /// The size of nodes as width and height; nodes are as large as the greater of the two.
  public func symbolSize(_ size: SIMD2<Double>) -> ModifiedGraphContent<Self> {
    styled { $0.radius = max(size.x, size.y) / 2 }
  }

  /// The colour and the line of links, and of the outlines of nodes, whose width is in layout units.
  public func stroke(
    _ color: RGBColor? = nil, _ style: LinkStroke? = nil
  ) -> ModifiedGraphContent<Self> {
    styled {
      $0.strokeColor = color
      $0.stroke = style
    }
  }

  /// The shape of links.
  public func linkShape(_ shape: LinkShape) -> ModifiedGraphContent<Self> {
    styled { $0.shape = shape }
  }

  /// The text beside nodes. Nil for none.
  public func annotation(_ text: String?) -> ModifiedGraphContent<Self> {
    styled { $0.label = text ?? "" }
  }

  /// True for marks that are not drawn, but take part in the forces.
  public func hidden(_ isHidden: Bool = true) -> ModifiedGraphContent<Self> {
    styled { $0.isHidden = isHidden }
  }
}
