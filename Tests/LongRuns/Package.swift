// swift-tools-version: 6.2
import PackageDescription

// Programs that use the library for minutes, a package of its own: `swift build` of the library
// neither builds nor offers them. scripts/soak, scripts/sanitize-threads, scripts/bench-live,
// scripts/bench-measures and scripts/sweep-layouts run them.

let package = Package(
  name: "long-runs",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-force-simulation", path: "../..", traits: ["Server", "Tools"])
  ],
  targets: [
    .executableTarget(
      name: "soak",
      dependencies: [
        "Memory", .product(name: "ForceSimulation", package: "swift-force-simulation"),
      ],
      path: "Soak", swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "server-soak",
      dependencies: [
        "Client", "Memory", "Numbers",
        .product(name: "GraphModel", package: "swift-force-simulation"),
        .product(name: "GraphView", package: "swift-force-simulation"),
        .product(name: "GraphViewServer", package: "swift-force-simulation"),
      ],
      path: "ServerSoak", swiftSettings: [.treatAllWarnings(as: .error)]),
    // The client of the tests of the server.
    .target(name: "Client", path: "Client", swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "Memory", path: "Memory", swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "Numbers", path: "Numbers", swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "VisibleLocks", path: "VisibleLocks"),
    .executableTarget(
      name: "races",
      dependencies: [
        "VisibleLocks",
        .product(name: "ForceSimulation", package: "swift-force-simulation"),
        .product(name: "ForceSimulationLive", package: "swift-force-simulation"),
        .product(name: "GraphIO", package: "swift-force-simulation"),
        .product(name: "GraphLayout", package: "swift-force-simulation"),
        .product(name: "GraphViewServer", package: "swift-force-simulation"),
      ],
      path: "Races", swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "live-runs",
      dependencies: [
        .product(name: "ForceSimulation", package: "swift-force-simulation"),
        .product(name: "ForceSimulationLive", package: "swift-force-simulation"),
      ],
      path: "Live", swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "graph-measures",
      dependencies: [
        "Numbers", .product(name: "GraphModel", package: "swift-force-simulation"),
      ],
      path: "Measures", swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "layout-sweep",
      dependencies: [
        "Numbers",
        .product(name: "GraphIO", package: "swift-force-simulation"),
        .product(name: "GraphLayout", package: "swift-force-simulation"),
      ],
      path: "Layouts", swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
