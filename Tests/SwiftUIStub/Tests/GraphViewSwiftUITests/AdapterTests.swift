import GraphRendering
import GraphView
import SwiftUI
import Testing

@testable import Example
@testable import SwiftUIAdapter

@MainActor @Suite("The view of SwiftUI, driven through the stub", .serialized)
struct AdapterTests {
  private typealias Graph = ForceDirectedGraph<String, GraphMarks<String>>

  /// Three nodes at rest, 100 units apart, seen at scale 1 in a view of 400 by 300: a left, b in the
  /// middle, c right.
  private func graph(
    _ states: ForceDirectedGraphState = ForceDirectedGraphState(initialIsRunning: false),
    color: RGBColor = .red, hasExtra: Bool = false
  ) -> Graph {
    ForceDirectedGraph(states: states) {
      GraphMarks(Marks(color: color, hasExtra: hasExtra))
    } force: {
      .link(length: 100)
    } emittingNewNodesWithStates: { id in
      let x: [String: Double] = ["a": -170, "b": 0, "c": 170, "d": 0]
      return KineticState(position: [x[id] ?? 0, id == "d" ? 80 : 0])
    }
  }

  private struct Marks: GraphContent {
    let color: RGBColor
    let hasExtra: Bool
    var body: some GraphContent<String> {
      NodeMark(id: "a").symbolSize(radius: 10).foregroundStyle(color).annotation("A")
      NodeMark(id: "b").symbolSize(radius: 10).annotation("B")
      NodeMark(id: "c").symbolSize(radius: 10).symbol(.square)
      LinkMark(from: "a", to: "b").linkShape(.arrow)
      LinkMark(from: "b", to: "c").stroke(.gray, LinkStroke(lineWidth: 2, dash: [1]))
      if hasExtra { NodeMark(id: "d").annotation("D") }
    }
  }

  private func screen(
    _ graph: Graph, selection: Binding<Set<String>>? = nil
  ) async throws -> Screen {
    let screen = Screen(ForceDirectedGraphView(graph, selection: selection))
    try await screen.wait("the graph to be drawn and followed") {
      screen.discs().count == 2
        && screen.all(GraphCanvas<String>.self).first?.shown.hand != nil
    }
    return screen
  }

  private static func isNear(_ rect: CGRect?, _ x: Double, _ y: Double) -> Bool {
    guard let rect else { return false }
    return abs(rect.midX - x) < 0.01 && abs(rect.midY - y) < 0.01
  }

  @Test("what is drawn for marks: links below, discs, shapes, labels")
  func drawing() async throws {
    let screen = try await screen(graph())
    let calls = screen.draw()
    var strokes: [SwiftUI.StrokeStyle] = []
    var polygons = 0
    for call in calls {
      switch call {
      case .stroke(let path, _, let style) where !path.stubParts.isEmpty: strokes.append(style)
      case .fill(let path, _) where path.stubParts.contains(.close): polygons += 1
      default: break
      }
    }
    #expect(Set(strokes.map(\.lineWidth)) == [1, 2])
    #expect(Set(strokes.map(\.dash)) == [[], [5.5, 3.5]])
    // The arrow head; and the square, which has the colour of the theme as b has.
    #expect(polygons == 2)
    let discs = screen.discs()
    #expect(
      discs.contains { Self.isNear($0, 30, 150) } && discs.contains { Self.isNear($0, 200, 150) })
    #expect(discs.allSatisfy { $0.width == 20 })
    #expect(screen.texts() == ["A", "B"])
    let colors = calls.compactMap { call -> [Double]? in
      if case .fill(_, let color) = call { color.stubParts } else { nil }
    }
    #expect(colors.contains(Color(RGBColor.red).stubParts))
    guard case .stroke? = calls.first, case .text? = calls.last else {
      Issue.record("links are not first, or labels not last")
      return
    }
    await screen.close()
  }

  @Test("dark and light have their own colours")
  func themes() async throws {
    defer { stubEnvironment = EnvironmentValues() }
    var seen: Set<[Double]> = []
    for scheme in ColorScheme.allCases {
      stubEnvironment.colorScheme = scheme
      let screen = try await screen(graph())
      for case .fill(let path, let color) in screen.draw() where path.stubParts.count > 4 {
        seen.insert(color.stubParts)
      }
      await screen.close()
    }
    #expect(seen.count == 2)
  }

  @Test("a drag on a node moves it, and lets it go; one beside it moves the picture")
  func drags() async throws {
    let screen = try await screen(graph())
    // Taken beside its middle, it does not jump there.
    screen.send(
      DragGesture.Value(stubFrom: CGPoint(x: 205, y: 152), to: CGPoint(x: 225, y: 100)),
      ends: false)
    #expect(screen.discs().contains { Self.isNear($0, 220, 98) })
    #expect(screen.discs().contains { Self.isNear($0, 30, 150) })
    screen.send(
      DragGesture.Value(stubFrom: CGPoint(x: 205, y: 152), to: CGPoint(x: 245, y: 100)))
    // The simulation rests: the node stays where it was put.
    try await screen.wait("the node to be there") {
      screen.discs().contains { Self.isNear($0, 240, 98) }
    }
    screen.send(DragGesture.Value(stubFrom: CGPoint(x: 100, y: 20), to: CGPoint(x: 110, y: 25)))
    #expect(screen.discs().contains { Self.isNear($0, 40, 155) })
    #expect(screen.discs().contains { Self.isNear($0, 250, 103) })
    await screen.close()
  }

  @Test("a magnification leaves what is between the fingers where it is, and ends a drag")
  func magnification() async throws {
    let screen = try await screen(graph())
    screen.send(
      DragGesture.Value(stubFrom: CGPoint(x: 200, y: 150), to: CGPoint(x: 200, y: 100)),
      ends: false)
    let middle = CGPoint(x: 30, y: 150)
    screen.send(MagnifyGesture.Value(stubMagnification: 1.5, at: middle), ends: false)
    screen.send(MagnifyGesture.Value(stubMagnification: 4, at: middle), ends: false)
    // Sizes grow by the root of it.
    let left = screen.discs().first { Self.isNear($0, 30, 150) }
    #expect(left?.width == 40)
    // The first finger does nothing meanwhile.
    screen.send(
      DragGesture.Value(stubFrom: CGPoint(x: 200, y: 150), to: CGPoint(x: 100, y: 100)),
      ends: false)
    #expect(screen.discs().contains { Self.isNear($0, 30, 150) })
    screen.send(MagnifyGesture.Value(stubMagnification: 4, at: middle))
    // A second one goes on from there.
    screen.send(MagnifyGesture.Value(stubMagnification: 0.25, at: middle))
    #expect(screen.discs().contains { Self.isNear($0, 30, 150) && $0.width == 20 })
    await screen.close()
  }

  @Test("a tap selects; a second one pins; two beside all nodes show all of the graph")
  func taps() async throws {
    let chosen = State(initialValue: Set<String>())
    let screen = try await screen(graph(), selection: chosen.projectedValue)
    screen.tap(CGPoint(x: 33, y: 150))
    #expect(chosen.wrappedValue == ["a"])
    func rings(_ width: CGFloat) -> Int {
      screen.draw().count { call in
        if case .stroke(let path, _, let style) = call {
          style.lineWidth == width && !path.stubParts.isEmpty
        } else {
          false
        }
      }
    }
    #expect(rings(3) == 1 && rings(1.5) == 0)
    screen.tap(CGPoint(x: 33, y: 150))
    try await screen.wait("the ring of the pin") { rings(1.5) == 1 }
    screen.send(DragGesture.Value(stubFrom: CGPoint(x: 100, y: 20), to: CGPoint(x: 110, y: 25)))
    screen.tap(CGPoint(x: 100, y: 20))
    #expect(chosen.wrappedValue.isEmpty)
    screen.tap(CGPoint(x: 100, y: 20))
    #expect(screen.discs().contains { Self.isNear($0, 30, 150) })
    await screen.close()
  }

  @Test("a screen reader finds the graph and its nodes, and can select them")
  func accessibility() async throws {
    let chosen = State(initialValue: Set(["b"]))
    let screen = try await screen(graph(), selection: chosen.projectedValue)
    var names: [String] = []
    for case .label(let text) in screen.facts { names.append(text.stubText) }
    #expect(names == ["Graph"])
    for case .accessibilityChildren(let children) in screen.facts {
      let list = Screen(AnyChildren(children))
      #expect(list.all(Text.self).map(\.stubText) == ["A", "B", "c"])
      var selected: [Bool] = []
      for case .traits(let traits) in list.facts { selected.append(traits.contains(.isSelected)) }
      #expect(selected == [false, true, false])
      for case .action(let act) in list.facts { act() }
    }
    #expect(chosen.wrappedValue == ["c"])
    await screen.close()
  }

  private struct AnyChildren: StubView {
    let stubChildren: [any View]
    init(_ view: any View) { stubChildren = [view] }
  }

  @Test("it moves while it runs, and rests when it is paused or not on the screen")
  func running() async throws {
    let states = ForceDirectedGraphState()
    let screen = try await screen(graph(states))
    func isPaused() -> Bool? {
      screen.all(TimelineView<AnimationTimelineSchedule, Canvas<EmptyView>>.self).first?
        .stubSchedule.stubIsPaused
    }
    try await screen.wait("movement") { isPaused() == false && states.tick > 5 }
    states.isRunning = false
    try await screen.wait("a pause") { isPaused() == true }
    states.isRunning = true
    try await screen.wait("movement") { isPaused() == false }
    await screen.close()
    let tick = states.tick
    try await Task.sleep(for: .milliseconds(50))
    #expect(states.tick == tick)
  }

  @Test("with less motion there is no animation, and the graph is shown at rest")
  func reducedMotion() async throws {
    defer { stubEnvironment = EnvironmentValues() }
    stubEnvironment.stubReduceMotion = true
    let states = ForceDirectedGraphState()
    let screen = try await screen(graph(states))
    try await screen.wait("ticks") { states.tick > 0 }
    #expect(
      screen.all(TimelineView<AnimationTimelineSchedule, Canvas<EmptyView>>.self)
        .allSatisfy { $0.stubSchedule.stubIsPaused })
    states.isRunning = false
    await screen.close()
  }

  @Test("another graph is shown by its difference; a wrong one as a sentence")
  func changes() async throws {
    let shown = ShownGraph<String>()
    let size = CGSize(width: 400, height: 300)
    let states = ForceDirectedGraphState(initialIsRunning: false)
    func show(_ graph: Graph) async {
      await shown.show(Result { () throws(GraphViewError) in try graph.snapshot() }, theme: .light)
    }
    await show(graph(states))
    let view = try #require(shown.view)
    try await view.hold("b", at: [0, 50])
    await show(graph(states, color: .blue))
    #expect(shown.view === view)
    #expect(shown.scene?.nodes.first?.color == .blue)
    #expect(shown.placed(in: size)?.places[1] == [0, 50])
    await show(graph(states, hasExtra: true))
    #expect(shown.scene?.ids == ["a", "b", "c", "d"])
    #expect(shown.placed(in: size)?.places[1] == [0, 50])
    await show(ForceDirectedGraph { GraphMarks(LinkMark(from: "x", to: "y")) })
    #expect(shown.failure?.contains("which is no node") == true)
    #expect(shown.scene?.ids.count == 4)
    await show(graph(states))
    #expect(shown.failure == nil && shown.scene?.ids.count == 3)
    await view.close()
  }

  @Test("the example of the documentation is drawn, and its buttons work")
  func example() async throws {
    let screen = Screen(ContentView())
    try await screen.wait("five people") { screen.discs().count == 5 }
    #expect(Set(screen.texts()) == ["Ada", "Allegra", "Charles", "Mary", "Michael"])
    let buttons = screen.all(Button<Text>.self)
    #expect(screen.all(Text.self).map(\.stubText).prefix(2) == ["Pause", "Reheat"])
    buttons.first?.stubAction()
    #expect(screen.all(Text.self).map(\.stubText).first == "Run")
    await screen.close()
  }
}
