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
    .library(name: "GraphLayout", targets: ["GraphLayout"]),
    .executable(name: "simbench", targets: ["simbench"]),
  ],
  traits: [
    .trait(
      name: "LinearAlgebra",
      description: "PivotMDS, spectral layouts, PCA and alignment in GraphLayout. Needs OpenBLAS.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // MARK: Library
    .target(
      name: "ForceSimulation", dependencies: ["CForceKernels"], swiftSettings: warningsAreErrors),
    .target(name: "CForceKernels", path: "CKernels", cSettings: cWarningsAreErrors),

    // MARK: Layouts of graphs. OpenBLAS only with the trait LinearAlgebra
    .target(
      name: "GraphLayout",
      dependencies: [
        "ForceSimulation", .target(name: "COpenBLAS", condition: .when(traits: ["LinearAlgebra"])),
      ],
      swiftSettings: warningsAreErrors),
    .systemLibrary(name: "COpenBLAS"),

    // MARK: Tools, and the scenes they share with the tests
    .executableTarget(
      name: "simbench",
      dependencies: [
        "ForceSimulation", "Scenes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: warningsAreErrors),
    .executableTarget(
      name: "layoutbench",
      dependencies: [
        "GraphLayout", "Scenes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Layouts", swiftSettings: warningsAreErrors),
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
      name: "GraphLayoutTests",
      dependencies: ["GraphLayout", "ForceSimulation", "Scenes", "_TestSupport"],
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "simbenchTests", dependencies: ["simbench", "Scenes", "_TestSupport"],
      resources: [.copy("RecordedRounds.json")], swiftSettings: warningsAreErrors),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)
