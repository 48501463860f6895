import GraphModel
import Testing

@testable import GraphRendering

/// The visual meaning of attributes from files.
struct FileStyleTests {
  private func graph(nodes: [String: [String?]] = [:], edges: [String: [String?]] = [:]) throws
    -> Graph
  {
    let count = nodes.values.first?.count ?? 3
    var graph = try Graph(
      nodeCount: count, edges: (1..<count).map { ($0 - 1, $0) }, isDirected: true)
    for (name, texts) in nodes { graph.nodeAttributes.set(name, .strings(texts)) }
    for (name, texts) in edges { graph.edgeAttributes.set(name, .strings(texts)) }
    return graph
  }

  // MARK: Colours

  @Test(arguments: [
    ("tomato", "#ff6347"), ("Light Blue", "#add8e6"), ("green", "#008000"), ("salmon3", "#cd7054"),
    ("gray40", "#666666"), ("#f80", "#ff8800"), ("0.5 1 1", "#00ffff"),
    ("0.000,0.5,1.0", "#ff8080"),
    ("rgb(255, 0, 50%)", "#ff0080"), ("red:blue", "#ff0000"), ("/x11/green", "#00ff00"),
    ("rebeccapurple", "#663399"), ("#ff000080:#00f", "#ff0000"),
  ])
  func coloursInText(text: String, hex: String) { #expect(RGBColor(text)?.hex == hex) }

  @Test func namesOfX11() {
    #expect(RGBColor("green", names: .x11)?.hex == "#00ff00")
    #expect(RGBColor("gray", names: .x11)?.hex == "#c0c0c0")
    #expect(RGBColor("gray50", names: .x11)?.hex == "#7f7f7f")
    #expect(RGBColor("transparent") == .clear)
    for text in ["", "nosuch", "gray101", "#12", "rgb(1)", "1 2 3", "salmon5", "/blues9/10"] {
      #expect(RGBColor(text) == nil, "\(text)")
    }
  }

  @Test func oneBadColourChangesNothingForOthers() throws {
    let style = FileStyle(try graph(nodes: ["color": ["red", "nosuch", nil, "#00ff00"]]))
    #expect(style.nodeFills.map { $0?.hex } == ["#ff0000", nil, nil, "#00ff00"])
    #expect(style.notDrawn == ["colours such as \"nosuch\" of 1 node"])
    let column = AttributeColumn("color", .strings(["red", "nosuch", nil]))
    let theme = Theme.light
    #expect(
      NodeColoring(in: column)?.colors == [RGBColor(0xFF0000), theme.node, theme.node])
    #expect(NodeColoring(in: AttributeColumn("team", .strings(["red", "blue"]))) == nil)
  }

  @Test func whatGraphvizFills() throws {
    let style = FileStyle(
      try graph(nodes: [
        "style": ["filled", "filled", "bold", "invis"], "color": ["blue", nil, "green", nil],
        "fillcolor": [nil, nil, "red", nil],
      ]))
    #expect(style.dialect == .graphviz)
    #expect(style.nodeFills.map { $0?.hex ?? "" } == ["#0000ff", "#d3d3d3", "#000000", "#000000"])
    #expect(style.nodeOutlines.map { $0.color?.hex } == ["#0000ff", nil, "#00ff00", nil])
    #expect(style.nodeOutlines[2].width == 2)
    #expect(style.nodesAreHidden == [false, false, false, true])
    let discs = try #require(style.discColors())
    #expect(discs.map { $0?.hex } == ["#0000ff", "#d3d3d3", "#00ff00", RGBColor.clear.hex])
  }

  // MARK: Edges

  @Test func looksOfEdges() throws {
    let file = try graph(edges: [
      "style": ["dashed", "invis"], "color": ["red", nil], "penwidth": ["3", nil],
      "label": ["one\ntwo", nil], "headlabel": [nil, "h"], "arrowhead": ["odot", "crowtee"],
      "dir": ["both", "none"],
    ])
    let style = FileStyle(file)
    #expect(style.edgeDashes == [.dashed, .solid] && style.edgeWidths == [3, nil])
    #expect(style.edgesAreHidden == [false, true])
    #expect(style.edgeHeads == [.openDot, Drawing.Arrow.none])
    #expect(style.edgeTails == [.normal, nil])
    #expect(style.edgeLabels.map(\.edge) == [0, 1])
    #expect(style.edgeLabels[0].text.lines.count == 2)
    #expect(style.edgeLabels[1].place == .target)
    #expect(style.notDrawn == ["all but the first of several arrows of 1 edge"])
    var drawing = Drawing(
      positions: [[0, 0], [1, 0], [2, 0]], edges: [.init(0, 1), .init(1, 2)])
    style.dressEdges(of: &drawing)
    #expect(drawing.edges[0].color?.hex == "#ff0000" && drawing.edges[0].dash == .dashed)
    #expect(drawing.edges[1].color == .clear)
    // The label of an edge that is not seen is not seen.
    #expect(drawing.edgeLabels.map(\.edge) == [0])
  }

  @Test(arguments: [
    ("normal", Drawing.Arrow.normal, true), ("obox", .openBox, true),
    ("invempty", .openInverted, true),
    ("lcrow", .crow, false), ("teeodot", .tee, false), ("white_delta", .open, true),
  ])
  func arrows(name: String, arrow: Drawing.Arrow, isAlone: Bool) throws {
    let found = try #require(Drawing.Arrow.named(name))
    #expect(found.arrow == arrow && found.isAlone == isAlone)
    #expect(Drawing.Arrow.named("nosuch") == nil && Drawing.Arrow.named("boxnosuch") == nil)
  }

  // MARK: Names and cells

  @Test func namesByOneRule() throws {
    var file = try graph(nodes: ["label": ["A", nil, ""], "Name": [nil, "B", "C"]])
    #expect(file.nodeNames == ["A", "B", ""])
    file.nodeAttributes["Name"] = nil
    #expect(file.nodeNames == ["A", "1", ""])
    file.nodeAttributes["label"] = nil
    #expect(file.nodeNames == ["0", "1", "2"])
    #expect(try Graph(nodeCount: 101, edges: []).nodeNames.isEmpty)
  }

  @Test func recordsAsCells() throws {
    let cell = try #require(Drawing.Cell(record: "<f0> left|{a\\|b|<p> c  d}| "))
    guard case .row(let fields) = cell.content, fields.count == 3,
      case .column(let inner) = fields[1].content
    else {
      Issue.record("another form: \(cell)")
      return
    }
    #expect(fields[0].port == "f0" && inner[1].port == "p")
    #expect(cell.texts == ["left", "a|b", "c d"])
    for text in ["{a", "a}", "<f a", String(repeating: "{", count: 1000)] {
      #expect(Drawing.Cell(record: text) == nil, "\(text.prefix(9))")
    }
    var file = try graph(nodes: ["shape": ["record", "box"], "label": ["a|b", "a|b"]])
    #expect(FileStyle(file).nodeNames == ["a | b", "a|b"])
    file.attributes["rankdir"] = "LR"
    guard case .column? = FileStyle(file).nodeCells[0]?.content else {
      Issue.record("not turned")
      return
    }
  }

  @Test func linesOfRecords() throws {
    let cell = try #require(Drawing.Cell(record: "{Class\\l| + a: Int\\l  + b\\l|run()\\r|x\ny}"))
    guard case .row(let outer) = cell.content, case .column(let fields) = outer[0].content else {
      Issue.record("another form: \(cell)")
      return
    }
    let lines = fields.map { field -> [Drawing.Text.Line] in
      if case .text(let text) = field.content { text.lines } else { [] }
    }
    #expect(lines[0] == [.init("Class", alignment: .left)])
    #expect(lines[1] == [.init("+ a: Int", alignment: .left), .init("+ b", alignment: .left)])
    #expect(lines[2] == [.init("run()", alignment: .right)])
    #expect(lines[3] == [.init("x"), .init("y")])
    #expect(cell.texts == ["Class", "+ a: Int + b", "run()", "x y"])
  }

  /// What dot 2.43 fills these with.
  @Test func schemesOfColorBrewer() throws {
    #expect(RGBColor("/blues5/3")?.hex == "#6baed6" && RGBColor("/rdbu5/1")?.hex == "#ca0020")
    #expect(RGBColor("/set13/3")?.hex == "#4daf4a" && RGBColor("/set312/12")?.hex == "#ffed6f")
    for wrong in ["/blues5/6", "/blues5/0", "/blues2/1", "/blues10/1", "/blues5/x", "/none5/1"] {
      #expect(RGBColor(wrong) == nil, "\(wrong)")
    }
    var file = try graph(nodes: [
      "style": ["filled", "filled", "filled", "wedged"],
      "colorscheme": ["blues5", nil, "svg", "blues5"],
      "fillcolor": ["3", "3", "green", "1:5"], "color": ["5", "red", "/x11/green", "2"],
    ])
    file.dialect = .graphviz
    let style = FileStyle(file)
    #expect(style.nodeFills.map { $0?.hex } == ["#6baed6", "#ff0000", "#008000", "#eff3ff"])
    #expect(
      style.nodeOutlines.map { $0.color?.hex } == ["#08519c", "#ff0000", "#00ff00", "#bdd7e7"])
    #expect(style.nodeFillParts[3]?.map(\.color.hex) == ["#eff3ff", "#08519c"])
    file.nodeAttributes["colorscheme"] = nil
    file.nodeAttributes["fillcolor"] = nil
    file.nodeAttributes.set("fillcolor", .integers([3, 4, 5, 1]))
    #expect(FileStyle(file).notDrawn.contains { $0.hasPrefix("colours such as") })
    file.nodeAttributes.set("colorscheme", .strings(["blues5", "blues5", "blues5", "blues5"]))
    #expect(FileStyle(file).nodeFills[1]?.hex == "#3182bd")
  }

  @Test func schemesOfClustersAndGraphs() throws {
    var file = try graph()
    file.dialect = .graphviz
    (file.attributes["colorscheme"], file.attributes["bgcolor"]) = (.string("blues5"), .integer(1))
    let style = FileStyle(file)
    #expect(style.background?.hex == "#eff3ff")
    var group = NodeGroup("cluster", nodes: [0])
    for (name, value) in [
      ("colorscheme", AttributeValue.string("rdbu5")), ("color", .integer(1)),
      ("style", .string("filled")), ("fillcolor", .string("2:5")), ("fontcolor", .integer(5)),
    ] {
      group.attributes[name] = value
    }
    let box = style.box(around: group, at: .box)
    #expect(box.stroke?.hex == "#ca0020" && box.fill?.hex == "#f4a582")
    #expect(box.textColor?.hex == "#0571b0" && box.gradient != nil)
  }

  @Test func cellsOverSeveralRowsAndColumns() throws {
    let cell = try #require(
      Drawing.Cell(
        markup: """
          <<TABLE CELLSPACING="3" CELLPADDING="4"><TR><TD COLSPAN="2">a</TD>
          <TD ROWSPAN="2" VALIGN="bottom" ALIGN="right" BORDER="2" COLOR="red">b</TD></TR>
          <TR><TD>c</TD><TD>d</TD></TR><TR><TD>e</TD><TD COLSPAN="2">f</TD></TR></TABLE>>
          """))
    guard case .table(let table) = cell.content else { return }
    #expect(
      table.entries.map { [$0.row, $0.column, $0.rowCount, $0.columnCount] } == [
        [0, 0, 1, 2], [0, 2, 2, 1], [1, 0, 1, 1], [1, 1, 1, 1], [2, 0, 1, 1], [2, 1, 1, 2],
      ])
    let corner = table.entries[1]
    #expect(corner.alignment == .right && corner.verticalAlignment == .bottom)
    #expect(corner.border.width == 2 && corner.border.color?.hex == "#ff0000")
    #expect(table.spacing == 3 && table.entries.allSatisfy { $0.padding == 4 })
    // Cells touch neither each other nor the border, and spanning ones are as wide as those below.
    let layout = TableLayout(table, contents: table.entries.map { _ in [10, 8] })
    let boxes = layout.boxes(in: Rectangle(minimum: .zero, maximum: layout.size)).map(\.box)
    for (index, box) in boxes.enumerated() {
      #expect(box.minimum.x >= 4 - 1e-9 && box.maximum.x <= layout.size.x - 4 + 1e-9)
      for other in boxes[..<index] { #expect(!box.inset(by: -1.4).overlaps(other)) }
    }
    #expect(boxes[0].maximum.x == boxes[3].maximum.x && boxes[5].maximum.x == boxes[1].maximum.x)
    #expect(boxes[1].maximum.y == boxes[2].maximum.y)
  }

  @Test func stylesOfText() throws {
    let cell = try #require(
      Drawing.Cell(
        markup: "<one <B>two <I>three</I></B><FONT COLOR=\"red\" POINT-SIZE=\"20\">\n four</FONT>"
          + "<BR ALIGN=\"left\"/>five>"))
    guard case .text(let text) = cell.content else { return }
    let runs = text.lines[0].runs
    #expect(runs.map(\.text) == ["one", " two", " three", " four"])
    #expect(runs.map(\.style.isBold) == [false, true, true, false])
    #expect(runs.map(\.style.isItalic) == [false, false, true, false])
    #expect(runs[3].style.size == 20 && runs[3].style.color?.hex == "#ff0000")
    #expect(text.lines[0].alignment == .left && text.lines[1].runs.isEmpty)
    var drawing = Drawing(positions: [[0, 0]], edges: [])
    drawing.figures = [Drawing.Figure(cell)]
    let svg = try Picture(of: drawing).svg()
    #expect(svg.contains("<tspan font-weight=\"bold\" font-style=\"italic\"> three</tspan>"))
    #expect(svg.contains("<tspan font-size=\"20\" fill=\"#ff0000\"> four</tspan>"))
  }

  @Test func gradients() throws {
    var drawing = Drawing(positions: [[0, 0], [200, 0]], edges: [])
    var figure = Drawing.Figure("a", shape: .box)
    let (red, blue) = (RGBColor(0xFF0000), RGBColor(0x0000FF))
    figure.gradient = .init(from: red, to: blue, angle: 90)
    var round = Drawing.Figure("b", shape: .ellipse)
    round.gradient = .init(from: red, to: blue, isRadial: true)
    drawing.figures = [figure, round]
    let picture = try Picture(of: drawing)
    let svg = picture.svg()
    #expect(svg.contains("<linearGradient id=\"gradient-0\"") && svg.contains("url(#gradient-0)"))
    #expect(svg.contains("<radialGradient id=\"gradient-1\"") && svg.contains("url(#gradient-1)"))
    // At 90 degrees the first colour is below.
    let shape = try #require(picture.list.layers[0].figures[0].shapes.first)
    let line = try #require(GradientLine(figure.gradient ?? .init([]), shape.path))
    #expect(line.start.y > line.end.y && abs(line.start.x - line.end.x) < 1e-9)
    figure.gradient?.stops[0].place = 2
    drawing.figures[0] = figure
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
  }

  @Test func markupAsCells() throws {
    let table = try #require(
      Drawing.Cell(
        markup: """
          <<TABLE BORDER="0" CELLBORDER="1"><TR><TD BGCOLOR="yellow" PORT="p">one<BR/>two</TD>
          <TD>a &lt; &#228;</TD></TR><TR><TD><B>three</B></TD></TR></TABLE>>
          """))
    #expect(table.texts == ["one two", "a < ä", "three"])
    guard case .table(let cells) = table.content else {
      Issue.record("another form: \(table)")
      return
    }
    #expect(cells.border.width == 0 && cells.entries.map(\.border.width) == [1, 1, 1])
    #expect(cells.entries.map { [$0.row, $0.column] } == [[0, 0], [0, 1], [1, 0]])
    #expect(cells.entries[0].cell.fill?.hex == "#ffff00" && cells.entries[0].cell.port == "p")
    guard case .text(let text) = cells.entries[2].cell.content else { return }
    #expect(text.lines[0].runs.map(\.style.isBold) == [true])
    #expect(Drawing.Cell(markup: "<long\n line<BR/>2>")?.texts == ["long line 2"])
    for text in ["a", "<<TABLE><TR>>", "<<TABLE><TD>a</TD></TABLE>>"] {
      #expect(Drawing.Cell(markup: text) == nil, "\(text)")
    }
  }

  // MARK: Shapes

  @Test func shapesAndSizes() throws {
    let style = FileStyle(
      try graph(nodes: [
        "shape": ["doublecircle", "polygon", "point", "hexagone"], "sides": [nil, "5", nil, nil],
        "width": ["1", nil, nil, nil], "peripheries": [nil, "2", nil, nil],
        "fixedsize": ["true", nil, nil, nil],
      ]))
    let first = style.figure(of: 0)
    #expect(first.shape == .circle && first.outlineCount == 2 && first.hasFixedSize)
    #expect(first.leastSize == [72, 36])
    let second = style.figure(of: 1)
    #expect(second.shape == .pentagon && second.outlineCount == 2)
    #expect(style.figure(of: 2).hasFixedSize && style.figure(of: 2).leastSize == [3.6, 3.6])
    #expect(style.notDrawn == ["shapes such as \"hexagone\" of 1 node"])
  }
}
