import GraphLayout
import Testing
import _TestSupport

/// The table of layouts.
@Suite(.traced) struct LayoutMethodTests {
  @Test func idsAreThoseOfTheLayouts() throws {
    #expect(Set(LayoutMethod.all).count == LayoutMethod.all.count)
    for method in LayoutMethod.all {
      let plane: (any GraphLayoutAlgorithm<Point>)? = method.layout()
      #expect(plane?.id == method.id)
      let space: (any GraphLayoutAlgorithm<Point3>)? = method.layout()
      #expect((space != nil) == method.worksInSpace, "\(method)")
      #expect(space == nil || space?.id == method.id)
      #expect(LayoutMethod(method.id) == method)
    }
    #expect(LayoutMethod("force") == .force && LayoutMethod("pivot-mds") == .pivotMDS)
    #expect(LayoutMethod("keep") == nil)
    #expect(LayoutMethod("Stress") == nil)
  }

  @Test func settingsReachTheLayouts() throws {
    let graph = try graph(.grid(6, 6))
    let pin = Point(7, 8)
    for method in LayoutMethod.all where method.abilities.contains(.start) {
      var settings = LayoutSettings<Point>()
      settings.placement.pins = [3: pin]
      settings.ticks = 5
      settings.quality = .quick
      let result = try #require(method.layout(settings)).layout(graph)
      #expect(result.positions[3] == pin, "\(method)")
      #expect(result.statistics.ticks <= 5, "\(method)")
      #expect(LayoutMethod(result.statistics.layoutID) != nil)
    }
    let tree = try randomTree(9, seed: 2)
    for method in LayoutMethod.all where method.abilities.contains(.root) {
      var settings = LayoutSettings<Point>()
      settings.root = 5
      let rooted = try #require(method.layout(settings)).layout(tree).positions
      let chosen = try #require(method.layout(LayoutSettings<Point>())).layout(tree).positions
      #expect(rooted != chosen, "\(method)")
      settings.root = 9
      #expect(throws: LayoutError.self) { try method.layout(settings)?.layout(tree) }
    }
  }

  @Test func availability() throws {
    let graph = try graph(.path(4))
    for method in LayoutMethod.all {
      let layout: (any GraphLayoutAlgorithm<Point>)? = method.layout()
      if method.isAvailable {
        #expect(try #require(layout).layout(graph).positions.count == 4, "\(method)")
      } else {
        #expect(method.abilities.contains(.linearAlgebra))
        #expect(throws: LayoutError.self) { try layout?.layout(graph) }
      }
    }
  }

  @Test func memoryGrowsWithTheGraph() throws {
    let small = try GraphTopology(nodeCount: 100, edges: [(0, 1)])
    let large = try GraphTopology(nodeCount: 20_000, edges: [(0, 1)])
    for method in LayoutMethod.all {
      #expect(method.memory(of: small) > 0)
      #expect(method.memory(of: large) > method.memory(of: small), "\(method)")
    }
  }
}
