import ForceSimulation

/// A drawing that turns from tick to tick under a simulation, or from sweep to sweep, in the plane of the first two axes.
///
/// Cells of a tree have sides along the axes, and so have the errors of forces that are summed cell by cell. In
/// evenly spread nodes small ones that come back tick by tick add up to rows. In another direction each time they
/// do not.
struct Turning<Vector: LayoutVector> {
  /// How far the drawing has been turned.
  private var turns = 0.0

  /// The golden part of a quarter: after a quarter the axes are where they were, and with this part of it
  /// directions that are nearly those of an earlier tick come as late as they can.
  private static var step: Double { 0.25 * 0.6180339887498949 }

  /// Turns a state a step further. O(nodes).
  mutating func turn(_ simulation: Simulation<Vector, ForceList<Vector>>) {
    let rotation = Rotation(turns: Self.step)
    turns += Self.step
    simulation.kinetics.position.withUnsafeMutableBufferPointer { rotation.apply(to: $0) }
    simulation.kinetics.velocity.withUnsafeMutableBufferPointer { rotation.apply(to: $0) }
  }

  /// Turns places a step further. O(nodes).
  mutating func turn(_ positions: inout [Vector]) {
    turns += Self.step
    positions.withUnsafeMutableBufferPointer { Rotation(turns: Self.step).apply(to: $0) }
  }

  /// Where nodes would be if nothing had been turned. O(nodes).
  func turnedBack(_ positions: [Vector]) -> [Vector] {
    var positions = positions
    positions.withUnsafeMutableBufferPointer { Rotation(turns: -turns).apply(to: $0) }
    return positions
  }

  private struct Rotation {
    let sine, cosine: Double

    init(turns: Double) { (sine, cosine) = sineAndCosine(turns: turns) }

    func apply(to vectors: UnsafeMutableBufferPointer<Vector>) {
      for index in vectors.indices {
        let vector = vectors[index]
        vectors[index][0] = cosine * vector[0] - sine * vector[1]
        vectors[index][1] = sine * vector[0] + cosine * vector[1]
      }
    }
  }
}
