import GraphIO

/// A file that makes a reader use as much memory as a file of its size can.
struct HostileFile: Sendable {
  var name: String
  var format: GraphFormat
  /// A file of about a size in bytes.
  var bytes: @Sendable (Int) -> [UInt8]

  init(
    _ format: GraphFormat, _ name: String, _ text: @escaping @Sendable (Int) -> String
  ) {
    (self.format, self.name) = (format, name)
    bytes = { Array(text($0).utf8) }
  }

  /// `each` for 0, 1, ... in so many bytes.
  static func fill(_ size: Int, _ each: (Int) -> String) -> String {
    var text = ""
    text.reserveCapacity(size)
    var index = 0
    while text.utf8.count < size {
      text += each(index)
      index += 1
    }
    return text
  }

  static func list(_ count: Int, _ each: (Int) -> String) -> String {
    (0..<count).map(each).joined()
  }

  static let all = dot + xml + json + lines

  private static let dot: [HostileFile] = [
    HostileFile(.dot, "a few defaults, many nodes") { size in
      "graph{" + list(16) { "node[k\($0)=1];" } + fill(size) { "a\($0);" } + "}"
    },
    HostileFile(.dot, "4,000 defaults, many nodes") { size in
      "graph{" + list(4000) { "node[k\($0)=1];" } + fill(size) { "a\($0);" } + "}"
    },
    HostileFile(.dot, "long defaults, many nodes") { size in
      "graph{node[k=\"" + fill(size / 2) { _ in "1" } + "\"];" + fill(size / 2) { "a\($0);" } + "}"
    },
    HostileFile(.dot, "4,000 defaults of edges, many edges") { size in
      "graph{" + list(4000) { "edge[k\($0)=1];" } + fill(size) { _ in "a--b;" } + "}"
    },
    HostileFile(.dot, "4,000 defaults, a default in each of many braces") { size in
      "graph{" + list(4000) { "node[k\($0)=1];" } + fill(size) { _ in "{node[a=1]}" } + "}"
    },
    HostileFile(.dot, "4,000 defaults, braces of nodes") { size in
      "graph{" + list(4000) { "node[k\($0)=1];" } + fill(size) { "{node[a=1]b\($0)}" }
        + "}"
    },
    HostileFile(.dot, "many nodes in 90 braces") { size in
      "graph{" + list(90) { "subgraph s\($0) {" } + fill(size) { "a\($0);" } + list(91) { _ in "}" }
    },
    HostileFile(.dot, "one large subgraph named again and again") { size in
      "graph{subgraph s {" + fill(size / 2) { "a\($0);" } + "}"
        + fill(size / 2) { _ in "subgraph s;" } + "}"
    },
    HostileFile(.dot, "subgraphs joined to subgraphs") { size in
      "graph{" + fill(size) { "{a\($0);b;c;d;e;f;g;h;i;j}--{k;l;m;n;o;p;q;r;s;t};" } + "}"
    },
    HostileFile(.dot, "two large subgraphs joined") { size in
      "graph{{" + fill(size / 2) { "a\($0);" } + "}--{" + fill(size / 2) { "b\($0);" } + "}}"
    },
    HostileFile(.dot, "subgraphs joined, with attributes") { size in
      "graph{{" + fill(size / 300) { "a\($0);" } + "}--{" + fill(size / 300) { "b\($0);" } + "}["
        + list(4000) { "k\($0)=1," } + "]}"
    },
    HostileFile(.dot, "a chain with 4,000 attributes") { size in
      "graph{a" + fill(size) { _ in "--b" } + "[" + list(4000) { "k\($0)=1," } + "]}"
    },
    HostileFile(.dot, "a chain with a long attribute") { size in
      "graph{a" + fill(size / 2) { _ in "--b" } + "[k=\"" + fill(size / 2) { _ in "1" } + "\"]}"
    },
    HostileFile(.dot, "a cluster with a long name and many nodes") { size in
      "graph{subgraph cluster" + fill(size / 2) { _ in "1" } + "{"
        + fill(size / 2) { "a\($0);" } + "}}"
    },
    HostileFile(.dot, "long ids in labels") { size in
      "graph{" + fill(size / 2) { _ in "a" } + "[label=\"" + fill(size / 2) { _ in "\\N" } + "\"]}"
    },
    HostileFile(.dot, "a long name in all labels") { size in
      "graph " + fill(size / 2) { _ in "a" } + "{node[label=\"\\G\"];"
        + fill(size / 2) { "a\($0);" } + "}"
    },
    HostileFile(.dot, "long ids in edge labels") { size in
      "graph{" + fill(size / 2) { _ in "a" } + fill(size / 2) { _ in "--b[label=\"\\E\"];b" } + "}"
    },
    HostileFile(.dot, "strict, many edges") { size in
      "strict graph{" + fill(size) { "a--b\($0);" } + "}"
    },
    HostileFile(.dot, "one id of a megabyte") { size in
      "graph{" + fill(size) { _ in "a" } + "}"
    },
    HostileFile(.dot, "many attributes of one node") { size in
      "graph{" + fill(size) { "a[k\($0 % 4000)=1];" } + "}"
    },
    HostileFile(.dot, "4,000 attributes, then many nodes") { size in
      "graph{" + list(4000) { "a[k\($0)=1];" } + fill(size) { "n\($0);" } + "}"
    },
    HostileFile(.dot, "4,000 attributes, so many nodes that the table is just allowed") { size in
      "graph{" + list(2700) { "a[k\($0)=1];" } + list(2800) { "n\($0);" } + "}"
    },
  ]

  private static func graphML(_ keys: String, _ content: String) -> String {
    "<graphml>\(keys)<graph>\(content)</graph></graphml>"
  }

  private static let xml: [HostileFile] = [
    HostileFile(.graphML, "4,000 keys with defaults, many nodes") { size in
      graphML(
        list(4000) { "<key id=\"k\($0)\" for=\"node\"><default>v</default></key>" },
        fill(size) { "<node id=\"\($0)\"/>" })
    },
    HostileFile(.graphML, "a few keys with defaults, many nodes") { size in
      graphML(
        list(100) { "<key id=\"k\($0)\" for=\"node\"><default>v</default></key>" },
        fill(size) { "<node id=\"\($0)\"/>" })
    },
    HostileFile(.graphML, "a long default, many nodes") { size in
      graphML(
        "<key id=\"k\" for=\"node\"><default>" + fill(size / 2) { _ in "1" } + "</default></key>",
        fill(size / 2) { "<node id=\"\($0)\"/>" })
    },
    HostileFile(.graphML, "nodes in nodes") { size in
      graphML(
        "",
        fill(size) {
          node in
          list(40) { "<node id=\"\(node) \($0)\"><graph>" } + list(40) { _ in "</graph></node>" }
        })
    },
    HostileFile(.graphML, "many attributes of an element") { size in
      graphML("", fill(size) { "<node id=\"\($0)\" " + list(4000) { "k\($0)=\"\" " } + "/>" })
    },
    HostileFile(.graphML, "4,000 typed keys, many nodes") { size in
      graphML(
        list(4000) { "<key id=\"k\($0)\" for=\"node\" attr.type=\"int\"/>" },
        fill(size) { "<node id=\"\($0)\"/>" })
    },
    HostileFile(.graphML, "edges of one node, each with its direction") { size in
      graphML(
        "",
        "<node id=\"a\"/>"
          + fill(size) { "<edge source=\"a\" target=\"a\" directed=\"\($0 % 2)\"/>" })
    },
    HostileFile(.gexf, "4,000 attributes with defaults, many nodes") { size in
      "<gexf><graph><attributes class=\"node\">"
        + list(4000) {
          "<attribute id=\"\($0)\" title=\"k\($0)\"><default>v</default></attribute>"
        } + "</attributes><nodes>" + fill(size) { "<node id=\"\($0)\"/>" }
        + "</nodes></graph></gexf>"
    },
    HostileFile(.gexf, "many values") { size in
      "<gexf><graph><attributes class=\"node\"><attribute id=\"0\" title=\"k\"/></attributes>"
        + "<nodes>"
        + fill(size) {
          "<node id=\"\($0)\"><attvalues><attvalue for=\"0\" value=\"\"/></attvalues></node>"
        } + "</nodes></graph></gexf>"
    },
  ]

  private static let json: [HostileFile] = [
    HostileFile(.json, "many keys, then many nodes") { size in
      "{\"nodes\":[{\"id\":0" + list(4000) { ",\"k\($0)\":1" } + "}"
        + fill(size) { ",{\"id\":\($0 + 1)}" } + "],\"links\":[]}"
    },
    HostileFile(.json, "nodes without ids") { size in
      "{\"nodes\":[{}" + fill(size) { _ in ",{}" } + "],\"links\":[]}"
    },
    HostileFile(.json, "many keys, nodes without ids") { size in
      "{\"nodes\":[{\"k\":1" + list(300) { ",\"k\($0)\":1" } + "}" + fill(size) { _ in ",{}" }
        + "],\"links\":[]}"
    },
    HostileFile(.json, "edges between ids that no list has") { size in
      "{\"links\":[{\"source\":0,\"target\":1}"
        + fill(size) { ",{\"source\":\($0),\"target\":\(-$0)}" } + "]}"
    },
    HostileFile(.json, "nested lists in values") { size in
      let nested = list(90) { _ in "[" } + list(90) { _ in "]" }
      return "{\"nodes\":[{\"id\":-1}" + fill(size) { ",{\"id\":\($0),\"k\":" + nested + "}" }
        + "],\"links\":[]}"
    },
    HostileFile(.json, "one key many times in a node") { size in
      "{\"nodes\":[{\"id\":0" + fill(size) { _ in ",\"k\":1" } + "}],\"links\":[]}"
    },
    HostileFile(.json, "adjacency data of one node") { size in
      "{\"directed\":true,\"nodes\":[{\"id\":0}],\"adjacency\":[[{\"id\":0}"
        + fill(size) { _ in ",{\"id\":0}" } + "]]}"
    },
    HostileFile(.gml, "lists that are left out, each of another name") { size in
      "graph [" + fill(size) { "k\($0) [ ]" } + "]"
    },
    HostileFile(.gml, "lists in a node that are left out") { size in
      "graph [ node [ id 1 " + fill(size) { "k\($0) [ ]" } + "] ]"
    },
    HostileFile(.gml, "many keys, then many nodes") { size in
      "graph [ node [ id -1 " + list(4000) { "k\($0) 1 " } + "]" + fill(size) { "node[id \($0)]" }
        + "]"
    },
    HostileFile(.gml, "one key many times in a node") { size in
      "graph [ node [ id 1 " + fill(size) { _ in "k 1 " } + "] ]"
    },
  ]

  private static let lines: [HostileFile] = [
    HostileFile(.pajek, "a header of a hundred million nodes") { _ in "*Vertices 100000000\n" },
    HostileFile(.pajek, "as many nodes as are allowed") { size in
      "*Vertices 2900000\n*Arcslist\n1" + fill(size) { _ in " 2" } + "\n"
    },
    HostileFile(.pajek, "as many nodes as are allowed, and labels") { size in
      "*Vertices 1400000\n" + fill(size) { "\($0 + 1) \"a\"\n" }
    },
    HostileFile(.pajek, "arcs and edges") { size in
      "*Vertices 3\n*Arcslist\n1" + fill(size / 2) { _ in " 2" } + "\n*Edgeslist\n1"
        + fill(size / 2) { _ in " 2" } + "\n"
    },
    HostileFile(.matrixMarket, "as many nodes as are allowed") { _ in
      "%%MatrixMarket matrix coordinate pattern general\n2000000 2000000 1\n1 1\n"
    },
    HostileFile(.matrixMarket, "skew symmetric entries") { size in
      let count = size / 6
      return "%%MatrixMarket matrix coordinate integer skew-symmetric\n9 9 \(count)\n"
        + list(count) { _ in "2 1 1\n" }
    },
    HostileFile(.metis, "4,000 weights of each node") { size in
      let count = size / 8000
      return "\(count) 0 10 4000\n"
        + list(count) { _ in String(repeating: "1 ", count: 4000) + "\n" }
    },
    HostileFile(.metis, "a million empty lines") { size in
      "\(size) 0\n" + String(repeating: "\n", count: size)
    },
    HostileFile(.csv, "4,000 columns, short rows") { size in
      "source,target" + list(4000) { ",k\($0)" } + "\n" + fill(size) { _ in "a,b\n" }
    },
    HostileFile(.csv, "4,000 columns, rows of commas") { size in
      let commas = String(repeating: ",", count: 4000)
      return "source,target" + list(4000) { ",k\($0)" } + "\n"
        + fill(size) { _ in "a,b" + commas + "\n" }
    },
    HostileFile(.csv, "values of one byte") { size in
      let cells = list(4000) { _ in ",1" }
      return "source,target" + list(4000) { ",k\($0)" } + "\n"
        + fill(size) { _ in "a,b" + cells + "\n" }
    },
    HostileFile(.csv, "ids of a megabyte") { size in fill(size) { _ in "a" } + ",b\n" },
    HostileFile(.edgeList, "dictionaries of 4,000 names") { size in
      fill(size) { _ in "a b {" + list(4000) { "'k\($0)':1," } + "'a':1}\n" }
    },
    HostileFile(.edgeList, "short dictionaries, all names differ") { size in
      "a b {" + list(4000) { "'k\($0)':1," } + "'a':1}\n" + fill(size) { _ in "a b {}\n" }
    },
    HostileFile(.edgeList, "numbers far apart") { size in fill(size) { "\($0 * 7919) \($0)\n" } },
    HostileFile(.edgeList, "wide numbers") { size in fill(size) { "-\($0) 9007199254740993\n" } },
    HostileFile(.edgeList, "names of one and two bytes") { size in
      fill(size) { "é\($0 % 10) a\($0 % 10)\n" }
    },
    HostileFile(.edgeList, "parentheses in parentheses") { size in
      fill(size) { _ in list(2000) { _ in "( " } + list(2000) { _ in ") " } + "\n" }
    },
    HostileFile(.edgeList, "parentheses in every cell") { size in
      fill(size) { _ in list(1300) { _ in "() " } + "\n" }
    },
    HostileFile(.adjacencyMatrix, "parentheses in parentheses") { size in
      fill(size / 2) { _ in "( " } + fill(size / 2) { _ in ") " } + "\n"
    },
    HostileFile(.adjacencyMatrix, "one row of zeros") { size in fill(size) { _ in "0 " } + "\n" },
    HostileFile(.adjacencyMatrix, "ones") { size in
      let width = 700
      return list(width) { _ in list(width) { _ in "1 " } + "\n" }
    },
    HostileFile(.adjacencyList, "one node with all others") { size in
      fill(size) { "a\($0) " } + "\n"
    },
    HostileFile(.adjacencyList, "rows of 4,000 cells") { size in
      fill(size) { "n\($0) " + list(4000) { _ in "a " } + "\n" }
    },
    HostileFile(.lgl, "one node with all others") { size in "# a\n" + fill(size) { "b\($0)\n" } },
    HostileFile(.multilineAdjacencyList, "one node with all others") { size in
      let lines = fill(size) { "b\($0)\n" }
      return "a \(lines.utf8.count { $0 == 10 })\n" + lines
    },
  ]
}
