import GraphModel
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
  /// The layouts that viewers may choose in addition to the force-directed one, which is the
  /// simulation itself: names in messages, and titles for users. None by default.
  public var layouts: [(name: String, title: String)] = []
  /// Computes a layout of the graph by the name of one of `layouts`. The graph has the current
  /// positions. y points up, as in files. It runs outside the session; its task is cancelled when
  /// another layout is requested.
  public var computeLayout: @Sendable (_ name: String, Graph) async throws -> NodePositions = {
    name, _ in throw GraphViewError.impossible("there is no layout \"\(name)\"")
  }
  /// The measures that colours and sizes may represent. They are computed outside the session.
  public var measures: [NodeMeasure] = NodeMeasure.all
  /// The formats in which the graph can be saved, by id. None by default.
  public var formats: [String] = []
  /// Encodes a graph as a file of one of `formats`: a file name without a folder, a media type, and
  /// the contents. The graph has the current positions.
  public var encode:
    @Sendable (_ format: String, Graph) async throws -> (
      name: String, mediaType: String, bytes: [UInt8]
    ) = {
      format, _ in
      throw GraphViewError.impossible("there is no format \"\(format)\"")
    }
  /// The name of the layout at which the nodes start, as in `layouts`; empty for
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
