import ForceSimulation

extension Scene {
  /// The graph of an edge list, as text or compressed with gzip. Its nodes are named by their ids
  /// in the file, are in the order of these ids, and start on the library's phyllotaxis. Throws
  /// `EdgeListError`.
  public static func file(_ path: String) throws(EdgeListError) -> Scene {
    let list = try EdgeList(contentsOfFile: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return Scene(
      name: name, nodeCount: list.ids.count, links: list.links,
      nodeNames: list.ids.map(String.init),
      start: .library)
  }
}
