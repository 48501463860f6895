import GraphIO
import GraphModel
import GraphView

/// The characters of Les Misérables, coloured by the communities that the graph has.
package enum Miserables {
  package static func graph(_ file: Graph) throws -> ForceDirectedGraph<
    String, some GraphContent<String>
  > {
    let communities = try file.topology.communities().classOfNode
    let degrees = file.topology.degrees()
    return ForceDirectedGraph {
      Series(0..<file.nodeCount) { node in
        NodeMark(id: file.nodeIDs[node])
          .foregroundStyle(by: .value("Community", Int(communities[node]) + 1))
          .symbolSize(radius: 3 + Double(degrees[node]).squareRoot())
          .annotation(file.nodeIDs[node])
      }
      Series(0..<file.edgeCount) { edge in
        LinkMark(
          from: file.nodeIDs[Int(file.sources[edge])], to: file.nodeIDs[Int(file.targets[edge])])
      }
    } force: {
      .manyBody(strength: -40)
        .link()
        .position(axis: .x, strength: 0.05)
        .position(axis: .y, strength: 0.05)
    }
  }
}
