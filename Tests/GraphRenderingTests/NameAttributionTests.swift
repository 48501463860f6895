import Testing
import _TestSupport

@testable import GraphRendering

/// Whether readers see whose a name is: that of the disc it is in or nearest to, or to which its line leads.
struct NameAttributionTests {
  /// A graph whose important nodes are in the middle, close together.
  private func crowd(seed: UInt64, nodes: Int) -> Drawing {
    var random = SplitMix64(seed: seed)
    var drawing = Drawing(
      positions: (0..<nodes).map { node -> SIMD2<Double> in
        let place: SIMD2<Double> = random.vector(in: -1...1)
        return place * (0.35 + 0.65 * Double(node) / Double(nodes))
      })
    for node in 1..<nodes {
      for _ in 0..<3 { drawing.edges.append(.init(node, Int.random(in: 0..<node, using: &random))) }
    }
    drawing.labels = (0..<nodes).map { "Name \($0) of \($0 % 7 == 0 ? "a long kind" : "it")" }
    drawing.nodeSizes = .points((0..<nodes).map { 4 + 40 / Double($0 + 4) })
    drawing.importance = (0..<nodes).map { Double(nodes - $0) }
    return drawing
  }

  /// Discs that a reader could take for that of a label: not textures, which are much smaller ones where most
  /// nodes have no name, and not those below its own.
  private func others(_ label: PlacedLabel, _ picture: Picture) -> [Int] {
    let (own, radii) = (label.node, picture.nodeRadii)
    return radii.indices.filter { node in
      let apart = (picture.nodeCenters[node] - picture.nodeCenters[own]).length
      let least = radii.count > 100 ? .infinity : 2.0
      return node != own && (radii[node] > least || radii[node] >= 0.7 * radii[own])
        && apart + radii[node] > radii[own] + 0.1
    }
  }

  private func distance(_ node: Int, _ box: Rectangle, _ picture: Picture) -> Double {
    let center = picture.nodeCenters[node]
    let nearest = pointwiseMin(pointwiseMax(center, box.minimum), box.maximum)
    return (nearest - center).length - picture.nodeRadii[node]
  }

  private func expectAttributable(_ picture: Picture) {
    for label in picture.placedLabels where !label.isOnNode {
      let nearest = others(label, picture).map { distance($0, label.letters, picture) }.min()
      #expect(nearest ?? 1 > 0, "\(label.text) is on another disc")
      guard let leader = label.leader else {
        let own = max(distance(label.node, label.letters, picture), 0)
        #expect(nearest ?? .infinity > own, "\(label.text) is nearer to another disc")
        continue
      }
      let (center, radius) = (picture.nodeCenters[label.node], picture.nodeRadii[label.node])
      #expect((leader.start - center).length <= radius)
      let end = Rectangle(minimum: leader.end, maximum: leader.end).inset(by: -5)
      #expect(end.overlaps(label.letters) && !label.letters.inset(by: 1).contains(leader.end))
      // Outside its disc the line meets no other of about its size but those that overlap it.
      for step in 0...50 {
        let point = leader.start + (leader.end - leader.start) * (Double(step) / 50)
        guard (point - center).length > radius else { continue }
        for node in others(label, picture) where picture.nodeRadii[node] >= 0.8 * radius {
          let apart = (picture.nodeCenters[node] - center).length
          if apart < picture.nodeRadii[node] + radius { continue }
          #expect((point - picture.nodeCenters[node]).length > picture.nodeRadii[node])
        }
      }
    }
  }

  @Test(arguments: 1...4, [60, 140, 400, 1500])
  func namesAreThoseOfTheNearestDisc(seed: Int, nodes: Int) throws {
    let picture = try Picture(
      of: crowd(seed: UInt64(seed), nodes: nodes), .init(width: 800, height: 700))
    let labels = picture.placedLabels
    // In the densest only lines lead to free places.
    #expect(labels.count >= (nodes > 1000 ? 5 : 25))
    expectAttributable(picture)
    // Lines are used, cross neither names nor each other, and are painted.
    let led = labels.filter { $0.leader != nil }
    #expect(!led.isEmpty && picture.list.leaders.count == 2 * led.count)
    for label in led {
      for box in label.leader?.boxes ?? [] {
        for other in labels where other.node != label.node {
          #expect(!box.overlaps(other.box))
          #expect(!(other.leader?.boxes ?? []).contains { $0.overlaps(box) })
        }
      }
    }
    #expect(picture.svg().contains("<g class=\"leaders\">"))
  }

  /// Of the ten largest, those that are not below another one.
  @Test(arguments: 1...6, [60, 140, 400, 1500])
  func theTenLargestAreNamed(seed: Int, nodes: Int) throws {
    let picture = try Picture(
      of: crowd(seed: UInt64(seed), nodes: nodes), .init(width: 800, height: 700))
    let named = Set(picture.placedLabels.map(\.node))
    let seen = (0..<10).filter { node in
      (0..<node).allSatisfy { other in
        let apart = (picture.nodeCenters[node] - picture.nodeCenters[other]).length
        return apart > picture.nodeRadii[other]
      }
    }
    #expect(seen.filter { !named.contains($0) }.isEmpty)
  }

  /// A name that is wider than its disc, and four others that leave no room for it beside the disc.
  @Test(arguments: [44.0, 150.0]) func aLineLeadsOutOfANarrowPlace(distance: Double) throws {
    let steps: [SIMD2<Double>] = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]
    var drawing = Drawing(positions: steps.map { $0 * distance + 200 })
    drawing.labels = ["the middle one", "", "", "", ""]
    drawing.nodeSizes = .points([21, 20, 20, 20, 20])
    var options = Picture.Options(width: 400, height: 400)
    options.region = .init(minimum: [0, 0], maximum: [400, 400])
    options.labelSizes = 10...10
    options.margin = 0
    let label = try #require(Picture(of: drawing, options).placedLabels.first)
    // With room beside it there is no line.
    #expect((label.leader != nil) == (distance < 100) && label.text == "the middle one")
  }
}
