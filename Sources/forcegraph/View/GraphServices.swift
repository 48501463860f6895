import GraphView
import Graphs

extension GraphViewOptions {
  /// Returns the options with the layouts and formats of Graphs.
  ///
  /// - Parameter dimensions: the dimensions of the view; layouts that do not support them are
  ///   omitted.
  func withGraphs(dimensions: Int, seed: UInt64 = 1) -> GraphViewOptions {
    var options = self
    options.layouts = LayoutMethod.all.filter { method in
      method.isAvailable && method.id != "auto" && method.id != "force"
        && (dimensions == 2 || method.worksInSpace)
    }.map { (name: $0.id, title: Self.title(of: $0.id)) }
    options.computeLayout = { name, graph in
      guard let method = LayoutMethod(name) else {
        throw GraphViewError.impossible("there is no layout \"\(name)\"")
      }
      // The layout ends when its task is cancelled by a request for another one.
      let found = try await onThread { isCancelled in
        try Self.positions(
          method, graph, dimensions, seed, run: RunControl(isCancelled: isCancelled))
      }
      try Task.checkCancellation()
      return found
    }
    let formats = GraphFormat.all.filter { $0.isWritable && $0.holdsPositions }
    options.formats = formats.map(\.id)
    options.encode = { id, graph in
      guard let format = formats.first(where: { $0.id == id }) else {
        throw GraphViewError.impossible("there is no format \"\(id)\" for graphs with positions")
      }
      return try await onThread { _ in
        (
          name: "graph." + format.fileExtension, mediaType: "application/octet-stream",
          bytes: try GraphWriter(format: format).bytes(graph).bytes
        )
      }
    }
    return options
  }

  /// Returns the positions of a layout of the graph, in two or three dimensions.
  static func positions(
    _ method: LayoutMethod, _ graph: Graph, _ dimensions: Int, _ seed: UInt64,
    quality: LayoutQuality = .balanced, within time: Duration? = nil,
    run: RunControl = RunControl()
  ) throws -> NodePositions {
    var request = LayoutRequest(method, dimensions: dimensions, quality: quality, seed: seed)
    request.timeBudget = time
    let result = try graph.layout(request, control: run)
    guard let positions = result.graph.positions else {
      throw GraphViewError.impossible("the layout \(method.id) has given no positions")
    }
    return positions.packingLoneNodes(of: graph)
  }

  /// Returns a title for an id: `Pivot MDS` for `pivot-mds`, and names of authors as they are
  /// written.
  private static func title(of id: String) -> String {
    let authors = ["fruchterman-reingold": "Fruchterman-Reingold", "kamada-kawai": "Kamada-Kawai"]
    if let title = authors[id] { return title }
    let words = id.split(separator: "-").map { $0 == "mds" ? "MDS" : String($0) }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
