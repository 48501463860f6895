import GraphView

/// Grape's example of a ring of rings: 20 nodes in two rings, joined.
package enum MyRing {
  package static let count = 20

  package static func graph(_ states: ForceDirectedGraphState = ForceDirectedGraphState())
    -> ForceDirectedGraph<Int, some GraphContent<Int>>
  {
    ForceDirectedGraph(states: states) {
      Series(0..<count) { i in
        NodeMark(id: 3 * i)
          .symbolSize(radius: 6.0)
          .foregroundStyle(.green)
          .stroke(.clear)
        NodeMark(id: 3 * i + 1)
          .symbol(.hexagon)
          .symbolSize(radius: 4.0)
          .foregroundStyle(.blue)
        NodeMark(id: 3 * i + 2)
          .symbolSize(radius: 4.0)
          .foregroundStyle(.yellow)

        LinkMark(from: 3 * i, to: 3 * i + 1)
        LinkMark(from: 3 * i + 1, to: 3 * i + 2)

        LinkMark(from: 3 * i, to: 3 * ((i + 1) % count))
          .stroke(.black, LinkStroke(lineWidth: 2))
        LinkMark(from: 3 * i + 1, to: 3 * ((i + 1) % count) + 1)
          .stroke(.gray, LinkStroke(lineWidth: 1, dash: [4, 2]))
        LinkMark(from: 3 * i + 2, to: 3 * ((i + 1) % count) + 2)
          .linkShape(.arrow)
      }
    } force: {
      .manyBody(strength: -15)
        .link(length: .function { source, target in source / 3 == target / 3 ? 10 : 16 })
        .center()
    }
  }
}
