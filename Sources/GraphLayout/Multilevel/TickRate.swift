/// How long a tick of a level takes, to choose ticks by time.
struct TickRate {
  /// Seconds of a tick for each node and each edge.
  private let secondsOfPiece: Double

  /// As measured over some ticks of a level.
  init(of graph: LevelGraph, ticks: Int, took seconds: Double) {
    let pieces = graph.nodeCount + graph.neighbors.count / 2
    secondsOfPiece = seconds / Double(max(ticks * pieces, 1))
  }

  /// How many ticks of so many nodes and edges fit into a time. A fifth of it is kept back, as the
  /// machine may get busier.
  func ticks(ofPieces pieces: Int, in seconds: Double) -> Double {
    0.8 * seconds / max(secondsOfPiece * Double(pieces), 1e-9)
  }
}
