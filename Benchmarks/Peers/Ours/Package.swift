// swift-tools-version: 6.2
import PackageDescription

// Times the package's KDTree and layouts for scripts/bench-peers. A package of its own, so that users of the library never
// build it.

let package = Package(
  name: "Ours",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-force-simulation", path: "../../..", traits: ["LinearAlgebra"])
  ],
  targets: [
    .executableTarget(
      name: "Ours",
      dependencies: [
        .product(name: "ForceSimulation", package: "swift-force-simulation"),
        .product(name: "GraphLayout", package: "swift-force-simulation"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
