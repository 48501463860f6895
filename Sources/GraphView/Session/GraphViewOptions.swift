import GraphRendering

/// The settings of a view.
public struct GraphViewOptions: Sendable {
  /// The title of the view.
  public var title: String
  /// The initial theme of the page.
  public var theme = ViewTheme.auto
  /// True to start the simulation when the first viewer joins.
  public var startsRunning = true
  /// The ticks per frame, at 60 frames per second; nil for as many as possible.
  public var ticksPerFrame: Int? = 1
  /// True if viewers may add and remove nodes and links.
  public var allowsEditing = false
  /// True to keep the simulation running without viewers.
  public var keepsRunning = false
  /// The maximum number of simultaneous viewers.
  public var viewerLimit = 16
  /// The initial source of node colours: an attribute or a measure; nil for the graph's own
  /// colours.
  public var colorBy: String?
  /// The scale by which numbers become colours; nil for the default of the measure, or linear.
  public var colorScale: Palette.Scaling?
  /// The initial source of node sizes.
  public var sizeBy: String?
  /// The initial attribute for labels; `id` and `none` are also allowed.
  public var labelsBy: String?
  /// The attributes that an exported file contains, for the details of nodes; nil for as many as
  /// fit into 2 MB.
  public var exportedAttributes: [String]?
  /// The name of the layout at which the nodes start, as in `GraphViewServices.layouts`; empty for
  /// positions of no such layout, nil for those of the forces.
  package var layout: String?

  public init(title: String = "Graph") { self.title = title }

  /// `ticksPerFrame` as the page has it.
  package var speed: ViewSpeed {
    get { ticksPerFrame.map(ViewSpeed.ticksPerFrame) ?? .free }
    set {
      if case .ticksPerFrame(let count) = newValue {
        ticksPerFrame = count
      } else {
        ticksPerFrame = nil
      }
    }
  }

  /// The theme to use where a definite one is needed.
  var colors: Theme { theme == .dark ? .dark : .light }
}
