/// Fades edges whose ends have many edges.
///
/// The edges of a hub say little each, and hide what is below them; those between two nodes with few edges are
/// what a reader looks for. So the darkness of an edge falls with the root of the degree of its busier end,
/// from a multiple of the mean degree on. What some edges lose, the others gain in part.
struct CrowdedEnds {
  private let factors: [Float]
  /// The factor of the width of edges without a crowd.
  private let widening: Double

  /// The degrees, in multiples of the mean one, from which edges are fainter, and what is left at least.
  private static let fewEdges = 3.0
  private static let faintest = 0.35
  /// The greatest opacity of the others.
  private static let opacity = 0.9
  /// The greatest factor of their width.
  private static let widest = 1.6
  /// The steps of factors, so that edges share their style.
  private static let steps = 20.0

  /// Nil if all edges are as dark: where no node is a hub, in forests, which have nothing else but the
  /// edges of hubs, and in drawings with very many edges, which are a texture. O(nodes + edges).
  init?(_ drawing: Drawing) {
    guard drawing.edges.count <= EdgeRouter.detailLimit else { return nil }
    let topology = drawing.checkedTopology
    let degrees = topology.degrees()
    let joined = degrees.count { $0 > 0 }
    let many = Self.fewEdges * 2 * Double(drawing.edges.count) / Double(max(joined, 1))
    guard Double(degrees.max() ?? 0) > many, !topology.isForest else { return nil }
    // In diagrams an edge may have a colour of its own, which stays as it is.
    let isDiagram = drawing.figures.contains { $0 != nil }
    let own = drawing.edges.map { edge -> Double in
      if isDiagram, edge.color != nil { return 1 }
      let busier = Double(max(degrees[Int(edge.source)], degrees[Int(edge.target)]))
      return busier <= many ? 1 : max(Self.faintest, (many / busier).squareRoot())
    }
    let gain = 1 / (own.reduce(0, +) / Double(own.count)).squareRoot()
    widening = (min(gain, Self.widest) * Self.steps).rounded() / Self.steps
    factors = own.map { Float(($0 * gain * Self.steps).rounded() / Self.steps) }
  }

  /// Returns an edge with another opacity, and another width where it is one of the few.
  func changed(
    _ drawn: (edge: RoutedEdge, opacity: Double)
  ) -> (edge: RoutedEdge, opacity: Double) {
    var (edge, opacity) = drawn
    let factor = Double(factors[edge.index])
    let changed = min(opacity * factor, max(opacity, Self.opacity))
    opacity = (changed * 100).rounded() / 100
    if factor >= 1 { edge.width *= min(factor, widening) }
    return (edge, opacity)
  }
}
