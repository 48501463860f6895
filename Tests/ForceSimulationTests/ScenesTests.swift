import ForceSimulation
import Foundation
import Scenes
import Testing
import _TestSupport

@Suite(.traced)
struct ScenesTests {
  // The first and last values of the random scene of 1000 nodes, by a program in another language:
  // integers exactly, coordinates to a few units in the last place, as sine and cosine differ.
  private static let firstLinks = [
    (252, 88), (577, 222), (375, 25), (447, 118), (873, 994), (853, 499),
  ]
  private static let discPoints: [(Int, SIMD2<Double>)] = [
    (0, [-247.98831973929038, 75.08152465472293]),
    (1, [-280.5337402962902, -109.69544620521185]),
    (2, [-41.14640334135415, 159.2947548515865]),
    (999, [-164.9845519817871, -57.83071658514358]),
  ]
  private static let ballPoints: [(Int, SIMD3<Double>)] = [
    (0, [145.62144088343868, -95.88779403177799, -16.38810244927363]),
    (1, [-36.621763179702754, 141.77800036487022, -75.57753262046785]),
    (2, [19.58084511296739, -3.3424666837536763, -190.22812501223467]),
    (999, [131.37345566950592, -105.94333011400532, -11.95288803406099]),
  ]

  @Test func randomSceneHasTheRecordedValues() throws {
    let scene = Scene.random(nodeCount: 1000)
    #expect(scene.links.count == 2000)
    for (link, ends) in zip(scene.links, Self.firstLinks) {
      #expect(link == Link(source: ends.0, target: ends.1))
    }
    #expect(scene.links[1999] == Link(source: 643, target: 281))
    let disc = try #require(scene.positions(of: SIMD2<Double>.self))
    for (node, point) in Self.discPoints {
      #expect((disc[node] - point).length() <= 1e-12, "node \(node): \(disc[node])")
    }
    let ball = try #require(scene.positions(of: SIMD3<Double>.self))
    for (node, point) in Self.ballPoints {
      #expect((ball[node] - point).length() <= 1e-12, "node \(node): \(ball[node])")
    }
  }

  @Test func positionsInFloatAreThoseInDoubleRounded() throws {
    for scene in [Scene.random(nodeCount: 50), .clusters(nodeCount: 50)] {
      let wide = try #require(scene.positions(of: SIMD3<Double>.self))
      let narrow = try #require(scene.positions(of: SIMD3<Float>.self))
      expectSameBits(narrow, wide.map { SIMD3<Float>($0) })
    }
  }

  @Test func linksJoinDifferentNodesThatExist() {
    withEvery("n", in: [1, 2, 3, 7, 100]) { nodeCount in
      withEvery("links per node", in: [0, 1, 3]) { linksPerNode in
        withEvery("seed", in: [0, 1, .max] as [UInt32]) { seed in
          for scene in [
            Scene.random(nodeCount: nodeCount, linksPerNode: linksPerNode, seed: seed),
            .clusters(nodeCount: nodeCount, linksPerNode: linksPerNode, seed: seed),
          ] {
            #expect(scene.links.count == (nodeCount == 1 ? 0 : nodeCount * linksPerNode))
            for link in scene.links {
              #expect(link.source != link.target)
              #expect((0..<nodeCount).contains(link.source))
              #expect((0..<nodeCount).contains(link.target))
            }
          }
        }
      }
    }
  }

  @Test func seedsGiveDifferentScenes() {
    let one = Scene.random(nodeCount: 30, seed: 1)
    let two = Scene.random(nodeCount: 30, seed: 2)
    #expect(one.links != two.links)
    #expect(one.positions(of: SIMD2<Double>.self) != two.positions(of: SIMD2<Double>.self))
    #expect(one.links == Scene.random(nodeCount: 30, seed: 1).links)
  }

  @Test func ballsAreFilledEvenly() throws {
    // The median distance from the middle of a uniform ball is (1/2)^(1/d) of its radius.
    let scene = Scene.random(nodeCount: 4000)
    func check<Vector: SimulationVector>(
      _: Vector.Type, radius: Double, median: Double
    ) throws where Vector.Scalar == Double {
      let distances = try #require(scene.positions(of: Vector.self)).map { $0.length() }.sorted()
      #expect(distances[3999] <= radius * (1 + 1e-15))
      #expect(abs(distances[2000] / radius - median) < 0.01)
    }
    try check(SIMD2<Double>.self, radius: 10 * 4000.0.squareRoot(), median: 0.7071)
    try check(SIMD3<Double>.self, radius: 20 * cbrt(4000.0), median: 0.7937)
    try check(SIMD4<Double>.self, radius: 30 * 4000.0.squareRoot().squareRoot(), median: 0.8409)
  }

  @Test(arguments: [
    (2, 1, 1), (2, 2, 1), (2, 3, 4), (2, 6, 4), (2, 7, 9), (2, 1000, 1024), (3, 1000, 1000),
    (3, 10_000, 10_648), (4, 40, 16), (4, 49, 81),
  ])
  func theNearestGridIsWhole(dimension: Int, wanted: Int, found: Int) {
    let scene = Scene.grid(nearest: wanted, dimension: dimension)
    #expect(scene.nodeCount == found)
    #expect(scene.links == Scene.grid(nodeCount: found, dimension: dimension).links)
  }

  @Test func gridsLinkNeighbors() throws {
    func check<Vector: SimulationVector>(_: Vector.Type, nodeCount: Int)
      throws
    where Vector.Scalar == Double {
      let scene = Scene.grid(nodeCount: nodeCount, dimension: Vector.scalarCount)
      let positions = try #require(scene.positions(of: Vector.self))
      #expect(positions.count == nodeCount)
      // Neighbours are 20 apart, and everything that is 20 apart is linked.
      var pairs: Set<Link<Int>> = []
      for i in 0..<nodeCount {
        for j in i + 1..<max(nodeCount, i + 1)
        where positions[i].distanceSquared(to: positions[j]) == 400 {
          pairs.insert(Link(source: i, target: j))
        }
      }
      #expect(Set(scene.links) == pairs)
      #expect(scene.links.count == pairs.count)
    }
    try withEvery("n", in: [1, 2, 3, 4, 5, 16, 27, 30, 81, 100]) { nodeCount in
      try check(SIMD2<Double>.self, nodeCount: nodeCount)
      try check(SIMD3<Double>.self, nodeCount: nodeCount)
      try check(SIMD4<Double>.self, nodeCount: nodeCount)
    }
  }

  @Test func clustersAreDenseAndMostLinksStayInside() throws {
    let scene = Scene.clusters(nodeCount: 2500)
    let clusterCount = 50
    let inside = scene.links.filter {
      $0.source * clusterCount / 2500 == $0.target * clusterCount / 2500
    }
    #expect((0.88...0.95).contains(Double(inside.count) / Double(scene.links.count)))
    // A small disc's radius is 1 / (4 sqrt 50) of the large one's.
    let positions = try #require(scene.positions(of: SIMD2<Double>.self))
    for node in 1..<2500 where node / 50 == (node - 1) / 50 {
      #expect(
        positions[node].distance(to: positions[node - 1]) <= 2 * 500 / (4 * 50.0.squareRoot()))
    }
  }

  @Test func miserablesIsTheGraphOfTheGoldenTrajectories() throws {
    let scene = Scene.miserables
    let golden = try GoldenFile(named: "i-miserables-all4-2d")
    #expect(scene.nodeCount == 77)
    #expect(scene.links == golden.links)
    #expect(scene.positions(of: SIMD2<Double>.self) == nil)
    let names = try #require(scene.nodeNames)
    #expect(Set(names).count == 77)
    let ends = scene.links.flatMap { [$0.source, $0.target] }
    let hub = try #require(
      (0..<77).max { a, b in
        ends.count { $0 == a } < ends.count { $0 == b }
      })
    #expect(names[hub] == "Valjean")
    #expect(ends.count { $0 == hub } == 36)
  }
}
