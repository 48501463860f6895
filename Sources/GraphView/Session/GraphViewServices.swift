import GraphModel

/// Functions of other libraries that a program provides to a view: layouts, measures and file
/// formats.
public struct GraphViewServices: Sendable {
  /// A layout that viewers may choose.
  public struct Layout: Sendable, Hashable, Encodable {
    /// The name in messages.
    public var name: String
    /// The title for users.
    public var title: String

    public init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  /// The layouts in addition to the force-directed one, which is the simulation itself.
  public var layouts: [Layout] = []
  /// Computes a layout of the graph, which has the current positions. y points up, as in files. It
  /// runs outside the session; its task is cancelled when another layout is requested.
  public var layout: @Sendable (_ name: String, Graph) async throws -> NodePositions = { name, _ in
    throw GraphViewError.impossible("there is no layout \"\(name)\"")
  }

  /// The measures that colours and sizes may represent. They are computed outside the session.
  public var measures: [NodeMeasure] = NodeMeasure.all

  /// The formats in which the graph can be saved, by id.
  public var formats: [String] = []
  /// Encodes a graph as a file of a format. The graph has the current positions.
  public var write: @Sendable (_ format: String, Graph) async throws -> ExportedFile = {
    format, _ in
    throw GraphViewError.impossible("there is no format \"\(format)\"")
  }

  public init() {}
}
