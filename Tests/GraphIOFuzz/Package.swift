// swift-tools-version: 6.2
import PackageDescription

// The fuzz driver, a package of its own: `swift build` of the library neither builds nor offers it.
// scripts/fuzz runs it.

let package = Package(
  name: "graphio-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-force-simulation", path: "../..")],
  targets: [
    .executableTarget(
      name: "graphio-fuzz",
      dependencies: [.product(name: "GraphIO", package: "swift-force-simulation")],
      path: ".", sources: ["main.swift", "Corpus.swift"],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
