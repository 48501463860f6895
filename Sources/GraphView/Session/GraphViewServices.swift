import GraphModel

/// Functions of other libraries that a program provides to a view: layouts, measures and file
/// formats.
public struct GraphViewServices: Sendable {
  /// The layouts that viewers may choose in addition to the force-directed one, which is the
  /// simulation itself: names in messages, and titles for users.
  public var layouts: [(name: String, title: String)] = []
  /// Computes a layout of the graph, which has the current positions. y points up, as in files. It
  /// runs outside the session; its task is cancelled when another layout is requested.
  public var layout: @Sendable (_ name: String, Graph) async throws -> NodePositions = { name, _ in
    throw GraphViewError.impossible("there is no layout \"\(name)\"")
  }

  /// The measures that colours and sizes may represent. They are computed outside the session.
  public var measures: [NodeMeasure] = NodeMeasure.all

  /// The formats in which the graph can be saved, by id.
  public var formats: [String] = []
  /// Encodes a graph as a file of a format: a file name without a folder, a media type, and the
  /// contents. The graph has the current positions.
  public var write:
    @Sendable (_ format: String, Graph) async throws -> (
      name: String, mediaType: String, bytes: [UInt8]
    ) = {
      format, _ in
      throw GraphViewError.impossible("there is no format \"\(format)\"")
    }

  public init() {}
}
