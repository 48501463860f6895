import GraphModel

/// What a program lends a view beyond the view's own: layouts, measures and formats of files, which
/// belong to libraries that the view does not know.
public struct GraphViewServices: Sendable {
  /// A layout that people may choose.
  public struct Layout: Sendable, Hashable, Encodable {
    /// What messages call it.
    public var name: String
    /// What people read.
    public var title: String

    public init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  /// Beside the force-directed layout, which is the simulation itself.
  public var layouts: [Layout] = []
  /// Computes a layout of the graph, which has the positions of this moment. y points up, as in
  /// files. Runs outside of the session; its task is cancelled when another layout is asked for.
  public var layout: @Sendable (_ name: String, Graph) async throws -> NodePositions = { name, _ in
    throw GraphViewError.impossible("there is no layout \"\(name)\"")
  }

  /// The measures that colours and sizes may stand for. They are computed outside of the session.
  public var measures: [NodeMeasure] = NodeMeasure.all

  /// The formats of graph files that can be saved, by id.
  public var formats: [String] = []
  /// A graph as a file of a format. The graph has the positions of this moment.
  public var write: @Sendable (_ format: String, Graph) async throws -> ExportedFile = {
    format, _ in
    throw GraphViewError.impossible("there is no format \"\(format)\"")
  }

  public init() {}
}
