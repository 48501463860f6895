import ForceSimulation
import GraphLayout

/// A simulation in two or three dimensions, as C sees it.
private class AnySimulation {
  /// The positions and velocities that callers can read: memory with the lifetime of this object,
  /// updated at the end of each call that changes them, since the simulation's own arrays may move.
  let seen: (positions: UnsafeMutablePointer<Double>, velocities: UnsafeMutablePointer<Double>)
  private let scalarCount: Int

  init(scalarCount: Int) {
    self.scalarCount = scalarCount
    seen = (.allocate(capacity: max(scalarCount, 1)), .allocate(capacity: max(scalarCount, 1)))
    seen.positions.initialize(repeating: 0, count: max(scalarCount, 1))
    seen.velocities.initialize(repeating: 0, count: max(scalarCount, 1))
  }

  deinit {
    seen.positions.deallocate()
    seen.velocities.deallocate()
  }

  func facts() -> String { "" }
  func advance(by ticks: Int, untilCold: Bool, control: RunControl) -> Int { 0 }
  func setPositions(_ numbers: UnsafePointer<Double>) throws {}
  func setVelocities(_ numbers: UnsafePointer<Double>) throws {}
  func pin(_ node: Int, at numbers: UnsafePointer<Double>?) throws {}
  func set(_ options: inout Options) throws {}
  func checkpoint() -> [UInt8] { [] }
  /// Returns the simulation after an edit, with memory of its own for positions. Then only it may be
  /// used; this object keeps its memory for those who look at it.
  func edited(_ request: EditRequest) throws -> AnySimulation { self }
  func writeLinks(to edges: UnsafeMutablePointer<Int32>) {}
}

private final class TypedSimulation<Vector: LayoutVector>: AnySimulation {
  private let simulation: Simulation<Vector, ForceList<Vector>>

  init(_ simulation: Simulation<Vector, ForceList<Vector>>) {
    self.simulation = simulation
    super.init(scalarCount: simulation.nodeCount * Vector.scalarCount)
    show()
  }

  private func show() {
    Incoming.write(simulation.kinetics.position, to: seen.positions)
    Incoming.write(simulation.kinetics.velocity, to: seen.velocities)
  }

  override func facts() -> String {
    var facts = JSONObjectWriter()
    let kinetics = simulation.kinetics
    facts.add("nodes", kinetics.nodeCount)
    facts.add("links", kinetics.links.count)
    facts.add("dim", Vector.scalarCount)
    facts.add("ticks", Int(clamping: kinetics.tickCount))
    facts.add("alpha", kinetics.parameters.alpha)
    facts.add("alpha-min", kinetics.parameters.alphaMin)
    facts.add("alpha-decay", kinetics.parameters.alphaDecay)
    facts.add("alpha-target", kinetics.parameters.alphaTarget)
    facts.add("velocity-decay", kinetics.parameters.velocityDecay)
    facts.add("cold", simulation.isCold ? 1 : 0)
    facts.add("hash", String(kinetics.trajectoryHash, radix: 16))
    facts.add("forces", simulation.forces.names)
    return facts.text
  }

  override func advance(by ticks: Int, untilCold: Bool, control: RunControl) -> Int {
    defer { show() }
    if untilCold { return simulation.run(atMost: ticks, control: control) }
    for done in 0..<ticks {
      if control.mustEnd { return done }
      simulation.advance(by: 1)
      control.progress?(
        RunProgress(phase: "ticks", fraction: Double(done + 1) / Double(ticks), count: done + 1))
    }
    return ticks
  }

  /// Returns vectors of the caller, validated.
  private func vectors(_ numbers: UnsafePointer<Double>, _ what: String) throws -> [Vector] {
    let vectors = Incoming.vectors(numbers, count: simulation.nodeCount, as: Vector.self)
    if let node = vectors.firstIndex(where: { !Incoming.isFinite($0) }) {
      throw CallError(.badPosition, "the \(what) of node \(node) is \(vectors[node]), not finite")
    }
    return vectors
  }

  override func setPositions(_ numbers: UnsafePointer<Double>) throws {
    simulation.kinetics.position = NodeArray(try vectors(numbers, "position"))
    show()
  }

  override func setVelocities(_ numbers: UnsafePointer<Double>) throws {
    simulation.kinetics.velocity = NodeArray(try vectors(numbers, "velocity"))
    show()
  }

  override func pin(_ node: Int, at numbers: UnsafePointer<Double>?) throws {
    guard (0..<simulation.nodeCount).contains(node) else {
      throw CallError(
        .badOption, "there is no node \(node); there are \(simulation.nodeCount) nodes")
    }
    guard let numbers else {
      simulation.kinetics.pins.release(node)
      return
    }
    try simulation.kinetics.pins.pin(
      node, at: Incoming.vectors(numbers, count: 1, as: Vector.self)[0])
  }

  override func set(_ options: inout Options) throws {
    var parameters = simulation.parameters
    try parameters.take(from: &options)
    let forces = try options.take("forces").map { (value) throws(CallError) in
      try ForceReader<Vector>(nodeCount: simulation.nodeCount).forces(value)
    }
    let kernels = try KernelOptions(&options)
    try options.checkAllTaken()
    var kinetics = simulation.kinetics
    kinetics.parameters = parameters
    try simulation.restore(kinetics, forces: forces ?? simulation.forces)
    simulation.kernelOptions = kernels
  }

  override func checkpoint() -> [UInt8] { simulation.checkpoint().bytes }

  override func edited(_ request: EditRequest) throws -> AnySimulation {
    _ = try request.apply(to: simulation)
    return TypedSimulation(simulation)
  }

  override func writeLinks(to edges: UnsafeMutablePointer<Int32>) {
    for (number, link) in simulation.kinetics.links.enumerated() {
      edges[2 * number] = Int32(truncatingIfNeeded: link.source)
      edges[2 * number + 1] = Int32(truncatingIfNeeded: link.target)
    }
  }
}

extension SimulationParameters<Double> {
  /// Sets the parameters given in the options. Throws if a value is out of range.
  fileprivate mutating func take(from options: inout Options) throws(CallError) {
    alpha = try options.number("alpha") ?? alpha
    alphaMin = try options.number("alpha-min") ?? alphaMin
    alphaDecay = try options.number("alpha-decay") ?? alphaDecay
    alphaTarget = try options.number("alpha-target") ?? alphaTarget
    velocityDecay = try options.number("velocity-decay") ?? velocityDecay
    for (name, value) in [("alpha", alpha), ("alpha-min", alphaMin), ("alpha-target", alphaTarget)]
    where value < 0 {
      throw CallError(.badOption, "\(name) is \(value); it must not be negative")
    }
    for (name, value) in [("alpha-decay", alphaDecay), ("velocity-decay", velocityDecay)]
    where !(0...1).contains(value) {
      throw CallError(.badOption, "\(name) is \(value); it must be from 0 to 1")
    }
  }
}

// MARK: Functions

private func simulation(_ handle: UnsafeMutableRawPointer) -> AnySimulation {
  Unmanaged<AnySimulation>.fromOpaque(handle).takeUnretainedValue()
}

private func handle(_ simulation: AnySimulation) -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(simulation).toOpaque()
}

private func makeSimulation<Vector: LayoutVector>(
  _ links: [Link<Int>], nodeCount: Int, positions: UnsafePointer<Double>?, options: inout Options,
  as _: Vector.Type
) throws -> AnySimulation {
  var parameters = SimulationParameters<Double>.d3
  try parameters.take(from: &options)
  let reader = ForceReader<Vector>(nodeCount: nodeCount)
  let forces = try options.take("forces").map { (value) throws(CallError) in
    try reader.forces(value)
  }
  let seed = try options.seed("seed") ?? 1
  let kernels = try KernelOptions(&options)
  try options.checkAllTaken()
  let simulation = try Simulation<Vector, ForceList<Vector>>(
    nodeCount: nodeCount, links: links, forces: forces ?? ForceList(), parameters: parameters,
    positions: positions.map { Incoming.vectors($0, count: nodeCount, as: Vector.self) },
    seed: seed)
  simulation.kernelOptions = kernels
  return TypedSimulation(simulation)
}

@_cdecl("fg_simulation_new")
public func fgSimulationNew(
  _ nodeCount: Int64, _ edges: UnsafePointer<Int32>?, _ edgeCount: Int64,
  _ positions: UnsafePointer<Double>?, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a simulation")
    let count = try Incoming.count(nodeCount, of: "nodes")
    let (sources, targets) = try Incoming.edges(edges, count: edgeCount)
    let links = zip(sources, targets).map { Link(Int($0), Int($1)) }
    let made =
      try Incoming.dimensions(&options) == 2
      ? makeSimulation(
        links, nodeCount: count, positions: positions, options: &options, as: SIMD2<Double>.self)
      : makeSimulation(
        links, nodeCount: count, positions: positions, options: &options, as: SIMD3<Double>.self)
    result.pointee = handle(made)
    return Array(made.facts().utf8)
  }
}

@_cdecl("fg_simulation_restore")
public func fgSimulationRestore(
  _ bytes: UnsafePointer<UInt8>?, _ length: Int64,
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    let checkpoint = try Checkpoint(
      bytes: Array(UnsafeBufferPointer(start: bytes, count: max(0, Int(length)))))
    let restored: AnySimulation
    do throws(SimulationError) {
      restored = TypedSimulation(
        try Simulation<SIMD2<Double>, ForceList<SIMD2<Double>>>(restoring: checkpoint))
    } catch let error {
      guard
        let inSpace = try? Simulation<SIMD3<Double>, ForceList<SIMD3<Double>>>(
          restoring: checkpoint)
      else { throw error }
      restored = TypedSimulation(inSpace)
    }
    result.pointee = handle(restored)
    return Array(restored.facts().utf8)
  }
}

@_cdecl("fg_simulation_free")
public func fgSimulationFree(_ handle: UnsafeMutableRawPointer?) {
  guard let handle else { return }
  Unmanaged<AnySimulation>.fromOpaque(handle).release()
}

@_cdecl("fg_simulation_facts")
public func fgSimulationFacts(
  _ handle: UnsafeMutableRawPointer, _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) { Array(simulation(handle).facts().utf8) }
}

@_cdecl("fg_simulation_positions")
public func fgSimulationPositions(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double>
{
  simulation(handle).seen.positions
}

@_cdecl("fg_simulation_velocities")
public func fgSimulationVelocities(
  _ handle: UnsafeMutableRawPointer
) -> UnsafeMutablePointer<Double> {
  simulation(handle).seen.velocities
}

@_cdecl("fg_simulation_advance")
public func fgSimulationAdvance(
  _ handle: UnsafeMutableRawPointer, _ ticks: Int64, _ untilCold: Int32,
  _ run: UnsafeMutableRawPointer?, _ done: UnsafeMutablePointer<Int64>
) -> Int32 {
  let ticks = Int(clamping: max(0, ticks))
  let control = RunControl(run)
  done.pointee = Int64(
    simulation(handle).advance(by: ticks, untilCold: untilCold != 0, control: control))
  return (control.mustEnd ? CallStatus.cancelled : .done).rawValue
}

@_cdecl("fg_simulation_set_positions")
public func fgSimulationSetPositions(
  _ handle: UnsafeMutableRawPointer, _ numbers: UnsafePointer<Double>,
  _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    try simulation(handle).setPositions(numbers)
    return [UInt8]()
  }
}

@_cdecl("fg_simulation_set_velocities")
public func fgSimulationSetVelocities(
  _ handle: UnsafeMutableRawPointer, _ numbers: UnsafePointer<Double>,
  _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    try simulation(handle).setVelocities(numbers)
    return [UInt8]()
  }
}

@_cdecl("fg_simulation_pin")
public func fgSimulationPin(
  _ handle: UnsafeMutableRawPointer, _ node: Int64, _ place: UnsafePointer<Double>?,
  _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    try simulation(handle).pin(Int(node), at: place)
    return [UInt8]()
  }
}

@_cdecl("fg_simulation_set")
public func fgSimulationSet(
  _ handle: UnsafeMutableRawPointer, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a simulation")
    try simulation(handle).set(&options)
    return [UInt8]()
  }
}

@_cdecl("fg_simulation_links")
public func fgSimulationLinks(
  _ handle: UnsafeMutableRawPointer, _ edges: UnsafeMutablePointer<Int32>
) {
  simulation(handle).writeLinks(to: edges)
}

@_cdecl("fg_simulation_edit")
public func fgSimulationEdit(
  _ handle: UnsafeMutableRawPointer, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "an edit")
    let edited = try simulation(handle).edited(try EditRequest(&options))
    result.pointee = ForceGraphC.handle(edited)
    return Array(edited.facts().utf8)
  }
}

@_cdecl("fg_simulation_save")
public func fgSimulationSave(
  _ handle: UnsafeMutableRawPointer, _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) { simulation(handle).checkpoint() }
}
