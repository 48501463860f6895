import Benchmark
import ForceSimulation
import Inputs

// What the Swift layer around the kernels costs.

/// A force as a user writes it: a loop over the nodes.
private struct Wind: Force {
  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.nodeCount { step.velocity[node].x += 0.01 * step.alpha }
  }
}

private func addTicks() {
  Benchmark("tick, no forces, 10 nodes", configuration: .short) { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10).still([:])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { simulation.advance() }
  }
  Benchmark("tick, four forces, 10 nodes", configuration: .short) { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10).still(Forces.all)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { simulation.advance() }
  }
  Benchmark("tick, a force of the user's, 10000 nodes") { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10_000).still(["wind": Wind()])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { simulation.advance() }
  }
  Benchmark("tick while a snapshot is held, 10000 nodes") { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10_000).moving([:])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      let snapshot = simulation.kinetics
      simulation.advance()
      blackHole(snapshot.graph.nodeCount)
    }
  }
}

private func addBinding() {
  Benchmark("simulation made, 1000 nodes, 2000 links") { benchmark in
    let inputs = Inputs<SIMD2<Double>>(1000)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(try inputs.moving(Forces.all)) }
  }
  Benchmark("links replaced and bound, 1000 nodes, 2000 links") { benchmark in
    let inputs = Inputs<SIMD2<Double>>(1000)
    let simulation = try inputs.still(["link": Forces<SIMD2<Double>>.link])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      try simulation.edit { $0.replaceLinks(inputs.links) }
      simulation.advance()
    }
  }
  Benchmark("force builder, four forces", configuration: .short) { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(
        ForceList {
          ManyBodyForce<SIMD2<Double>>(strength: -30)
          LinkForce(length: 30)
          CenterForce()
          CollideForce(radius: 3)
        })
    }
  }
  Benchmark("node names, 10000") { benchmark in
    let names = (0..<10_000).map { "node \($0)" }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(try NodeIDs(names)) }
  }
}

private func addReading() {
  Benchmark("positions read one by one, 10000 nodes") { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10_000).still([:])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var sum = SIMD2<Double>.zero
      for position in simulation.kinetics.position { sum += position }
      blackHole(sum)
    }
  }
  Benchmark("positions as an array, 10000 nodes") { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10_000).still([:])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(Array(simulation.kinetics.position)) }
  }
  Benchmark("node under a pointer, 10000 nodes") { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10_000).still([:])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(simulation.find(near: SIMD2(100, 50))) }
  }
  Benchmark("state hash, 10000 nodes") { benchmark in
    let simulation = try Inputs<SIMD2<Double>>(10_000).still([:])
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(simulation.kinetics.trajectoryHash) }
  }
}

extension Benchmark.Configuration {
  /// What takes less than a microsecond is repeated for one measurement.
  fileprivate static var short: Benchmark.Configuration {
    var configuration = Benchmark.defaultConfiguration
    configuration.scalingFactor = .kilo
    return configuration
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], warmupIterations: 3, maxDuration: .seconds(1))
  addTicks()
  addBinding()
  addReading()
}
