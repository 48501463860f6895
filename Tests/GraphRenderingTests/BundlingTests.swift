import Testing
import _TestSupport

@testable import GraphRendering

struct BundlingTests {
  /// A drawing with a chain of short edges beside a long one.
  private func chain(isDirected: Bool = false, turned: Bool = false) -> Drawing {
    var drawing = Drawing(
      positions: [[0, 0], [4, 2], [8, 2], [12, 0]],
      edges: [
        .init(0, 1, isDirected: isDirected),
        turned ? .init(2, 1, isDirected: isDirected) : .init(1, 2, isDirected: isDirected),
        .init(2, 3, isDirected: isDirected), .init(0, 3, isDirected: isDirected),
        .init(3, 0), .init(0, 3, isDirected: isDirected),
      ])
    drawing.nodeSizes = .points([4, 4, 4, 4])
    return drawing
  }

  private func bundled(_ drawing: Drawing) -> (PlacedNodes, [RoutedEdge], Picture.Report) {
    var options = Picture.Options()
    options.bundlesEdges = true
    return routed(drawing, options)
  }

  private func ways(_ drawing: Drawing) -> [[Int32]] {
    guard case .plane(let positions) = drawing.positions else { return [] }
    return EdgeBundling(drawing.edges, positions).ways
  }

  @Test func aLongEdgeFollowsShortOnes() {
    #expect(ways(chain()) == [[], [], [], [1, 2], [2, 1], [1, 2]])
    let (nodes, edges, report) = bundled(chain())
    #expect(report.edgesBundled == 3)
    // It bends towards the chain, which is above, and ends at the rims as others do.
    let chord = nodes.centers[0].y
    #expect(edges[3].curve.point(at: 0.5).y < chord - 20)
    for edge in edges {
      let given = chain().edges[edge.index]
      #expect(abs((edge.curve.start - nodes.centers[Int(given.source)]).length - 4) < 1e-6)
      #expect(abs((edge.curve.end - nodes.centers[Int(given.target)]).length - 4) < 1e-6)
    }
  }

  @Test func directedEdgesFollowDirectedPaths() {
    #expect(ways(chain(isDirected: true))[3] == [1, 2])
    // One edge of the chain leads back.
    let turned = ways(chain(isDirected: true, turned: true))
    #expect(turned == Array(repeating: [], count: 6))
    let (nodes, edges, _) = bundled(chain(isDirected: true))
    let tip = edges[3].head?.tip ?? .zero
    #expect(abs((tip - nodes.centers[3]).length - 4) < 1e-6)
  }

  /// Compares with the definition: paths are those of least cost among shorter straight edges, and
  /// at most one and a half times as long as the edge.
  @Test(arguments: 1...20)
  func pathsAreThoseOfTheDefinition(seed: Int) {
    var random = randomDrawing(seed: UInt64(seed), nodes: 30, edges: 150)
    for edge in random.edges.indices { random.edges[edge].isDirected = seed.isMultiple(of: 2) }
    guard case .plane(let positions) = random.positions else { return }
    let ways = ways(random)
    func length(_ edge: Int) -> Double {
      let edge = random.edges[edge]
      return (positions[Int(edge.source)] - positions[Int(edge.target)]).length
    }
    var count = 0
    for (index, edge) in random.edges.enumerated() where edge.source != edge.target {
      let straight = random.edges.indices.filter { ways[$0].isEmpty && length($0) < length(index) }
      let best = leastCost(from: edge, along: straight.map { random.edges[$0] }, positions)
      let path = [edge.source] + ways[index] + [edge.target]
      let steps = zip(path, path.dropFirst()).map { (Int($0), Int($1)) }
      let way = steps.map { (positions[$0] - positions[$1]).length }
      if ways[index].isEmpty {
        // Parallel edges share what the first one does.
        #expect(best.length > 1.5 * length(index) || best.cost == .infinity)
      } else {
        count += 1
        #expect(way.reduce(0, +) <= 1.5 * length(index) * (1 + 1e-12))
        #expect(
          best.length > 1.5 * length(index)
            || abs(way.map { $0 * $0 }.reduce(0, +) - best.cost) < 1e-9)
        for (from, to) in steps {
          #expect(
            straight.contains {
              let other = random.edges[$0]
              return (Int(other.source), Int(other.target)) == (from, to)
                || (!other.isDirected && (Int(other.target), Int(other.source)) == (from, to))
            })
        }
      }
    }
    #expect(count > 20)
  }

  /// The cost and the length of the path of least cost, by relaxing all edges again and again.
  private func leastCost(
    from edge: Drawing.Edge, along edges: [Drawing.Edge], _ positions: [SIMD2<Double>]
  ) -> (cost: Double, length: Double) {
    var best = [(cost: Double, length: Double)](
      repeating: (.infinity, .infinity), count: positions.count)
    best[Int(edge.source)] = (0, 0)
    for _ in positions {
      for other in edges {
        let length = (positions[Int(other.source)] - positions[Int(other.target)]).length
        var ends = [(Int(other.source), Int(other.target))]
        if !other.isDirected { ends.append((Int(other.target), Int(other.source))) }
        for (from, to) in ends where best[from].cost + length * length < best[to].cost {
          best[to] = (best[from].cost + length * length, best[from].length + length)
        }
      }
    }
    return best[Int(edge.target)]
  }

  @Test func treesAndDrawingsOfManyEdgesStayStraight() {
    let tree = Drawing(
      positions: (0..<40).map { SIMD2(Double($0 % 7), Double($0)) },
      edges: (1..<40).map { .init(Int32($0), Int32($0 / 2)) })
    #expect(bundled(tree).2.edgesBundled == 0)
    let limit = Picture.Options.bundledEdgeLimit
    let many = Drawing(
      positions: [[0, 0], [4, 2], [8, 0]],
      edges: (0...limit).map { _ in .init(0, 2) } + [.init(0, 1), .init(1, 2)])
    #expect(bundled(many).2.edgesBundled == 0)
  }

  @Test func nodesWithoutAPlaceAreNoPartOfPaths() {
    var drawing = chain()
    guard case .plane(var positions) = drawing.positions else { return }
    positions[1].x = .nan
    drawing.positions = .plane(positions)
    let (_, edges, report) = bundled(drawing)
    #expect(report.edgesBundled == 0 && report.edgesWithoutPlace == 2 && edges.count == 4)
  }

  @Test func routesStayAsTheyAre() {
    var drawing = chain()
    drawing.routes = .init(points: [], offsets: [Int](repeating: 0, count: drawing.edges.count + 1))
    #expect(bundled(drawing).2.edgesBundled == 0)
  }

  @Test func filesHaveEveryEdgeOfABundle() throws {
    var drawing = chain(isDirected: true)
    drawing.edgeLabels = [.init(3, Drawing.Text("long way"))]
    drawing.edges[3].color = RGBColor(0xFF0000)
    var options = Picture.Options()
    options.bundlesEdges = true
    options.edgeOpacity = 0.5
    let picture = try Picture(of: drawing, options)
    #expect(picture.report.edgesDrawn == 6 && picture.report.edgesThinned == 0)
    let svg = picture.svg()
    #expect(svg.contains("#f00") || svg.contains("#ff0000"))
    #expect(svg.contains("long way"))
  }

  /// The curves are those of Bernstein's polynomials, but for what cubics cannot follow.
  @Test(arguments: [2, 3, 4, 5, 8, 13, 40, 200])
  func bundlesAreBezierCurves(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    var points: [SIMD2<Double>] = [.zero]
    for _ in 1..<count { points.append(points[points.count - 1] + random.vector(in: -1...2)) }
    let curve = Curve(bundledAlong: points)
    #expect((curve.start - points[0]).length < 1e-9)
    #expect((curve.end - points[count - 1]).length < 1e-9)
    let size = (points[count - 1] - points[0]).length
    for t in stride(from: 0.0, through: 1, by: 1 / 64) {
      var all = points
      while all.count > 1 { all = zip(all, all.dropFirst()).map { $0 + ($1 - $0) * t } }
      #expect((curve.point(at: t) - all[0]).length < (count < 5 ? 1e-9 : 0.03 * size))
    }
    // The direction continues from cubic to cubic.
    let step = 1e-6
    for number in 1..<max(curve.segmentCount, 1) {
      let t = Double(number) / Double(curve.segmentCount)
      let here = curve.point(at: t)
      let (before, after) = (here - curve.point(at: t - step), curve.point(at: t + step) - here)
      #expect(before.normalized(or: .zero).dot(after.normalized(or: .zero)) > 0.999)
    }
  }
}
