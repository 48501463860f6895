/// The measured rate of ticks of a level, to choose the number of ticks by time.
struct TickRate {
  /// The seconds per tick for each node and each edge.
  private let secondsOfPiece: Double

  /// Creates the rate from a measurement over some ticks of a level.
  init(of graph: LevelGraph, ticks: Int, took seconds: Double) {
    let pieces = graph.nodeCount + graph.neighbors.count / 2
    secondsOfPiece = seconds / Double(max(ticks * pieces, 1))
  }

  /// Returns the number of ticks of so many nodes and edges that fit into a time. A fifth of it is
  /// reserved, as the machine may become busier.
  func ticks(ofPieces pieces: Int, in seconds: Double) -> Double {
    0.8 * seconds / max(secondsOfPiece * Double(pieces), 1e-9)
  }
}
