// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that who uses the library never resolves what only benchmarks need.
// No traits of the benchmark package: they would ask for jemalloc.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-force-simulation", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "Inputs",
      dependencies: [.product(name: "ForceSimulation", package: "swift-force-simulation")]),
    .benchmark("KernelBenchmarks"),
    .benchmark("SwiftLayerBenchmarks"),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  static func benchmark(_ name: String) -> Target {
    .executableTarget(
      name: name,
      dependencies: [
        "Inputs",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "ForceSimulation", package: "swift-force-simulation"),
      ],
      path: "Benchmarks/\(name)",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  }
}
