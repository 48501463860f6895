// swift-tools-version: 6.2
import PackageDescription

// A user of ForceSimulation gets it and CForceKernels, and nothing else: no unsafe flags, no system libraries.
// (The kernels find OpenMP at run time, see CKernels/parallel.c.)

let warningsAreErrors: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let cWarningsAreErrors: [CSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "swift-force-simulation",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ForceSimulation", targets: ["ForceSimulation"]),
    .library(name: "GrapeCompatibility", targets: ["GrapeCompatibility"]),
    .library(name: "GraphIO", targets: ["GraphIO"]),
    .library(name: "GraphLayout", targets: ["GraphLayout"]),
    .library(name: "GraphRendering", targets: ["GraphRendering"]),
    .executable(name: "forcegraph", targets: ["forcegraph"]),
    .executable(name: "simbench", targets: ["simbench"]),
  ],
  // Both are off unless asked for; without them no system library but zlib is needed.
  traits: [
    .trait(
      name: "LinearAlgebra",
      description: "PivotMDS, spectral layouts, PCA and alignment in GraphLayout. Needs OpenBLAS."),
    .trait(name: "PNG", description: "Pictures as PNG in GraphRendering. Needs Cairo."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // MARK: The simulation
    .target(
      name: "ForceSimulation", dependencies: ["CForceKernels"], swiftSettings: warningsAreErrors),
    .target(name: "CForceKernels", path: "CKernels", cSettings: cWarningsAreErrors),
    .target(
      name: "GrapeCompatibility", dependencies: ["ForceSimulation"],
      swiftSettings: warningsAreErrors),

    // MARK: Graphs: files, layouts, pictures. None of the three knows another
    .target(name: "GraphIO", dependencies: ["CZlib"], swiftSettings: warningsAreErrors),
    .target(
      name: "GraphLayout",
      dependencies: [
        "ForceSimulation", .target(name: "COpenBLAS", condition: .when(traits: ["LinearAlgebra"])),
      ],
      swiftSettings: warningsAreErrors),
    .target(
      name: "GraphRendering",
      dependencies: [.target(name: "CCairo", condition: .when(traits: ["PNG"]))],
      swiftSettings: warningsAreErrors),
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "COpenBLAS"),
    .systemLibrary(name: "CCairo"),

    // MARK: Tools, and the scenes they share with the tests
    .executableTarget(
      name: "simbench",
      dependencies: [
        "CommandLineSupport", "ForceSimulation", "Scenes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: warningsAreErrors),
    .executableTarget(
      name: "forcegraph",
      dependencies: [
        "CommandLineSupport", "ForceSimulation", "GraphIO", "GraphLayout", "GraphRendering",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: warningsAreErrors),
    .target(
      name: "CommandLineSupport",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: warningsAreErrors),
    .target(
      name: "Scenes", dependencies: ["ForceSimulation", "CZlib"], swiftSettings: warningsAreErrors),

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
      name: "GraphIOTests", dependencies: ["GraphIO", "CZlib"],
      resources: [.copy("Fixtures")], swiftSettings: warningsAreErrors),
    .testTarget(
      name: "GraphLayoutTests",
      dependencies: ["GraphLayout", "ForceSimulation", "Scenes", "_TestSupport"],
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "GraphRenderingTests",
      dependencies: [
        "GraphRendering", "_TestSupport",
        .target(name: "CCairo", condition: .when(traits: ["PNG"])),
      ],
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "simbenchTests",
      dependencies: ["CommandLineSupport", "simbench", "Scenes", "_TestSupport"],
      resources: [.copy("RecordedRounds.json")], swiftSettings: warningsAreErrors),
    .testTarget(
      name: "forcegraphTests",
      dependencies: ["CommandLineSupport", "forcegraph", "GraphIO", "GraphLayout", "_TestSupport"],
      swiftSettings: warningsAreErrors),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)
