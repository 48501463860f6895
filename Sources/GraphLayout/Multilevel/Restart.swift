import ForceSimulation

/// A start from an earlier drawing by the same forces, which stays as it is, except for nodes that
/// an edit has touched.
///
/// Nodes that are new or not at rest move, while all others stay exactly where they are; in further
/// rounds those move too that they have disturbed.
struct Restart<Vector: LayoutVector> {
  var graph: LevelGraph
  var probe: Rest<Vector>.Probe
  /// The forces' unit in units of the drawing; nil for that at which they are balanced.
  var unit: Double?
  /// True for nodes that are new in the drawing.
  var isNew: [Bool]

  private static var rounds: Int { 3 }

  /// Returns a drawing at rest, and notes in `run` that it stays in place; nil if the start is not
  /// at rest, unless it lies beside others that are, and at most half of its nodes are new.
  ///
  /// - Parameters:
  ///   - start: the positions, in any unit.
  ///   - ticked: returns positions after ticks, given positions in the forces' unit and the pins of
  ///     nodes that stay.
  func settled(
    _ start: [Vector], run: inout LayoutRun,
    _ ticked: (_ positions: [Vector], _ pins: [Vector?], inout LayoutRun) throws(SimulationError)
      -> [Vector]
  ) throws(SimulationError) -> [Vector]? {
    var rest = try Rest(graph, probe, start, unit: unit, run: run)
    let isBesideOthers = run.othersStay && 2 * isNew.count { $0 } <= isNew.count
    guard rest.state != .none || isBesideOthers else { return nil }
    run.staysInPlace = true
    let unit = rest.unit
    var (positions, isFree) = (start, isNew)
    for _ in 0..<Self.rounds where run.mayContinue() {
      let before = isFree
      for (node, isDisturbed) in rest.isDisturbed.enumerated() where isDisturbed {
        isFree[node] = true
      }
      if isFree == before, before != isNew || !isNew.contains(true) { break }
      let pins = positions.indices.map { isFree[$0] ? nil : positions[$0] / unit }
      let moved = try ticked(positions.map { $0 / unit }, pins, &run)
      for node in positions.indices where isFree[node] { positions[node] = moved[node] * unit }
      rest = try Rest(graph, probe, positions, unit: unit, run: run)
    }
    return positions
  }
}
