import ForceSimulation
import ForceSimulationLive
import GraphIO
import GraphModel
import GraphRendering
import Testing

@testable import GraphView
@testable import view_example

@Suite("Marks make snapshots")
struct MarkTests {
  /// A content of one's own.
  private struct Ring: GraphContent {
    let count: Int
    var body: some GraphContent<Int> {
      Series(0..<count) { NodeMark(id: $0) }
      Series(0..<count) { LinkMark(from: $0, to: ($0 + 1) % count) }
    }
  }

  @Test("contents, series, conditions and loops are collected in their sequence")
  func contents() throws {
    let isLarge = true
    let graph = ForceDirectedGraph {
      Ring(count: 3)
      if isLarge { NodeMark(id: 10) }
      for id in 20...21 { NodeMark(id: id) }
      if !isLarge { NodeMark(id: 30) } else { NodeMark(id: 31) }
    }
    let snapshot = try graph.snapshot()
    #expect(snapshot.ids == [0, 1, 2, 10, 20, 21, 31])
    #expect(snapshot.graph.sources == [0, 1, 2] && snapshot.graph.targets == [1, 2, 0])
  }

  @Test("what an inner modifier says, an outer one does not change")
  func nesting() throws {
    let graph = ForceDirectedGraph {
      Series(["a", "b"]) { id in
        if id == "a" {
          NodeMark(id: id).foregroundStyle(.red).symbolSize(radius: 7)
        } else {
          NodeMark(id: id)
        }
      }
      .foregroundStyle(.blue)
      .symbol(.star)
      .annotation("x")
      LinkMark(from: "a", to: "b").linkShape(.arrow).stroke(
        .gray, LinkStroke(lineWidth: 2, dash: [1]))
      LinkMark(from: "b", to: "a").stroke(.clear)
    }
    let looks = try graph.snapshot().looks
    #expect(looks.nodeColors == [RGBColor.red.word, RGBColor.blue.word])
    #expect(looks.nodeRadii == [7, 4] && looks.nodeShapes == [6, 6])
    #expect(try graph.snapshot().labels == ["x", "x"])
    #expect(looks.linkWidths == [16, 8])
    // The second is hidden; both are bent to their own right.
    #expect(looks.linkFlags == [0b10011, 0b110000])
    #expect(try graph.snapshot().graph.isDirected)
  }

  @Test("a stroke is the outline of nodes")
  func strokes() throws {
    let graph = ForceDirectedGraph {
      NodeMark(id: 1).stroke(.red, LinkStroke(lineWidth: 1.5))
      NodeMark(id: 2).stroke(.blue)
      NodeMark(id: 3).stroke(nil, LinkStroke(lineWidth: 2))
      NodeMark(id: 4).stroke(.clear)
      NodeMark(id: 5)
    }
    let outlines = try graph.snapshot().looks.nodeStrokes
    #expect(
      outlines == [
        RGBColor.red.outline(1.5), RGBColor.blue.outline(1), RGBColor.gray.outline(2), 0, 0,
      ])
    #expect(outlines[0] >> 24 == 12 && outlines[0] & 0xFF_FFFF == RGBColor.red.word & 0xFF_FFFF)
    let wrong = ForceDirectedGraph { NodeMark(id: 1).stroke(.red, LinkStroke(lineWidth: -1)) }
    #expect(throws: GraphViewError.self) { try wrong.snapshot() }
  }

  @Test("opacity fades a colour, and the theme's as a grey")
  func opacity() throws {
    let graph = ForceDirectedGraph {
      NodeMark(id: 1).foregroundStyle(.red).opacity(0.5)
      NodeMark(id: 2).opacity(0)
    }
    let colors = try graph.snapshot().looks.nodeColors.map { RGBColor(word: $0) }
    #expect(colors[0].alpha == 128 && colors[1].alpha == 0)
    #expect(colors[1] != RGBColor(word: 0))
  }

  @Test("groups get the colours of the scale, then those that are left, and a legend")
  func groups() throws {
    let families = ["b", "a", "a", "c"]
    let graph = ForceDirectedGraph {
      Series(families.indices) { index in
        NodeMark(id: index).foregroundStyle(by: .value("Family", families[index]))
      }
      NodeMark(id: 9)
    }.foregroundStyleScale(["a": .pink])
    let snapshot = try graph.snapshot()
    #expect(snapshot.looks.nodeColors[1] == RGBColor.pink.word)
    #expect(snapshot.looks.nodeColors[4] == 0)
    let legend = try #require(snapshot.legend.first)
    #expect(legend.title == "Family" && legend.of == .color)
    #expect(legend.entries.map(\.label) == ["a", "b", "c"])
    #expect(legend.entries.map(\.count) == [2, 1, 1])
    // The page finds the nodes of an entry by its colour.
    #expect(Set(legend.entries.map(\.color)).count == 3)
    #expect(snapshot.graph.nodeAttributes["Family", 0] == "b")
  }

  @Test("numbers are on a scale")
  func scale() throws {
    let graph = ForceDirectedGraph {
      Series(0..<3) { NodeMark(id: $0).foregroundStyle(by: .value("Age", Double($0) * 10)) }
    }
    let legend = try #require(try graph.snapshot().legend.first)
    #expect(legend.scale?.low == 0 && legend.scale?.high == 20)
    #expect(Set(try graph.snapshot().looks.nodeColors).count == 3)
  }

  @Test("what does not fit is an error that names it")
  func errors() {
    let twice = ForceDirectedGraph { Series(["a", "a"]) { NodeMark(id: $0) } }
    #expect(throws: GraphViewError.duplicateNode("a")) { try twice.snapshot() }
    let missing = ForceDirectedGraph {
      NodeMark(id: "a")
      LinkMark(from: "a", to: "z")
    }
    #expect(throws: GraphViewError.missingNode("z", link: "a – z")) { try missing.snapshot() }
    for bad in [Double.nan, .infinity, -1] {
      let radius = ForceDirectedGraph { NodeMark(id: 1).symbolSize(radius: bad) }
      #expect(throws: GraphViewError.self) { try radius.snapshot() }
      let opacity = ForceDirectedGraph { NodeMark(id: 1).opacity(bad) }
      #expect(throws: GraphViewError.self) { try opacity.snapshot() }
    }
  }

  @Test("ids whose texts are equal stay apart")
  func equalTexts() throws {
    struct Silent: Hashable, Sendable, CustomStringConvertible {
      var number: Int
      var description: String { "same" }
    }
    let graph = ForceDirectedGraph { Series(0..<3) { NodeMark(id: Silent(number: $0)) } }
    #expect(try Set(graph.snapshot().graph.nodeIDs).count == 3)
  }

  // MARK: Views

  @Test("a view follows changes by difference, with forces by id made anew")
  func update() async throws {
    func graph(_ ids: [Int]) -> ForceDirectedGraph<Int, some GraphContent<Int>> {
      ForceDirectedGraph(states: ForceDirectedGraphState(initialIsRunning: false)) {
        Series(ids) { NodeMark(id: $0) }
        Series(ids.dropFirst()) { LinkMark(from: ids[0], to: $0) }
      } force: {
        .manyBody(strength: .function { -30 * Double($0) }).link(
          length: .function { $0 == 1 ? Double($1) : 3 })
      }
    }
    let view = try await GraphView(graph([1, 2, 3]))
    let two = try #require(await view.position(of: 2))
    try await view.update(graph([1, 4, 2]))
    #expect(await view.position(of: 2) == two)
    #expect(await view.position(of: 3) == nil)
    #expect(await view.position(of: 4) != nil)
    let forces = await view.session.live.forces
    let charge = forces["charge", as: ManyBodyForce<SIMD2<Double>>.self]
    guard case .array(let strengths, _)? = charge?.strength else {
      Issue.record("no values by node")
      return
    }
    // The sequence of the session: survivors first.
    #expect(await view.session.snapshot.ids == [1, 2, 4])
    #expect(strengths == [-30, -60, -120])
  }

  /// A force of the program's own, for the plane.
  private struct Wind: Force {
    var speed = 2.0
    func apply(to step: inout StepContext<SIMD2<Double>>) {
      for node in 0..<step.position.count { step.velocity[node].x += speed * step.alpha }
    }
  }

  @Test("forces of the core and of one's own are declared, and follow the ids")
  func ownForces() async throws {
    func graph(_ ids: [Int]) -> ForceDirectedGraph<Int, some GraphContent<Int>> {
      ForceDirectedGraph(states: ForceDirectedGraphState(initialIsRunning: false)) {
        Series(ids) { NodeMark(id: $0) }
      } force: {
        .force(Wind(speed: 7)).force(GravityForce<SIMD2<Double>>(), named: "pull")
          .force(named: "groups") { ids in GroupForce<SIMD2<Double>>(groups: ids.map { $0 % 2 }) }
      }
    }
    let view = try await GraphView(graph([1, 2]))
    var forces = await view.session.live.forces
    #expect(forces.count == 3 && forces["Wind", as: Wind.self]?.speed == 7)
    #expect(forces["pull", as: GravityForce<SIMD2<Double>>.self] != nil)
    try await view.update(graph([2, 4, 6]))
    forces = await view.session.live.forces
    #expect(forces["groups", as: GroupForce<SIMD2<Double>>.self]?.groups == [0, 0, 0])
    let before = try #require(await view.position(of: 6))
    try await view.session.live.step()
    #expect(try #require(await view.position(of: 6)) != before)

    // Forces of the plane are refused in space, also by an update.
    let error = await #expect(throws: GraphViewError.self) { try await GraphSpaceView(graph([1])) }
    #expect(error?.description.contains("\"Wind\"") == true)
    let space = try await GraphSpaceView(ForceDirectedGraph { NodeMark(id: 1) })
    await #expect(throws: GraphViewError.self) { try await space.update(graph([1])) }
  }

  @Test("declared forces have the names and defaults of ForceSimulation")
  func defaultsOfTheCore() throws {
    typealias Plane = SIMD2<Double>
    let declared: DeclaredForces<Int> = .manyBody().link().collide().center().position(axis: .x)
      .radial(radius: 3).boxCollide(halfSides: .constant([2, 1]))
    let found: ForceList<Plane> = declared.forces([1, 2])
    let expected: [String: any Force<Plane>] = [
      "charge": ManyBodyForce<Plane>(), "links": LinkForce<Plane>(),
      "collisions": CollideForce<Plane>(), "center": CenterForce<Plane>(),
      "x": PositionForce<Plane>(axis: .x), "ring": RadialForce<Plane>(radius: 3),
      "boxes": BoxCollideForce<Plane>(halfSides: .constant([2, 1])),
    ]
    #expect(found.count == expected.count)
    for (name, force) in expected {
      #expect("\(try #require(found[name]))" == "\(force)", "\(name)")
    }
  }

  @Test("states pause and report; pins and questions by id")
  func handles() async throws {
    let states = ForceDirectedGraphState(initialIsRunning: false)
    let view = try await GraphView(MyRing.graph(states))
    try await view.pin(0, at: [500, 0])
    #expect(await view.position(of: 0) == [500, 0])
    #expect(await view.node(near: [501, 0], within: 2) == 0)
    #expect(await view.node(near: [900, 0], within: 2) == nil)
    #expect(await view.session.pins == [0])
    try await view.unpin(0)
    #expect(await view.session.pins == [])
    await #expect(throws: LiveError.self) { try await view.pin(-1) }
    let viewer = try #require(await TestViewer.join(view.session))
    states.isRunning = true
    try await viewer.wait("ticks") { _ in states.tick > 5 }
    #expect(states.alpha < 1)
    states.isRunning = false
    try await viewer.wait("the pause") { viewer in
      viewer.states.last { $0["running"] != nil }?["running"] as? Bool == false
    }
    await view.close()
    #expect(
      viewer.all.last == .close(code: 1001, reason: "The program that made this view has ended"))
  }

  @Test("events tell what viewers do, by id")
  func events() async throws {
    let view = try await GraphView(
      MyRing.graph(ForceDirectedGraphState(initialIsRunning: false)))
    let events = view.events
    let viewer = try #require(await TestViewer.join(view.session))
    await viewer.send(#"{"do":"select","nodes":[4],"id":1}"#)
    await viewer.pointer(1, command: 1, node: 2, 3, 4)
    await viewer.pointer(2, flags: 1, command: 2, node: 2)
    await viewer.leave()
    var seen: [GraphViewEvent<Int>] = []
    for await event in events {
      if case .running = event { continue }
      seen.append(event)
      if event == .viewers(0) { break }
    }
    let ids = await view.session.snapshot.ids
    #expect(
      seen == [
        .viewers(1), .tapped(ids[4]), .selected([ids[4]]), .dragged(ids[2], x: 3, y: 4),
        .released(ids[2], isPinned: true), .viewers(0),
      ])
  }

  // MARK: Grape's examples

  @Test("the ring of Grape comes to rest, what is linked near to each other")
  func ring() async throws {
    let view = try await GraphView(
      MyRing.graph(ForceDirectedGraphState(ticksOnAppear: .untilStable)))
    let snapshot = await view.session.snapshot
    #expect(snapshot.nodeCount == 60 && snapshot.linkCount == 100)
    let frame = await view.session.live.frame
    #expect(await view.session.live.state == .ended(.cold))
    // What is linked is near: far nearer than nodes are to each other in the mean.
    var (linked, all) = (0.0, 0.0)
    for link in frame.links {
      linked += frame.positions[link.source].distance(to: frame.positions[link.target])
    }
    for first in 0..<60 {
      for second in 0..<60 {
        all += frame.positions[first].distance(to: frame.positions[second])
      }
    }
    let (meanLinked, mean) = (linked / 100, all / 3540)
    #expect(meanLinked > 1 && meanLinked < mean / 2, "\(meanLinked) of \(mean)")
  }

  @Test("Les Misérables as marks, and as a file of less than 210 kB")
  func miserables() async throws {
    let graph = try Graph(contentsOf: folder("Examples") + "/miserables.csv")
    let view = try await GraphView(Miserables.graph(graph), title: "Les Misérables")
    let snapshot = await view.session.snapshot
    #expect(snapshot.nodeCount == 77 && snapshot.linkCount == 254)
    #expect(snapshot.legend.first?.title == "Community")
    #expect(try await view.html().count < 210_000)
  }

  @Test("text of links becomes a graph, and its changes keep what stays")
  func mermaid() async throws {
    let first = Mermaid("Alice --> Bob\nnonsense\nBob --- Carol")
    #expect(first.names == ["Alice", "Bob", "Carol"])
    #expect(first.lines.map(\.hasArrow) == [true, false])
    let view = try await GraphView(first.graph)
    let bob = await view.position(of: "Bob")
    try await view.update(Mermaid("Alice --> Bob\nBob --> Dave").graph)
    let after = await view.session.live.frame
    #expect(Set(after.ids) == ["Alice", "Bob", "Dave"])
    #expect(bob != nil)
  }

  private func folder(_ name: String) -> String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/") + "/" + name
  }
}
