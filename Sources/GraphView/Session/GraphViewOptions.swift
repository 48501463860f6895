import GraphRendering

/// The settings of a view.
public struct GraphViewOptions: Sendable {
  /// What the view is called.
  public var title: String
  /// The colours of the page at first.
  public var theme = ViewTheme.auto
  /// True to begin to move as soon as somebody looks.
  public var startsRunning = true
  /// The ticks for each of 60 frames a second.
  public var speed = ViewSpeed.ticksPerFrame(1)
  /// True when viewers may add and remove nodes and links.
  public var allowsEditing = false
  /// True to tick without viewers too.
  public var keepsRunning = false
  /// At most so many viewers at a time.
  public var viewerLimit = 16
  /// What the colours of nodes stand for at first: an attribute or a measure; nil for what the
  /// graph wants.
  public var colorBy: String?
  /// How numbers become colours; nil for what suits the measure, or linear.
  public var colorScale: Palette.Scaling?
  /// What the sizes of nodes stand for at first.
  public var sizeBy: String?
  /// The attribute beside nodes at first; `id` and `none` are possible too.
  public var labelsBy: String?
  /// The attributes that an exported file has, for the details of nodes; nil for as many as take at
  /// most 2 MB.
  public var exportedAttributes: [String]?

  public init(title: String = "Graph") { self.title = title }

  /// The theme whose colours are taken where one has to be chosen.
  var colors: Theme { theme == .dark ? .dark : .light }
}
