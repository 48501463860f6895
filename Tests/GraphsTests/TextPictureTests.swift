@_spi(Interfaces) import Graphs
import Testing

/// Nodes with text, from a Graphviz file to the picture.
struct TextPictureTests {
  private static let tasks = """
    digraph tasks {
      rankdir=LR;
      node [shape=box];
      subgraph cluster_home { label="At home"; wake -> eat; }
      start [shape=circle, label="go"];
      start -> wake [label="in the morning"];
      eat -> work -> {pause stop};
      pause -> work [style=dashed, dir=both];
      stop -> stop;
      table [shape=record, label="<in> left|{upper|<out> lower}"];
      work -> table:in;
      table:out:s -> stop;
      { rank=same; pause; stop }
    }
    """

  private func read(_ text: String) throws -> Graph {
    try GraphReader(format: .dot).read(Array(text.utf8)).graph
  }

  private static let style = GraphStyle()

  @Test func directedFilesOfGraphvizGetLayersWithText() throws {
    let graph = try read(Self.tasks)
    let drawn = try graph.layout(for: Self.style)
    #expect(drawn.result.method == .layered)
    #expect(drawn.hasRoomForText)
    let picture = try drawn.picture(Self.style)
    let svg = picture.svg()
    for text in ["wake", "eat", "work", "pause", "stop", "go", "left", "upper", "lower"] {
      #expect(svg.contains(">\(text)</text>"), "\(text)")
    }
    #expect(svg.contains(">in the morning</text>"))
    #expect(svg.contains(">At home</text>"))
    #expect(svg.contains("stroke-dasharray"))
    #expect(picture.report.nodesDrawn == graph.nodeCount)
    #expect(picture.report.edgesDrawn == graph.edgeCount)
    // Edges lead to the right.
    let x = picture.nodeCenters.map(\.x)
    func place(_ id: String) throws -> Double { x[try #require(graph.nodeIDs.index(of: id))] }
    #expect(try place("wake") < place("eat"))
    #expect(try place("start") < place("wake"))
    #expect(try abs(place("pause") - place("stop")) < 1)
  }

  /// `label` and `bgcolor` of the graph are drawn, unless the style has a title or a theme of its own.
  @Test func titlesAndBackgroundsOfFiles() throws {
    let graph = try read(
      "digraph { label=\"\\n\\nTwo words\\nof mine\"; bgcolor=\"#808080\"; a -> b }")
    let result = try graph.layout(for: Self.style)
    let svg = try result.picture(Self.style).svg()
    #expect(svg.contains(">Two words</text>") && svg.contains(">of mine</text>"))
    #expect(svg.contains("fill=\"#808080\""))
    // The title has room of its own: nothing of the graph is smaller for it.
    var bare = graph
    bare.attributes["label"] = nil
    let plain = try bare.layout(for: Self.style).picture(Self.style)
    let (first, second) = (try result.picture(Self.style).nodeCenters, plain.nodeCenters)
    let lengths = [first, second].map { ($0[0] - $0[1]).y }
    #expect(abs(lengths[0] - lengths[1]) < 0.02 * abs(lengths[1]))
    var style = Self.style
    (style.title, style.theme) = ("Mine", .dark)
    let other = try result.picture(style).svg()
    #expect(other.contains(">Mine</text>") && !other.contains(">Two words</text>"))
    #expect(!other.contains("fill=\"#808080\""))
    style.title = ""
    let bareOfTitle = try result.picture(style).svg()
    #expect(
      bareOfTitle.contains("<title>Graph</title>") && !bareOfTitle.contains(">Two words</text>"))
    // On black, what has no colour of its own is light.
    let night = try read("digraph { bgcolor=black; a -> b }")
    let dark = try night.layout(for: Self.style).picture(Self.style).svg()
    #expect(dark.contains("fill=\"#000000\"") && dark.contains(Theme.dark.text.hex))
  }

  /// One point of the layout is one of the picture, so that boxes are as far apart as the layout says.
  @Test func picturesHaveTheirOwnSize() throws {
    let result = try read("digraph { a -> b; a -> c }").layout(for: Self.style)
    let picture = try result.picture(Self.style)
    let positions = try #require(result.graph.positions?.inPlane)
    let steps = (positions[1] - positions[2], picture.nodeCenters[1] - picture.nodeCenters[2])
    #expect(abs(abs(steps.0.x) - abs(steps.1.x)) < 1)
    #expect(picture.width < 250 && picture.height < 200)
    var wide = Self.style
    wide.width = 2 * picture.width
    let large = try result.picture(wide)
    #expect(abs(large.height - 2 * picture.height) < 3)
  }

  @Test func distancesOfTheFileAreKept() throws {
    func height(_ attributes: String) throws -> Double {
      let graph = try read("digraph { \(attributes) a -> b; a -> c }")
      return try graph.layout(for: Self.style).picture(Self.style).height
    }
    #expect(try abs(height("ranksep=\"2 equally\"") - height("ranksep=1") - 72) < 1.5)
    #expect(try height("ranksep=x") == height(""))
  }

  /// How titles are written; what is written on a dark ground is light.
  @Test func titlesLookAsTheFileSays() throws {
    func picture(_ attributes: String) throws -> Picture {
      let graph = try read(
        "digraph { \(attributes); label=heading; p [shape=plain]; p -> q [label=x] }")
      return try graph.layout(for: Self.style).picture(Self.style)
    }
    let graph = try read(
      "graph { labelloc=b; labeljust=r; fontsize=30; fontcolor=red; fontname=\"Times\"; label=t; a }"
    )
    let file = FileStyle(graph)
    var look = Picture.TitleLook()
    (look.size, look.color, look.alignment, look.isBelow) = (30, RGBColor("red"), .right, true)
    #expect(file.titleLook == look && file.notDrawn == ["the font of the graph"])
    func line(_ text: String, _ picture: Picture) throws -> String {
      String(
        try #require(picture.svg().split(separator: "\n").first { $0.contains(">\(text)</text>") }))
    }
    #expect(try line("heading", picture("fontcolor=red; fontsize=30")).contains("fill=\"#ff0000\""))
    #expect(try line("heading", picture("fontcolor=red; fontsize=30")).contains("font-size=\"30\""))
    #expect(try line("heading", picture("labeljust=c")).contains("text-anchor=\"middle\""))
    let light = "fill=\"\(Theme.dark.text.hex)\""
    for text in ["heading", "p"] {
      #expect(try line(text, picture("bgcolor=darkgreen")).contains(light), "\(text)")
      #expect(try !line(text, picture("bgcolor=palegreen")).contains(light), "\(text)")
    }
  }

  @Test func titlesOfClusters() throws {
    let graph = try read(
      """
      digraph { subgraph cluster_a { label=a; x } fontsize=20
        subgraph cluster_b { label=b; labelloc=b; labeljust=l; fontname=Times; y } x -> y }
      """)
    let drawn = try graph.layout(for: Self.style)
    let boxes = try #require(drawn.result.routes).groups.compactMap { $0 }
    guard case .plane(let places)? = drawn.graph.positions else {
      Issue.record("no positions")
      return
    }
    // The title is below its node, and in the other cluster above.
    #expect(places[1].y - boxes[1].low.y > boxes[1].high.y - places[1].y + 10)
    #expect(places[0].y - boxes[0].low.y + 10 < boxes[0].high.y - places[0].y)
    let picture = try drawn.picture(Self.style)
    let svg = picture.svg()
    #expect(svg.contains(">a</text>") && svg.contains(">b</text>"))
    let line = try #require(svg.split(separator: "\n").first { $0.contains(">b</text>") })
    #expect(line.contains("font-size=\"20\"") && !line.contains("text-anchor"))
    let style = FileStyle(graph)
    #expect(style.notDrawn == ["the font of 1 cluster"])
  }

  @Test func wedgesAndStripes() throws {
    let graph = try read(
      """
      graph { w [style=wedged, fillcolor="red:blue"] s [style="striped", color="red;0.75:blue"]
        g [style=filled, fillcolor="red:blue"] }
      """)
    let style = FileStyle(graph)
    let (red, blue) = try (#require(RGBColor("red")), #require(RGBColor("blue")))
    #expect(
      style.nodeFillParts == [
        0: [.init(red, share: 0.5), .init(blue, share: 0.5)],
        1: [.init(red, share: 0.75), .init(blue, share: 0.25)],
      ])
    #expect(style.notDrawn == [])
    #expect(style.figure(of: 0).fillParts.count == 2 && style.figure(of: 2).fillParts.isEmpty)
    #expect(style.nodeGradients == [2: .init(from: red, to: blue)])
  }

  @Test func whatLabelsWithTagsLoseIsNamed() throws {
    let graph = try read(
      """
      digraph { a [label=<<TABLE><TR><TD ROWSPAN="2"><FONT FACE="Courier">x</FONT></TD></TR></TABLE>>]
        b [label=<plain>, color="red:blue"] a -> b [color="red:blue"] }
      """)
    #expect(
      FileStyle(graph).notDrawn == [
        "all but the first of several colours of 1 node", "fonts inside labels of 1 node",
      ])
    var drawing = try Drawing(graph.laidOut())
    FileStyle(graph).dressEdges(of: &drawing)
    let (red, blue) = try (#require(RGBColor("red")), #require(RGBColor("blue")))
    #expect(drawing.edgeColors == [0: .beside([red, blue])])
  }

  /// Of shape none, a table has its own lines, and the node has none.
  @Test func tablesHaveOutlines() throws {
    func lines(_ label: String) throws -> Int {
      let graph = try read("digraph { t [shape=none, label=<\(label)>] }")
      var drawing = Drawing(positions: [[0, 0]], edges: [])
      drawing.figures = [FileStyle(graph).figure(of: 0)]
      let svg = try Picture(of: drawing).svg()
      return svg.split(separator: "stroke-width=\"").count - 1
    }
    let cells = "<TR><TD>a</TD><TD>b</TD></TR></TABLE>"
    #expect(try lines("<TABLE>" + cells) == 3)
    #expect(try lines("<TABLE BORDER=\"0\" CELLBORDER=\"1\">" + cells) == 2)
    #expect(try lines("<TABLE BORDER=\"0\">" + cells) == 0)
    #expect(try lines("<B>text</B>") == 0)
  }

  @Test func idsThatAreNamesHaveLines() throws {
    let graph = try read(
      #"digraph { "two\nlines" -> "C:\\new" [label=x]; "C:\\new" [label="a\\nb"] }"#)
    let names = FileStyle(graph).nodeNames
    #expect(names[0] == "two\nlines")
    #expect(!names[1].contains("\n"))
  }

  @Test func textIsLeftOutOnRequest() throws {
    let graph = try read(Self.tasks)
    var style = Self.style
    style.nodes = .discs
    let drawn = try graph.layout(LayoutRequest(.layered), for: style)
    #expect(!drawn.hasRoomForText)
    // Bends are drawn all the same.
    #expect(drawn.result.routes?.count == graph.edgeCount)
    #expect(try drawn.picture(style).svg().contains("<circle"))
  }

  @Test func undirectedFilesWithShapesHaveTextToo() throws {
    let graph = try read(
      "graph { node [shape=box]; a [label=\"a long name\"]; a -- b -- c -- d -- e -- f -- a; a -- d }"
    )
    let style = Self.style
    let drawn = try graph.layout(for: style)
    #expect(drawn.result.method != .layered)
    let picture = try drawn.picture(style)
    #expect(picture.svg().contains(">a long name</text>"))
    // No two boxes overlap: they are 54 by 36 points at least.
    for (i, a) in picture.nodeCenters.enumerated() {
      for b in picture.nodeCenters[..<i] {
        #expect(abs(a.x - b.x) >= 53 || abs(a.y - b.y) >= 35)
      }
    }
  }

  @Test func othersHaveTextInLayersOnly() throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["first", "second", "third", "fourth"]),
      sources: [0, 0, 1, 2], targets: [1, 2, 3, 3], isDirected: true)
    let style = GraphStyle()
    #expect(try graph.layout(LayoutRequest(.layered), for: style).hasRoomForText)
    let stress = try graph.layout(LayoutRequest(.stress), for: style)
    #expect(!stress.hasRoomForText)
    #expect(try stress.picture(style).svg().contains("<circle"))
    graph.isDirected = false
    #expect(try !graph.layout(for: style).hasRoomForText)
  }

  @Test func groupsByAttribute() throws {
    var graph = try Graph(nodeCount: 5, edges: [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]).laidOut()
    graph.nodeAttributes.set("team", .strings(["reds", "reds", "reds", "blues", "blues"]))
    var style = GraphStyle()
    style.groups = .by(.attribute("team"))
    let svg = try graph.picture(style).svg()
    #expect(svg.contains(">reds</text>") && svg.contains(">blues</text>"))
    style.groups = .by(.component)
    #expect(try graph.picture(style).svg() != graph.picture().svg())
    style.groups = .by(.attribute("none"))
    #expect(throws: GraphError.self) { try graph.picture(style) }
  }
}
