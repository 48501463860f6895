// swift-tools-version: 6.2
import PackageDescription

// Times the package's KDTree for scripts/bench-peers. A package of its own, so that users of the library never build it.

let package = Package(
  name: "OurTree",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-force-simulation", path: "../../..")],
  targets: [
    .executableTarget(
      name: "OurTree",
      dependencies: [.product(name: "ForceSimulation", package: "swift-force-simulation")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
