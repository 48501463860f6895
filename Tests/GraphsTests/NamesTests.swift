import Graphs
import Testing
import _TestSupport

@testable import GraphRendering

/// The claims of docs/rendering.md about labels in the pictures of three graphs.
@Suite(.traced) struct NamesTests {
  struct Bounds: CustomTestStringConvertible, Sendable {
    var name: String
    var struck: Double
    var leftOut: Int
    var testDescription: String { name }
  }

  private func graph(_ name: String) throws -> Graph {
    if name == "grid" {
      let across = (0..<95).filter { $0 % 19 < 18 }.map { SIMD2<Int32>($0, $0 + 1) }
      let edges = across + (0..<76).map { SIMD2<Int32>($0, $0 + 19) }
      return try Graph(
        nodeIDs: Graph.NodeIDs((0..<95).map { "\($0 / 19),\($0 % 19)" }),
        sources: edges.map(\.x), targets: edges.map(\.y))
    }
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try Graph(contentsOf: "/\(root)/Examples/\(name)")
  }

  /// The names with an edge along half of their width or more.
  private func struckThrough(_ picture: Picture) -> Int {
    let curves = picture.list.layers.flatMap { $0.strokes.flatMap(\.curves) }
    return picture.list.labels.flatMap(\.labels).count { label in
      curves.contains { curve in
        let parts = curve.chords.compactMap { start, end in
          label.box.clip(from: start, to: end).map { (end - start).x * ($0.1 - $0.0) }
        }
        return abs(parts.reduce(0, +)) >= label.box.size.x / 2
      }
    }
  }

  private func overlaps(_ picture: Picture) -> Int {
    let labels = picture.list.labels.flatMap(\.labels)
    var count = 0
    for (number, label) in labels.enumerated() {
      count += labels[..<number].count { $0.box.overlaps(label.box) }
      count += picture.nodeCenters.indices.count { node in
        let center = picture.nodeCenters[node]
        let nearest = pointwiseMin(
          pointwiseMax(center, label.letters.minimum), label.letters.maximum)
        return node != label.node && (nearest - center).length < picture.nodeRadii[node]
      }
    }
    for a in picture.nodeCenters.indices {
      count += (0..<a).count { b in
        (picture.nodeCenters[a] - picture.nodeCenters[b]).length
          < picture.nodeRadii[a] + picture.nodeRadii[b] - 1e-9
      }
    }
    return count
  }

  @Test(arguments: [
    Bounds(name: "grid", struck: 0, leftOut: 0),
    Bounds(name: "miserables.csv", struck: 0.04, leftOut: 1),
    Bounds(name: "football.gml", struck: 0.05, leftOut: 4),
  ])
  func namesAreFreeOfEdgesAndDiscs(bounds: Bounds) throws {
    let picture = try graph(bounds.name).laidOut().picture(GraphStyle(sizeBy: .degree))
    let report = picture.report
    let share = Double(struckThrough(picture)) / Double(report.labelsDrawn)
    #expect(share <= bounds.struck)
    #expect(report.labelsLeftOut <= bounds.leftOut)
    #expect(overlaps(picture) == 0)
  }
}
