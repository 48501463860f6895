import ForceSimulation
import GraphRendering
import Observation
import Testing

@testable import GraphView

@Suite("What views of your own draw")
struct DrawingTests {
  private static func placed(
    _ camera: GraphCamera = GraphCamera(center: .zero, scale: 1, size: [200, 100])
  ) throws -> GraphScene<String> {
    let graph = ForceDirectedGraph {
      NodeMark(id: "a").symbolSize(radius: 10).foregroundStyle(.red).annotation("A")
      NodeMark(id: "b").symbol(.square).annotation("B")
      NodeMark(id: "c").hidden()
      AnnotationNodeMark(id: "d", "D")
      LinkMark(from: "a", to: "b").linkShape(.arrow).stroke(
        .gray, LinkStroke(lineWidth: 2, dash: [2, 1]))
      LinkMark(from: "b", to: "a").linkShape(.curve(-2, hasArrow: false))
      LinkMark(from: "a", to: "a")
      LinkMark(from: "a", to: "c")
      LinkMark(from: "b", to: "d").stroke(.clear)
    }
    return try GraphScene(
      graph.snapshot(), places: [[-50, 0], [50, 0], [0, 0], [0, 40]], camera: camera)
  }

  @Test("a scene has the looks of the marks")
  func looks() throws {
    let scene = try Self.placed()
    #expect(scene.ids == ["a", "b", "c", "d"])
    #expect(scene.nodes.map(\.color) == [.red, nil, nil, nil])
    #expect(scene.nodes.map(\.radius) == [10, 4, 4, 4])
    #expect(scene.nodes.map(\.symbol) == [.circle, .square, .circle, .circle])
    #expect(scene.nodes.map(\.label) == ["A", "B", "", "D"])
    #expect(scene.nodes.map(\.isAnnotation) == [false, false, false, true])
    #expect(scene.nodes.map(\.isHidden) == [false, false, true, false])
    #expect(scene.links.map(\.source) == [0, 1, 0, 0, 1])
    #expect(scene.links.map(\.target) == [1, 0, 0, 2, 3])
    #expect(scene.links.map(\.width) == [2, 1, 1, 1, 1])
    #expect(scene.links.map(\.hasArrow) == [true, false, false, false, false])
    #expect(scene.links.map(\.isDashed) == [true, false, false, false, false])
    #expect(scene.links[1].bend == -2)
    #expect(scene.links.map(\.isHidden) == [false, false, false, false, true])
  }

  @Test("the camera: points and places, panning, zooming at a point, seeing all")
  func camera() {
    let camera = GraphCamera(center: [10, 20], scale: 2, size: [200, 100])
    #expect(camera.point(of: [10, 20]) == [100, 50])
    #expect(camera.point(of: [11, 18]) == [102, 46])
    #expect(camera.place(at: [102, 46]) == [11, 18])
    #expect(camera.panned(by: [6, -4]).point(of: [10, 20]) == [106, 46])
    let zoomed = camera.zoomed(by: 3, at: [150, 10])
    #expect(zoomed.scale == 6)
    #expect(zoomed.place(at: [150, 10]).distance(to: camera.place(at: [150, 10])) < 1e-9)
    #expect(camera.zoomed(by: .nan, at: [0, 0]) == camera)
    #expect(camera.zoomed(by: 1e9, at: [0, 0]).scale == 1000)
    let places: [SIMD2<Double>] = [[-300, 5], [100, 25], [40, -15]]
    let fitting = GraphCamera(fitting: places, size: [260, 160])
    #expect(fitting.center == [-100, 5] && fitting.scale == 0.5)
    #expect(places.allSatisfy { (0...260).contains(fitting.point(of: $0).x) })
    #expect(GraphCamera(fitting: [], size: [100, 100]).scale == 1)
    #expect(GraphCamera(fitting: [[3, 3]], size: [100, 100]).scale == 4)
  }

  @Test("the nearest node under a point that is not hidden")
  func hits() throws {
    let placed = try Self.placed()
    #expect(placed.node(at: [50, 50], reach: 0) == 0)
    #expect(placed.node(at: [59, 50], reach: 0) == 0)
    #expect(placed.node(at: [61, 50], reach: 0) == nil)
    #expect(placed.node(at: [61, 50], reach: 2) == 0)
    // c is there, and hidden.
    #expect(placed.node(at: [100, 50], reach: 10) == nil)
    #expect(placed.node(at: [100, 70], reach: 100) == 3)
    #expect([0, 1, 2, 3].map(placed.isSeen) == [true, true, false, true])
    let away = try Self.placed(GraphCamera(center: [50, 0], scale: 1, size: [100, 60]))
    #expect([0, 1, 2, 3].map(away.isSeen) == [false, true, false, false])
  }

  @Test("links go from rim to rim, with a head at the tip, bent to the right")
  func courses() throws {
    let placed = try Self.placed()
    guard case .line(let from, let to, let control?, let head)? = placed.course(0) else {
      Issue.record("no bent line")
      return
    }
    // Two links of the same ends are bent apart: on the screen, to the right is below.
    #expect(control.y > 50 && control.x == 100)
    #expect(abs(from.distance(to: [50, 50]) - 10) < 1e-9)
    #expect(abs(to.distance(to: [150, 50]) - 4) < 1e-9)
    #expect(head.count == 3 && head[0] == to)
    #expect(head[1...].allSatisfy { $0.x < to.x })
    guard case .line(_, _, let other?, let none)? = placed.course(1) else {
      Issue.record("no bent line")
      return
    }
    #expect(other.y > 50 && none.isEmpty)
    #expect(placed.course(2) == .loop(center: [50, 50 - 10 - 0.8 * 13], radius: 13))
    #expect(placed.course(3) == nil && placed.course(4) == nil)
  }

  @Test("labels: annotations, then the largest of each part of the view")
  func labels() throws {
    let placed = try Self.placed()
    #expect(placed.labelledNodes() == [3, 0, 1])
    #expect(placed.labelledNodes(limit: 2) == [3, 0])
    #expect(placed.labelledNodes { $0 == 1 } == [1, 3, 0])
    let far = try Self.placed(GraphCamera(center: .zero, scale: 0.01, size: [200, 100]))
    #expect(far.labelledNodes() == [3])
  }

  @Test("shapes have corners around the node", arguments: GraphSymbol.allCases)
  func corners(_ symbol: GraphSymbol) {
    let corners = symbol.corners
    #expect(corners.isEmpty == (symbol == .circle))
    let middle = corners.reduce(.zero, +)
    #expect(middle.length() < 1e-9)
    // As large as a disc of the same radius, by area: 0.6 to 1.3 of it.
    let area = corners.indices.reduce(0.0) { sum, i in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      return sum + (a.x * b.y - a.y * b.x) / 2
    }
    #expect(symbol == .circle || (0.6...1.3).contains(abs(area) / .pi))
  }

  @Test("frames, holds and pins of a view")
  func hold() async throws {
    let states = ForceDirectedGraphState(initialIsRunning: false)
    let graph = ForceDirectedGraph(states: states) {
      NodeMark(id: 1)
      NodeMark(id: 2)
      LinkMark(from: 1, to: 2)
    }
    let view = try await GraphView(graph)
    let (scene, frame) = await view.scene(size: [200, 100])
    #expect(scene.ids == [1, 2] && frame.positions.count == 2 && !frame.isMoving)
    #expect(scene.places == frame.positions.asArray())
    #expect(scene.camera == GraphCamera(fitting: scene.places, size: [200, 100]))
    try await view.hold(1, at: [7, 8])
    #expect(await view.position(of: 1) == [7, 8])
    try await view.release(1, isPinned: true)
    #expect(await view.scene().scene.nodes.map(\.isPinned) == [true, false])
    try await view.unpin(1)
    #expect(await view.scene().scene.nodes.map(\.isPinned) == [false, false])
    states.isRunning = true
    for await frame in view.frames() where frame.tick >= 3 { break }
    #expect(states.tick >= 3)
    await view.close()
  }

  @Test("frames and holds of a view in space")
  func holdInSpace() async throws {
    let states = ForceDirectedGraphState(initialIsRunning: false)
    let graph = ForceDirectedGraph(states: states) {
      NodeMark(id: 1)
      NodeMark(id: 2)
    }
    let view = try await GraphSpaceView(graph.snapshot())
    try await view.hold(1, at: [7, 8, 9])
    let (scene, frame) = await view.scene()
    #expect(scene.ids == [1, 2] && frame[1] == [7, 8, 9])
    try await view.release(1)
    states.isRunning = true
    for await frame in view.frames() where frame.tick >= 3 { break }
    #expect(states.tick >= 3)
    await view.close()
  }

  @Test("a declared graph is equal to one that shows the same")
  func declared() throws {
    let states = ForceDirectedGraphState()
    func graph(_ color: RGBColor) throws -> GraphSnapshot<Int> {
      try ForceDirectedGraph(states: states) {
        NodeMark(id: 1).foregroundStyle(color)
        NodeMark(id: 2)
        LinkMark(from: 1, to: 2)
      }.snapshot()
    }
    #expect(try graph(.red) == graph(.red))
    #expect(try graph(.red) != graph(.blue))
    let other = ForceDirectedGraph { NodeMark(id: 1) }
    #expect(try other.snapshot() != graph(.red))
  }

  @Test("the states of a graph can be observed")
  func observed() async throws {
    let states = ForceDirectedGraphState()
    await confirmation { changed in
      withObservationTracking {
        _ = states.isRunning
      } onChange: {
        changed()
      }
      states.isRunning = false
    }
    #expect(!states.isRunning)
  }
}
