import ForceSimulation

/// Rotates a drawing in the plane of the first two axes between ticks of a simulation, or between
/// sweeps.
///
/// Tree cells are axis-aligned, and so are the errors of forces that are summed by cells. With
/// evenly spread nodes, small errors that recur in each tick add up to visible rows. Rotation gives
/// them a different direction each time.
struct Turning {
  /// The total rotation, in turns.
  private var turns = 0.0

  /// The golden section of a quarter turn: after a quarter the axes coincide again, and with this
  /// step nearly equal directions recur as late as possible.
  private static var step: Double { 0.25 * 0.6180339887498949 }

  /// Rotates a state by one step. O(nodes).
  mutating func turn(_ simulation: some TickedSimulation) {
    let rotation = Rotation(turns: Self.step)
    turns += Self.step
    simulation.changeVectors { rotation.apply(to: $0) }
  }

  /// Rotates positions by one step. O(nodes).
  mutating func turn<Vector: LayoutVector>(_ positions: inout [Vector]) {
    turns += Self.step
    positions.withUnsafeMutableBufferPointer { Rotation(turns: Self.step).apply(to: $0) }
  }

  /// Returns the positions without the rotation. O(nodes).
  func turnedBack<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    var positions = positions
    positions.withUnsafeMutableBufferPointer { Rotation(turns: -turns).apply(to: $0) }
    return positions
  }
}
