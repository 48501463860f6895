/// The specification of the center force (docs/determinism.md, "Center, position, radial").
enum ReferenceCenter {
  /// Moves the mean. With `blocks` the sum is that of the parallel update order: by blocks of 1024
  /// nodes, which can be summed by different threads.
  static func apply<Vector: SimulationVector>(
    center: Vector, strength: Vector.Scalar, blocks: Bool, position: inout [Vector]
  ) {
    guard !position.isEmpty else { return }
    let blockSize = blocks ? 1024 : position.count
    var sum = Vector.zero
    for begin in stride(from: 0, to: position.count, by: blockSize) {
      var blockSum = Vector.zero
      for node in begin..<min(begin + blockSize, position.count) { blockSum += position[node] }
      sum += blockSum
    }
    let shift = (sum / Vector.Scalar(position.count) - center) * strength
    guard shift.isFinite else { return }
    for node in position.indices { position[node] -= shift }
  }
}
