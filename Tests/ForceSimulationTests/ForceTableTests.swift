import Foundation
import Testing
import _TestSupport

@_spi(Interfaces) @testable import ForceSimulation

/// docs/api/forces.md is the table that forces declare. With RECORD_FORCES in the environment the
/// test writes it anew: scripts/update-forces.
@Suite(.traced) struct ForceTableTests {
  private typealias Plane = SIMD2<Double>

  /// The table of `ForceKind.all`.
  private static var page: String {
    var page = """
      # Forces and their parameters

      What the forces of ForceSimulation declare (`ForceKind.all`), by the names that edits, checkpoints, panels and messages use.
      `scripts/update-forces` writes this page. A parameter of scope node or link has a value for each; a dash stands for no unit, any
      range, or a default that is no number. A required parameter has no default.
      Defaults are those of the plane.

      """
    for kind in ForceKind<Plane>.all {
      page += "\n## \(kind.name): \(kind.title)\n\n"
      page += "| parameter | title | scope | unit | range | default |\n|---|---|---|---|---|---|\n"
      for parameter in kind.parameters {
        let cells = [
          "`\(parameter.name)`", parameter.title, "\(parameter.scope)", parameter.unit ?? "–",
          text(parameter.range),
          parameter.isRequired ? "required" : parameter.defaultValue.map(text) ?? "–",
        ]
        page += "| " + cells.joined(separator: " | ") + " |\n"
      }
    }
    return page
  }

  private static func text(_ number: Double) -> String {
    if number.isInfinite { return "infinite" }
    let digits = number == number.rounded() && abs(number) < 1e15
    return digits ? String(Int(number)) : "\(number)"
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    if low <= Double(Int.min), high >= Double(Int.max) { return "–" }
    if high >= Double(Int.max) {
      return low > 0 && low < 1e-300 ? "above 0" : "\(text(low)) and more"
    }
    return "\(text(low)) to \(text(high))"
  }

  @Test func thePageIsTheTable() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/api/forces.md").standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD_FORCES"] != nil {
      try Self.page.write(to: file, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(recorded == Self.page, "scripts/update-forces writes docs/api/forces.md anew")
  }

  /// Each parameter is described completely enough for a page and for messages.
  @Test func everyParameterHasWords() {
    for kind in ForceKind<Plane>.all {
      #expect(!kind.title.isEmpty && !kind.parameters.isEmpty, "\(kind.name)")
      for parameter in kind.parameters {
        #expect(!parameter.title.isEmpty, "\(kind.name).\(parameter.name)")
        if let slider = parameter.slider {
          #expect(parameter.range.contains(slider.lowerBound), "\(kind.name).\(parameter.name)")
          #expect(parameter.range.contains(slider.upperBound), "\(kind.name).\(parameter.name)")
        }
      }
    }
  }
}
