// swift-tools-version: 6.2
import PackageDescription

// The fuzz drivers, a package of their own: `swift build` of the library neither builds nor offers
// them. scripts/fuzz runs them.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-force-simulation", path: "../..", traits: ["Server"])
  ],
  targets: [
    // Inputs that follow from a number, and what is said when one of them ends the process.
    .target(name: "FuzzSupport", path: "Support", swiftSettings: strict),
    .executableTarget(
      name: "graphio-fuzz",
      dependencies: [
        "FuzzSupport", .product(name: "GraphIO", package: "swift-force-simulation"),
      ],
      path: "Files", swiftSettings: strict),
    .executableTarget(
      name: "recording-fuzz",
      dependencies: [
        "FuzzSupport", .product(name: "ForceSimulationLive", package: "swift-force-simulation"),
        .product(name: "ForceSimulation", package: "swift-force-simulation"),
      ],
      path: "Replays", swiftSettings: strict),
    .executableTarget(
      name: "view-fuzz",
      dependencies: [
        "FuzzSupport", .product(name: "GraphViewServer", package: "swift-force-simulation"),
      ],
      path: "View", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
