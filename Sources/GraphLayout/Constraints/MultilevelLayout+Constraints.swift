import ForceSimulation

extension MultilevelLayout {
  /// Lays out a component under constraints, in layout units: a draft without them is turned to where they
  /// move it least, projected, and refined by ticks after each of which it is projected. From a start
  /// there is no draft.
  func placeConstrained(
    _ component: LayoutGraph, _ nodes: [Int32], _ given: ConstraintSet, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    var constraints = given
    let withHubs = constraints.addHubs(to: component, linkLength: placement.linkLength)
    let (graph, roomy) = (withHubs.graph, withHubs.roomy)
    var projection = ConstraintProjection<Vector>(constraints)
    var positions = try placement.start(of: nodes, seed: run.seed) { () throws(LayoutError) in
      try run.preparing { run throws(LayoutError) in
        try run.within(0...0.6) { run throws(LayoutError) in
          try placeComponent(roomy, of: roomy.nodeCount + roomy.pairCount, run: &run).map {
            $0 * placement.linkLength
          }
        }
      }
    }
    if let boxes = constraints.boxes {
      positions =
        placement.start == nil
        ? boxes.enlarged(positions, linkLength: placement.linkLength)
        : boxes.withHubs(positions)
    }
    if placement.start == nil { positions = projection.turned(positions) }
    let placed = try run.within(0.6...1) { run throws(LayoutError) in
      run.begin("ticks")
      let level = LevelGraph(graph)
      let (forces, unit) = try forcesAtRest(positions, level, graph, run: run)
      let before = positions
      if constraints.boxes != nil {
        positions = try projection.begun(
          positions, linkLength: placement.start == nil ? placement.linkLength : nil)
      }
      projection.project(&positions, StressLayout<Vector>.effortOfStart)
      guard unit > 0, unit.isFinite, run.mayContinue() else { return positions }
      let moved2 = zip(before, positions).reduce(0) { $0 + ($1.1 - $1.0).lengthSquared() }
      let length = placement.linkLength
      let isNear = moved2 < length * length * Double(positions.count)
      let ticks = ticks ?? max((run.ticksInTime ?? ticksOfQuality) / 2, 1)
      positions = try forces.cooled(
        level, byLength: graph.lengths != nil, positions, unit: unit, ticks: ticks,
        heat: isNear ? Self.startHeat : 1, &projection, run: &run)
      if goal == .distances {
        positions = try fitted(positions, roomy, nodes, constraints, &run)
      } else if placement.start == nil {
        positions = try projection.gathered(positions, linkLength: placement.linkLength)
      }
      return positions
    }
    return Array(placed.prefix(component.nodeCount))
  }

  /// Returns the forces that a drawing is nearest to rest under, and their unit at rest.
  private func forcesAtRest(
    _ positions: [Vector], _ level: LevelGraph, _ graph: LayoutGraph, run: LayoutRun
  ) throws(LayoutError) -> (LevelTicks<Vector>, Double) {
    let byLength = graph.lengths != nil
    let rest = try levelTicks.rest(of: positions, level, byLength: byLength, run: run)
    if goal == .neighborhoods, rest.state == .none {
      let spread = Self.tForcesAfterSprings
      let other = try spread.rest(of: positions, level, byLength: byLength, run: run)
      if other.state != .none { return (spread, other.unit) }
    }
    return (levelTicks, rest.unit)
  }

  /// Returns the positions fitted to distances over pivots.
  private func fitted(
    _ positions: [Vector], _ graph: LayoutGraph, _ nodes: [Int32], _ constraints: ConstraintSet,
    _ run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let stress = StressLayout<Vector>(
      quality: quality, placement: placement, iterations: lastFit.sweeps, fullNodeLimit: 600,
      pivotCount: lastFit.pivots)
    return try run.preparing { run throws(LayoutError) in
      try stress.refined(positions, graph, constraints, run: &run)
    }
  }
}

extension LevelTicks {
  /// Returns positions after ticks that cool, each of which ends with a projection onto constraints.
  ///
  /// - Parameter unit: the unit of the forces, in that of the positions.
  func cooled(
    _ graph: LevelGraph, byLength: Bool, _ positions: [Vector], unit: Double, ticks: Int,
    heat: Double, _ projection: inout ConstraintProjection<Vector>, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let (forces, parameters) = ticking(graph, byLength: byLength, ticks: ticks, heat: heat)
    let simulation: Simulation<Vector, ForceList<Vector>>
    do {
      simulation = try Simulation(
        nodeCount: graph.nodeCount, links: graph.links(), forces: forces, parameters: parameters,
        positions: positions.map { $0 / unit }, seed: run.seed)
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
    simulation.kernelOptions = run.kernelOptions
    for tick in 0..<ticks where run.mayTick() {
      simulation.advance()
      let moved = simulation.kinetics.position.asArray()
      var held = moved
      projection.project(&held, unit: unit, .tick)
      simulation.kinetics.position.withUnsafeMutableBufferPointer {
        for node in $0.indices { $0[node] = held[node] }
      }
      simulation.kinetics.velocity.withUnsafeMutableBufferPointer {
        for node in $0.indices { $0[node] += held[node] - moved[node] }
      }
      run.report(Double(tick + 1) / Double(ticks))
    }
    var placed = simulation.kinetics.position.asArray().map { $0 * unit }
    projection.project(&placed, .tick)
    return placed
  }
}
