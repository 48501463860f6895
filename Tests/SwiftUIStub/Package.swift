// swift-tools-version: 6.2
import PackageDescription

// GraphViewSwiftUI where there is no SwiftUI: compiled against a stub that has just the names it
// uses, with the declarations of Apple's documentation, and driven through it by tests. A package of
// its own, as nobody else may find a module of the name SwiftUI. scripts/check-swiftui runs it.
//
// Sources/SwiftUIAdapter is a link to Sources/GraphViewSwiftUI of the package around this one: two
// targets cannot have one name. Sources/Example is one to Examples/swiftui.

let package = Package(
  name: "swiftui-stub",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-force-simulation", path: "../..")],
  targets: [
    .target(name: "SwiftUI", swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "SwiftUIAdapter",
      dependencies: [
        "SwiftUI",
        .product(name: "GraphRendering", package: "swift-force-simulation"),
        .product(name: "GraphView", package: "swift-force-simulation"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // The example of docs/view.md, to the letter: there the adapter has its own name.
    .target(
      name: "Example", dependencies: ["SwiftUIAdapter", "SwiftUI"],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-module-alias", "GraphViewSwiftUI=SwiftUIAdapter"]),
      ]),
    // A program on the main actor by default, as Xcode makes new ones. It only has to compile.
    .target(
      name: "DefaultIsolation",
      dependencies: [
        .product(name: "ForceSimulation", package: "swift-force-simulation"),
        .product(name: "ForceSimulationLive", package: "swift-force-simulation"),
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
    .testTarget(
      name: "GraphViewSwiftUITests", dependencies: ["Example", "SwiftUIAdapter", "SwiftUI"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
