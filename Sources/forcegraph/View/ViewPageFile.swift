import CommandLineSupport
import GraphView
@_spi(Interfaces) import Graphs

extension PictureOptions {
  /// Returns the view options that correspond to this style.
  func viewOptions(_ graph: Graph, name: String) throws -> GraphViewOptions {
    // This validates the options, with the same errors as for pictures.
    _ = try style(graph, name: name)
    var options = GraphViewOptions(title: title ?? name)
    options.theme = theme == .dark ? .dark : .light
    options.colorBy = graph.pageColoring(asked: colorBy)
    if let size, NodeMeasure(size, of: graph) != nil { options.sizeBy = size }
    options.labelsBy = label
    options.colorScale = colorScale?.scaling
    return options
  }

  /// Returns the self-contained page of a graph with positions.
  func page(_ graph: Graph, name: String) throws -> [UInt8] {
    let options = try viewOptions(graph, name: name)
      .withGraphs(dimensions: graph.positions?.dimensions ?? 2)
    do {
      return try waitFor {
        try await GraphSnapshot(graph, theme: options.theme).html(options: options)
      }
    } catch let error as GraphViewError {
      throw Failure.badInput(error.description)
    }
  }
}
