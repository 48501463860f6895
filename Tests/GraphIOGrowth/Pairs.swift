import GraphIO

// Constructs in pairs. A construct that is linear alone may be quadratic beside or inside another.

/// The constructs that a format can contain any number of times in one place.
struct ConstructFamily: Sendable {
  typealias Text = @Sendable (Int) -> String

  var format: GraphFormat
  var begin: String
  var end: String
  /// What has others in it: its beginning and its end.
  var containers: [(open: Text, close: String)] = []
  var items: [Text]
  /// Between two items, of those that stand in containers only; nil for those that can stand alone.
  var separator: String?

  /// Each construct in each container, any number of times.
  var nested: [Construct] {
    containers.flatMap { open, close in
      items.map { item in Construct(format, begin, end) { open($0) + item($0) + close } }
    }
  }

  /// Each two constructs: in turn, or many of the second after as many of the first; in one
  /// container where they cannot stand alone.
  func beside(size: Int) -> [Construct] {
    items.indices.flatMap { first in
      items.indices.flatMap { second -> [Construct] in
        if first == second { return [] }
        let (first, second) = (items[first], items[second])
        if let separator {
          return containers.map { open, close in
            Construct(format, begin, end) {
              open($0) + first($0) + separator + second($0) + close
            }
          }
        }
        return [
          Construct(format, begin, end) { first($0) + second($0) },
          Construct(format, begin, end) { $0 / size % 2 == 0 ? first($0) : second($0) },
        ]
      }
    }
  }
}

extension ConstructFamily {
  static let all = [dot, nodesOfJSON, linksOfJSON, graphviz, graphML, edgesOfGraphML] + more

  private static let dot = ConstructFamily(
    format: .dot, begin: "graph { a; b;", end: "}",
    containers: [
      ({ "subgraph cluster\($0) {" }, "}"), ({ "subgraph s\($0 % 50) {" }, "}"),
      ({ _ in "subgraph {" }, "}"), ({ _ in "{{" }, "}}"), ({ _ in "a -- {" }, "}"),
    ],
    items: [
      { "n\($0);" }, { _ in "a;" }, { _ in "label=a;" }, { _ in "fontsize=9;" },
      { "k\($0 % 50)=1;" }, { "node [k=\($0)];" }, { _ in "edge [k=1];" }, { "a--b [key=\($0)];" },
      { "a--b\($0)--c;" }, { _ in "a [label=\"\\N\"];" }, { "subgraph t\($0) {a}" },
      { _ in "subgraph t {b c}" }, { _ in "{}" }, { _ in "a:p--b:n;" }, { _ in "a, b;" },
      { _ in "# c\n" },
    ])

  private static let nodesOfJSON = ConstructFamily(
    format: .json, begin: "{\"nodes\":[{\"id\":-1}", end: "],\"links\":[]}",
    containers: [({ ",{\"id\":\($0)," }, "}")],
    items: [
      { "\"k\($0 % 50)\":\($0)" }, { _ in "\"pos\":[1,2]" }, { _ in "\"x\":7,\"pos\":[1,2]" },
      { _ in "\"a\":[[1],{}]" }, { _ in "\"label\":\"\\u00e4\"" }, { _ in "\"b\":null" },
    ], separator: ",")

  private static let linksOfJSON = ConstructFamily(
    format: .json, begin: "{\"nodes\":[1],\"links\":[{\"source\":1,\"target\":1}", end: "]}",
    containers: [({ _ in ",{\"source\":1,\"target\":1," }, "}")],
    items: [
      { "\"k\($0 % 50)\":\($0)" }, { _ in "\"id\":\"e\"" },
      { _ in "\"source\":{\"id\":1,\"b\":{}}" },
    ], separator: ",")

  private static let graphviz = ConstructFamily(
    format: .json, begin: "{\"_subgraph_cnt\":1,\"objects\":[{\"name\":\"a\",\"_gvid\":0}",
    end: "]}",
    containers: [
      ({ ",{\"name\":\"cluster\($0)\",\"_gvid\":\($0 + 1)," }, "}"),
      ({ ",{\"name\":\"n\($0)\",\"_gvid\":\($0 + 1)," }, "}"),
    ],
    items: [
      { _ in "\"nodes\":[0]" }, { _ in "\"label\":\"\\\\N\"" }, { _ in "\"pos\":\"1,2\"" },
      { "\"k\":\"\($0)\"" },
    ], separator: ",")

  private static let keys =
    "<graphml><key id=\"k\" attr.name=\"k\" attr.type=\"int\"><default>1</default></key>"
    + "<key id=\"x\" attr.name=\"x\" attr.type=\"int\"/><key id=\"d\"/><graph><node id=\"a\"/>"
  private static let data: [Text] = [
    { "<data key=\"k\">\($0)</data>" }, { _ in "<data key=\"x\">7</data>" },
    { _ in "<data key=\"d\"><Geometry x=\"1\" y=\"2\" width=\"3\" height=\"4\"/></data>" },
    { _ in "<data key=\"d\"><NodeLabel>&#228; </NodeLabel></data>" }, { _ in "<!-- c -->" },
    { _ in "<port/>" }, { "<graph><node id=\"inner\($0)\"/></graph>" },
  ]
  private static let graphML = ConstructFamily(
    format: .graphML, begin: keys, end: "</graph></graphml>",
    containers: [({ "<node id=\"n\($0)\">" }, "</node>")], items: data,
    separator: "")
  private static let edgesOfGraphML = ConstructFamily(
    format: .graphML, begin: keys, end: "</graph></graphml>",
    containers: [({ "<edge id=\"\($0)\" source=\"a\" target=\"b\($0)\">" }, "</edge>")],
    items: Array(data.prefix(2)), separator: "")

  private static let more: [ConstructFamily] = [
    ConstructFamily(
      format: .gexf,
      begin:
        "<gexf><graph><attributes class=\"node\"><attribute id=\"0\" title=\"x\" type=\"long\">"
        + "<default>1</default></attribute></attributes><nodes>",
      end: "</nodes></graph></gexf>",
      containers: [({ "<node id=\"\($0)\" label=\"l\">" }, "</node>")],
      items: [
        { "<attvalues><attvalue for=\"0\" value=\"\($0)\"/></attvalues>" },
        { _ in "<position x=\"1\" y=\"2\"/>" }, { _ in "<color r=\"1\" g=\"2\" b=\"3\"/>" },
        { _ in "<spells><spell start=\"1\"/></spells>" },
        { "<nodes><node id=\"inner\($0)\"/></nodes>" },
      ], separator: ""),
    ConstructFamily(
      format: .gml, begin: "graph [", end: "]",
      containers: [
        ({ "node [ id \($0) " }, " ]\n"), ({ _ in "edge [ source 1 target 1 " }, " ]\n"),
      ],
      items: [
        { "k\($0 % 50) \($0)" }, { _ in "graphics [ x 1 y 2 ]" },
        { _ in "x 7 graphics [ x 1 y 2 ]" }, { _ in "label \"&#228;\"" }, { _ in "l [ ]" },
        { "nodeId \"\($0)\"" },
      ], separator: " "),
    ConstructFamily(
      format: .edgeList, begin: "", end: "",
      items: [
        { "\($0) \($0 + 1)\n" }, { "a\($0) b\n" }, { "é\($0) e\u{301}\n" }, { _ in "# c d\n" },
        { _ in "\"a b\" c\n" }, { "(\($0), 0) (0, 1)\n" },
      ]),
    ConstructFamily(
      format: .csv, begin: "source,target,k\n", end: "",
      items: [
        { "a,b\($0),\($0)\n" }, { _ in "a,b,NA\n" }, { _ in "\"a\"\"\",b,x\n" }, { _ in "\n" },
      ]),
    ConstructFamily(
      format: .pajek, begin: "*Vertices 3\n", end: "",
      items: [
        { _ in "*Edges\n1 2 1 l \"x\"\n" }, { _ in "*Arcs\n1 2 3\n" },
        { _ in "*Arcslist\n1 2 3\n" },
      ]),
  ]
}
