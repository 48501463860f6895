import GraphModel
import Synchronization
import Testing

@testable import GraphView

@Suite("The page and its optional parts")
struct PageTests {
  /// Texts that only one part has.
  private static let signs: [(part: GraphViewPage.Parts, sign: String)] = [
    (.steps, #""aria-valuetext""#), (.space, ".008"), (.edits, "dialog.help.ask"),
    (.canvas, "Canvas 2D"), (.german, "Einstellungen"),
    (.attributes, #"".values""#), (.groups, ".slice(-2)"),
    (.supernodes, #"("open","#), (.shapes, "1.35*r"), (.curves, "-1.5708"),
  ]

  private func page(_ parts: GraphViewPage.Parts) -> [UInt8] {
    GraphViewPage.html(
      title: "Les Misérables", nonce: "kX3dVq8_0aLm-2RtYc7BnA", host: "127.0.0.1:43127",
      parts: parts)
  }

  private func expect(_ text: String, has parts: GraphViewPage.Parts) {
    for (part, sign) in Self.signs {
      #expect(text.contains(sign) == parts.contains(part), "\(sign) \(parts)")
    }
    #expect(!text.contains("{{"))
  }

  @Test("an ordinary page takes at most 35,000 bytes, deflated; one for any view 41,500")
  func weight() throws {
    for (parts, limit) in [([], 35_000), (GraphViewPage.Parts.all, 41_500)] {
      let bytes = page(parts)
      let deflated = try GraphViewPage.deflated(bytes)
      #expect(bytes.count < 120_000 && deflated.count <= limit, "\(bytes.count) \(deflated.count)")
    }
  }

  @Test("a page has the parts it is asked to have", arguments: 0..<1024)
  func parts(_ bits: Int) {
    let parts = GraphViewPage.Parts(rawValue: bits)
    expect(String(decoding: page(parts), as: UTF8.self), has: parts)
  }

  @Test("views need what they can show: steps, space, edits")
  func views() async throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    let steps = try graph.topology.breadthFirstSteps(from: 0)
    #expect(try await GraphView(graph).session.pageParts == [])
    let stepped = try await GraphView(graph, steps: steps).session
    #expect(await stepped.pageParts == .steps)
    var options = GraphViewOptions()
    options.allowsEditing = true
    #expect(try await GraphView(graph, options: options).session.pageParts == [.edits, .curves])
    let space = try await GraphSpaceView(graph, options: options, steps: steps).session
    #expect(await space.pageParts == [.steps, .space, .edits, .curves])
    var described = graph
    described.nodeAttributes.set("weight", .integers([1, 2, 3]))
    #expect(try await GraphView(described).session.pageParts == .attributes)
    // What is declared, or filled later, may have attributes then.
    #expect(try await GraphView(Graph(nodeCount: 0, edges: [])).session.pageParts == .attributes)
    // Steps of another graph go; nothing comes.
    try await stepped.update(GraphSnapshot(Graph(nodeCount: 2, edges: [(0, 1)])))
    #expect(await stepped.pageParts == [])
  }

  @Test("pages draw other than discs and lines where a graph has it, or a change brings it")
  func drawing() async throws {
    let plain = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    let view = try await GraphView(plain).session
    #expect(await view.pageParts.drawing == nil)
    let directed = try Graph(nodeCount: 2, edges: [(0, 1)], isDirected: true)
    #expect(try await GraphView(directed).session.pageParts == .curves)
    for edges in [[(0, 0)], [(0, 1), (0, 1)]] {
      let graph = try Graph(nodeCount: 2, edges: edges)
      #expect(try await GraphView(graph).session.pageParts == .curves)
    }
    // Viewers hear of it, and ask for the page anew.
    let messages = Mutex<[String]>([])
    let viewer = await view.attach { output in
      if case .text(let text) = output { messages.withLock { $0.append(text) } }
    }
    try await view.update(GraphSnapshot(directed))
    #expect(await view.pageParts.drawing == ["curves"])
    #expect(messages.withLock { $0 }.contains { $0.contains(#""parts":["curves"]"#) })
    if let viewer { await view.detach(viewer) }
  }

  @Test("a browser asks for what it needs in the query of its request")
  func asked() {
    typealias Parts = GraphViewPage.Parts
    for target in ["/t/", "/t/?", "/t/?test=1", "/t/?needs=", "/t/?xneeds=canvas", "/needs=canvas"]
    {
      #expect(Parts.asked(by: target) == [], "\(target)")
    }
    #expect(Parts.asked(by: "/t/?needs=shapes&needs=curves") == [.shapes, .curves])
    for target in ["/t/?needs=canvas", "/t/?test=1&needs=canvas"] {
      #expect(Parts.asked(by: target) == .canvas, "\(target)")
    }
    for languages in ["de", "de-AT,de;q=0.9,en;q=0.8", "DE"] {
      #expect(Parts.asked(by: "/t/", languages: languages) == .german, "\(languages)")
      #expect(Parts.asked(by: "/t/?lang=en", languages: languages) == [], "\(languages)")
    }
    for languages in ["", "en,de;q=0.9", "del", "*"] {
      #expect(Parts.asked(by: "/t/", languages: languages) == [], "\(languages)")
      #expect(
        Parts.asked(by: "/t/?lang=de&needs=canvas", languages: languages) == [.german, .canvas])
    }
  }

  @Test("files have the parts that their graph needs, and those of any browser")
  func files() async throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    graph.positions = .plane([[0, 0], [1, 1]])
    let plane = GraphSnapshot(graph)
    expect(String(decoding: try await plane.html(), as: UTF8.self), has: [.canvas, .german])
    var weighted = graph
    weighted.weights = [2]
    expect(
      String(decoding: try await GraphSnapshot(weighted).html(), as: UTF8.self),
      has: [.attributes, .canvas, .german])
    let steps = try graph.topology.breadthFirstSteps(from: 0)
    expect(
      String(decoding: try await plane.html(steps: steps), as: UTF8.self),
      has: [.steps, .canvas, .german])
    var options = GraphViewOptions()
    options.allowsEditing = true
    let space = try await plane.html(positions: .space([[0, 0, 0], [1, 1, 1]]), options: options)
    expect(String(decoding: space, as: UTF8.self), has: [.space, .canvas, .german])
  }
}
