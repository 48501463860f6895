// swift-tools-version: 6.2
import PackageDescription

// A user of ForceSimulation gets it, CForceKernels and RunSupport, and nothing else: no other package, no
// system library. (The kernels can find OpenMP at run time, see CKernels/parallel.c.)

let warningsAreErrors: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let cWarningsAreErrors: [CSetting] = [.treatAllWarnings(as: .error)]

// The libraries are optimised in debug builds too: without that, a tick in the debug build of a
// program takes about 20 times as long. With `-wmo`, generic functions of other files are specialised
// too; the index of a debug build then needs `-num-threads`, for an object file of each source, and
// `-disable-batch-mode` takes back SwiftPM's opposite, of which the compiler would say that it ignores
// it.
//
// The kernels have line tables for profilers and stack traces, but no variables, which take a fifth
// of their compilation.
//
// SwiftPM accepts unsafe flags in dependencies from tools version 6.2 on. To debug the libraries, set
// this variable to anything.
let isDebuggable = Context.environment["FORCE_SIMULATION_DEBUGGABLE"] != nil
let optimized = ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"]
let librarySettings: [SwiftSetting] =
  warningsAreErrors
  + (isDebuggable
    ? [] : [.unsafeFlags(optimized, .when(configuration: .debug))])
let kernelSettings: [CSetting] =
  cWarningsAreErrors
  + (isDebuggable
    ? []
    : [
      // SwiftPM adds -g behind all of these, which only an option of the compiler proper survives.
      .unsafeFlags(["-Xclang", "-debug-info-kind=line-tables-only"]),
      .unsafeFlags(["-O2"], .when(configuration: .debug)),
    ])

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tools"]))
// The parts of swift-nio that the server of views needs.
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
  .product(name: $0, package: "swift-nio", condition: .when(traits: ["Server"]))
}

// A library that needs a trait, as dependency of a target that does without.
func optional(_ target: String, _ trait: String) -> Target.Dependency {
  .target(name: target, condition: .when(traits: [trait]))
}
// `swift build` builds all libraries of this package whatever the traits are, but for those that a
// target needs on another platform only. The target TraitLibraries needs these on a platform that
// there is not: so they are left out without their trait, and their files need no `#if`. Programs and
// test targets are never left out.
let traitLibraries: [Target.Dependency] = [
  "CommandLineSupport", "DocSnippets", "ForcegraphTool", "GraphViewServer", "GraphViewServerTests",
  "SimbenchTool", "SnippetTests", "forcegraphTests", "simbenchTests",
  "CForceMPI", "ForceSimulationDistributed",
].map { .target(name: $0, condition: .when(platforms: [.custom("none")])) }

let package = Package(
  name: "swift-force-simulation",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ForceSimulation", targets: ["ForceSimulation"]),
    .library(name: "ForceSimulationLive", targets: ["ForceSimulationLive"]),
    .library(name: "ForceSimulationDistributed", targets: ["ForceSimulationDistributed"]),
    .library(name: "GrapeCompatibility", targets: ["GrapeCompatibility"]),
    .library(name: "Graphs", targets: ["Graphs"]),
    .library(name: "GraphModel", targets: ["GraphModel"]),
    .library(name: "GraphIO", targets: ["GraphIO"]),
    .library(name: "GraphLayout", targets: ["GraphLayout"]),
    .library(name: "GraphRendering", targets: ["GraphRendering"]),
    .library(name: "GraphView", targets: ["GraphView"]),
    .library(name: "GraphViewServer", targets: ["GraphViewServer"]),
    .library(name: "GraphViewSwiftUI", targets: ["GraphViewSwiftUI"]),
    .executable(name: "forcegraph", targets: ["forcegraph"]),
    .executable(name: "simbench", targets: ["simbench"]),
  ],
  // All are off unless asked for. Without the first two no system library but zlib is needed;
  // without `Tools` nobody resolves swift-argument-parser, and the programs only say so.
  traits: [
    .trait(
      name: "LinearAlgebra",
      description: "PivotMDS, spectral layouts, PCA and alignment in GraphLayout. Needs OpenBLAS."),
    .trait(name: "PNG", description: "Pictures as PNG in GraphRendering. Needs Cairo."),
    .trait(
      name: "Tools",
      description: "The programs simbench and forcegraph. Needs swift-argument-parser."),
    .trait(
      name: "Server",
      description: "GraphViewServer, and with Tools `forcegraph view`. Needs swift-nio."),
    .trait(
      name: "MPI",
      description: "ForceSimulationDistributed: simulations over many machines. Needs MPI."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
  ],
  targets: [
    // MARK: The simulation
    .target(
      name: "ForceSimulation", dependencies: ["CForceKernels", "RunSupport"],
      swiftSettings: librarySettings),
    .target(name: "CForceKernels", path: "CKernels", cSettings: kernelSettings),
    .target(
      name: "ForceSimulationLive", dependencies: ["FileWriting", "ForceSimulation"],
      swiftSettings: librarySettings),
    .target(
      name: "GrapeCompatibility", dependencies: ["ForceSimulation"],
      swiftSettings: librarySettings),

    // A simulation that the processes of an MPI run share. CForceMPI is the only target that includes
    // mpi.h, and it opens the library at run time: where there is none it says so. It calls stages of
    // the kernels that are no public entries.
    .target(
      name: "CForceMPI", dependencies: ["CForceKernels"],
      cSettings: kernelSettings + [.headerSearchPath("../../CKernels")]),
    .target(
      name: "ForceSimulationDistributed",
      dependencies: ["CForceKernels", "CForceMPI", "ForceSimulation"],
      swiftSettings: librarySettings),

    // How callers watch and end long work, and seeded random numbers, for all libraries.
    .target(name: "RunSupport", swiftSettings: librarySettings),

    // MARK: Graphs: a model, and files, layouts and pictures of it, which do not know each other
    .target(name: "GraphModel", dependencies: ["RunSupport"], swiftSettings: librarySettings),
    .target(
      name: "GraphIO", dependencies: ["CZlib", "FileWriting", "GraphModel"],
      swiftSettings: librarySettings),
    .target(
      name: "GraphLayout",
      dependencies: [
        "ForceSimulation", "GraphModel", "RunSupport",
        .target(name: "COpenBLAS", condition: .when(traits: ["LinearAlgebra"])),
      ],
      swiftSettings: librarySettings),
    .target(
      name: "GraphRendering",
      dependencies: [
        "CZlib", "FileWriting", "GraphModel",
        .target(name: "CCairo", condition: .when(traits: ["PNG"])),
      ],
      swiftSettings: librarySettings),
    .target(
      name: "Graphs", dependencies: ["GraphIO", "GraphLayout", "GraphModel", "GraphRendering"],
      swiftSettings: librarySettings),
    // A graph that is shown while it moves: protocol, marks, page. It knows no sockets; the server does.
    .target(
      name: "GraphView",
      dependencies: [
        "CZlib", "FileWriting", "ForceSimulation", "ForceSimulationLive", "GraphModel",
        "GraphRendering",
      ],
      // The sources of the page, which scripts/embed-page joins into EmbeddedPage.swift.
      exclude: ["Page"], swiftSettings: librarySettings),
    .target(
      name: "GraphViewServer", dependencies: ["CZlib", "FileWriting", "GraphView"] + nio,
      swiftSettings: librarySettings),
    // The same marks in a view of SwiftUI. Empty where there is none; Tests/SwiftUIStub tests it.
    .target(
      name: "GraphViewSwiftUI", dependencies: ["GraphRendering", "GraphView"],
      swiftSettings: librarySettings),
    // Files that appear whole or not at all, for GraphIO and the tools.
    .target(name: "FileWriting", swiftSettings: librarySettings),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "COpenBLAS", cSettings: kernelSettings),
    .target(name: "CCairo", cSettings: kernelSettings),

    // MARK: Tools, and the scenes they share with the tests
    // A program is a library and a main.swift, which only says what is missing without Tools:
    // libraries can be left out of a build, programs cannot.
    .executableTarget(
      name: "simbench", dependencies: [optional("SimbenchTool", "Tools")],
      path: "Sources/Programs/simbench", swiftSettings: warningsAreErrors),
    .executableTarget(
      name: "forcegraph", dependencies: [optional("ForcegraphTool", "Tools")],
      path: "Sources/Programs/forcegraph", swiftSettings: warningsAreErrors),
    .target(
      name: "SimbenchTool",
      dependencies: [
        "ForceSimulation", "GraphIO", "Scenes", argumentParser,
        optional("CommandLineSupport", "Tools"), optional("ForceSimulationDistributed", "MPI"),
      ],
      path: "Sources/simbench", swiftSettings: warningsAreErrors),
    .target(
      name: "ForcegraphTool",
      dependencies: [
        "ForceSimulation", "ForceSimulationLive", "GraphView", "Graphs", argumentParser,
        optional("CommandLineSupport", "Tools"), optional("GraphViewServer", "Server"),
        optional("ForceSimulationDistributed", "MPI"),
      ],
      path: "Sources/forcegraph", swiftSettings: warningsAreErrors),
    .target(
      name: "CommandLineSupport",
      dependencies: [
        "FileWriting", "ForceSimulation", "GraphIO", argumentParser,
        optional("ForceSimulationDistributed", "MPI"),
      ],
      swiftSettings: warningsAreErrors),
    .target(
      name: "Scenes", dependencies: ["ForceSimulation", "GraphIO"], swiftSettings: warningsAreErrors
    ),

    // Nothing needs it, and it is empty: see `traitLibraries`.
    .target(
      name: "TraitLibraries", dependencies: traitLibraries, path: "Sources/Programs/TraitLibraries"),

    // MARK: Tests
    .target(
      name: "_TestSupport", dependencies: ["ForceSimulation"], path: "Tests/_TestSupport",
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "ForceSimulationTests",
      dependencies: ["ForceSimulation", "GraphIO", "Scenes", "_TestSupport"],
      resources: [.copy("Golden"), .copy("StateHashes.json")], swiftSettings: warningsAreErrors),
    // The sample program of docs/live.md.
    .executableTarget(
      name: "live-example", dependencies: ["ForceSimulation", "ForceSimulationLive"],
      path: "Examples/live", swiftSettings: warningsAreErrors),
    .testTarget(
      name: "ForceSimulationLiveTests",
      dependencies: [
        "FileWriting", "ForceSimulation", "ForceSimulationLive", "live-child", "live-example",
        "_TestSupport",
      ],
      swiftSettings: warningsAreErrors),
    // What the tests of ForceSimulationLive do in processes of their own.
    .executableTarget(
      name: "live-child", dependencies: ["FileWriting", "ForceSimulation", "ForceSimulationLive"],
      path: "Tests/LiveChild", swiftSettings: warningsAreErrors),
    .testTarget(
      name: "GrapeCompatibilityTests", dependencies: ["GrapeCompatibility", "_TestSupport"],
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "CKernelsTests", dependencies: ["ForceSimulation", "CForceKernels", "_TestSupport"],
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "GraphModelTests", dependencies: ["GraphModel", "RunSupport", "_TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: warningsAreErrors),
    // Reads and writes whatever a file can have many times, for scripts/guard-growth.
    .executableTarget(
      name: "graphio-growth", dependencies: ["GraphIO"], path: "Tests/GraphIOGrowth",
      swiftSettings: warningsAreErrors),
    .testTarget(
      name: "GraphIOTests",
      dependencies: ["_TestSupport", "FileWriting", "GraphIO", "graphio-growth", "CZlib"],
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
      name: "GraphsTests", dependencies: ["Graphs", "_TestSupport"],
      swiftSettings: warningsAreErrors),
    // The code of README.md and docs/*.md, for SnippetTests.
    .executableTarget(
      name: "doc-snippets", dependencies: [optional("DocSnippets", "Server")],
      path: "Tests/SnippetProgram", swiftSettings: warningsAreErrors),
    .target(
      name: "DocSnippets",
      dependencies: [
        "ForceSimulation", "ForceSimulationLive", "GrapeCompatibility", "Graphs", "GraphView",
        "GraphViewServer",
      ],
      path: "Tests/Snippets", swiftSettings: warningsAreErrors),
    .target(
      name: "SnippetTests", dependencies: ["Graphs", "_TestSupport"], path: "Tests/SnippetTests",
      swiftSettings: warningsAreErrors),
    // The declared graphs of docs/view.md.
    .executableTarget(
      name: "view-example",
      dependencies: [
        "FileWriting", "GraphIO", "GraphModel", "GraphView", "Graphs",
        optional("GraphViewServer", "Server"),
      ],
      path: "Examples/views", swiftSettings: warningsAreErrors),
    .testTarget(
      name: "GraphViewTests",
      dependencies: [
        "ForceSimulation", "ForceSimulationLive", "GraphIO", "GraphLayout", "GraphModel",
        "GraphView", "view-example", "_TestSupport",
      ],
      swiftSettings: warningsAreErrors),
    // Tests that need a trait. They are no test targets, which cannot be left out of a build: tests
    // of a library that TraitTests needs are found and run too.
    .testTarget(
      name: "TraitTests",
      dependencies: [
        "doc-snippets", "forcegraph", "simbench", "_TestSupport",
        optional("GraphViewServerTests", "Server"), optional("SnippetTests", "Server"),
        optional("forcegraphTests", "Tools"), optional("simbenchTests", "Tools"),
        "distributed-check",
      ],
      swiftSettings: warningsAreErrors),
    .target(
      name: "GraphViewServerTests",
      dependencies: [
        "ForceSimulation", "ForceSimulationLive", "GraphModel", "GraphView", "GraphViewServer",
        "Graphs", "_TestSupport", optional("ForceSimulationDistributed", "MPI"),
      ],
      path: "Tests/GraphViewServerTests", swiftSettings: warningsAreErrors),
    // Runs over several ranks, and compares hashes (scripts/test-mpi).
    .executableTarget(
      name: "distributed-check",
      dependencies: ["ForceSimulation", "Scenes", optional("ForceSimulationDistributed", "MPI")],
      path: "Tests/DistributedCheck", swiftSettings: warningsAreErrors),
    .target(
      name: "simbenchTests",
      dependencies: ["CommandLineSupport", "SimbenchTool", "Scenes", "_TestSupport"],
      path: "Tests/simbenchTests", resources: [.copy("RecordedRounds.json")],
      swiftSettings: warningsAreErrors),
    .target(
      name: "forcegraphTests",
      dependencies: ["CommandLineSupport", "ForcegraphTool", "Graphs", "_TestSupport"],
      path: "Tests/forcegraphTests", swiftSettings: warningsAreErrors),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)
