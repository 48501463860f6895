// swift-tools-version: 6.2
import PackageDescription

// A user of the library gets ForceSimulation and CForceKernels, and nothing else: no unsafe flags, no system libraries.
// (The kernels find OpenMP at run time, see CKernels/parallel.c.)

let warningsAreErrors: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let cWarningsAreErrors: [CSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "swift-force-simulation",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ForceSimulation", targets: ["ForceSimulation"]),
    .library(name: "GraphRendering", targets: ["GraphRendering"]),
    .executable(name: "simbench", targets: ["simbench"]),
  ],
  traits: [
    .trait(name: "PNG", description: "Pictures as PNG in GraphRendering. Needs Cairo.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // MARK: Library
    .target(
      name: "ForceSimulation", dependencies: ["CForceKernels"], swiftSettings: warningsAreErrors),
    .target(name: "CForceKernels", path: "CKernels", cSettings: cWarningsAreErrors),

    // MARK: Pictures of graphs. Cairo only with the trait PNG
    .target(
      name: "GraphRendering",
      dependencies: [.target(name: "CCairo", condition: .when(traits: ["PNG"]))],
      swiftSettings: warningsAreErrors),
    .systemLibrary(name: "CCairo"),

    // MARK: Tools, and the scenes they share with the tests
    .executableTarget(
      name: "simbench",
      dependencies: [
        "ForceSimulation", "Scenes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: warningsAreErrors),
    .target(
      name: "Scenes", dependencies: ["ForceSimulation", "CZlib"], swiftSettings: warningsAreErrors),
    .systemLibrary(name: "CZlib"),

    // MARK: Tests
    .target(
      name: "_TestSupport", dependencies: ["ForceSimulation"], path: "Tests/_TestSupport",
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "ForceSimulationTests",
      dependencies: ["ForceSimulation", "Scenes", "_TestSupport"],
      resources: [.copy("Golden"), .copy("StateHashes.json")], swiftSettings: warningsAreErrors),
    .testTarget(
      name: "CKernelsTests", dependencies: ["ForceSimulation", "CForceKernels", "_TestSupport"],
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "GraphRenderingTests",
      dependencies: [
        "GraphRendering", "_TestSupport",
        .target(name: "CCairo", condition: .when(traits: ["PNG"])),
      ],
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "simbenchTests", dependencies: ["simbench", "Scenes", "_TestSupport"],
      resources: [.copy("RecordedRounds.json")], swiftSettings: warningsAreErrors),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)
