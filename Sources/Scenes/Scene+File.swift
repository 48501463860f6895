import ForceSimulation
import GraphIO

extension Scene {
  /// Reads the graph of a file, in any format that GraphIO supports, optionally compressed with
  /// gzip.
  ///
  /// Nodes have the names and the order that GraphIO gives them; nodes of an edge list whose ids
  /// are all integers are in increasing order. Links are in the order of the file; duplicates and
  /// self-loops are kept. Directions, weights, attributes and positions are ignored: nodes start on
  /// the library's phyllotaxis. O(bytes).
  ///
  /// - Parameters:
  ///   - path: the path of the file. Its last component is the name of the scene.
  ///   - reader: the reader, with its format, limits and control.
  public static func file(
    _ path: String, reader: GraphReader = GraphReader()
  ) throws(GraphFileError) -> Scene {
    let read = try reader.read(path: path)
    let graph = read.graph
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return Scene(
      name: name, nodeCount: graph.nodeCount,
      links: zip(graph.sources, graph.targets).map { Link(source: Int($0), target: Int($1)) },
      nodeNames: Array(graph.nodeIDs), notes: read.notes, start: .library)
  }
}
