import Benchmark
import ForceSimulation
import Inputs

// Each kernel by itself: a tick of a simulation with one force and all nodes pinned, so that all
// ticks are the same. A tick without any force ("integrate") is in each of these times.

private struct Kernel<Vector: SimulatableVector & L2NormCalculatable> {
  let name: String
  let forces: KeyValuePairs<String, any ForceProtocol<Vector>>

  static var all: [Kernel] {
    [
      Kernel(name: "integrate", forces: [:]),
      Kernel(name: "many-body", forces: ["charge": Forces<Vector>.manyBody]),
      Kernel(name: "link", forces: ["link": Forces<Vector>.link]),
      Kernel(name: "center", forces: ["center": Forces<Vector>.center]),
      Kernel(name: "collide", forces: ["collide": Forces<Vector>.collide]),
    ]
  }
}

private func addKernels<Vector: SimulatableVector & L2NormCalculatable>(
  _: Vector.Type, _ space: String
) {
  // Many-body is the direct sum at 200 nodes, and the tree above.
  for nodeCount in [200, 10_000] {
    for kernel in Kernel<Vector>.all {
      Benchmark("\(kernel.name), \(space), \(nodeCount) nodes") { benchmark in
        let simulation = Inputs<Vector>(nodeCount).still(kernel.forces)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { simulation.advance() }
      }
    }
  }
}

private func addTree<Vector: SimulatableVector & L2NormCalculatable>(
  _: Vector.Type, _ space: String
) {
  let nodeCount = 10_000
  var options = KernelOptions.default
  options.threadCount = 1
  let oneThread = options

  Benchmark("KD-tree, \(space), build of \(nodeCount)") { benchmark in
    let points = Inputs<Vector>(nodeCount).positions
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(KDTree(points, kernelOptions: oneThread)) }
  }
  Benchmark("KD-tree, \(space), refit of \(nodeCount)") { benchmark in
    let points = Inputs<Vector>(nodeCount).positions
    var tree = KDTree(points, kernelOptions: oneThread)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { tree.refit(to: points) }
    benchmark.stopMeasurement()
    blackHole(tree.count)
  }
  addQuery("nearest", space, nodeCount) { (tree: KDTree<Vector>, point: Vector) in
    tree.nearest(to: point) ?? 0
  }
  addQuery("8 nearest", space, nodeCount) { (tree: KDTree<Vector>, point: Vector) in
    tree.nearest(8, to: point).count
  }
  addQuery("radius", space, nodeCount) { (tree: KDTree<Vector>, point: Vector) in
    var found = 0
    tree.forEach(within: 30, of: point) { _, _ in found += 1 }
    return found
  }
}

/// 1,000 queries an iteration.
private func addQuery<Vector: SimulatableVector & L2NormCalculatable>(
  _ name: String, _ space: String, _ nodeCount: Int,
  _ query: @escaping @Sendable (KDTree<Vector>, Vector) -> Int
) {
  Benchmark("KD-tree, \(space), \(name), 1000 of \(nodeCount)") { benchmark in
    let points = Inputs<Vector>(nodeCount).positions
    let tree = KDTree(points)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      for point in points.prefix(1000) { blackHole(query(tree, point)) }
    }
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], warmupIterations: 3, maxDuration: .seconds(1))
  addKernels(SIMD2<Double>.self, "2D Double")
  addKernels(SIMD3<Float>.self, "3D Float")
  addTree(SIMD2<Double>.self, "2D Double")
  addTree(SIMD3<Float>.self, "3D Float")
}
