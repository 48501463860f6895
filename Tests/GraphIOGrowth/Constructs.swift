extension Construct {
  /// Every construct of every format.
  static let all = lines + structured + json + dot

  private static let lines: [Construct] = [
    Construct(.edgeList) { "\($0) \($0 + 1)\n" }, Construct(.edgeList) { "a\($0) b\n" },
    Construct(.edgeList) { "é\($0) é\n" }, Construct(.edgeList) { "a b \($0)\n" },
    Construct(.edgeList) { "a b {'w': \($0)}\n" },
    Construct(.edgeList, "a b\n") { "# c d \($0)\n" },
    Construct(.edgeList, "a b\n") { _ in "\n" }, Construct(.edgeList) { "(\($0), 0) (0, 1)\n" },
    Construct(.edgeList, "a \"", "\"\n") { _ in "\"\"" },
    Construct(.edgeList, "a (", "\n") { _ in "(" },
    Construct(.edgeList, "a (", ")\n") { _ in "(" },
    Construct(.edgeList, "a ( ", ")\n") { _ in ") ( " },
    Construct(.adjacencyMatrix, "( ", "\n") { _ in "( " },
    Construct(.adjacencyList, "a") { " b\($0)" },
    Construct(.edgeList, "a b {'c': '", "'}\n") { _ in "\\'" },
    Construct(.edgeList, "a b {'c': [", "]}\n") { _ in "1, " },
    Construct(.csv, "source,target,k\n") { "a,b,\($0)\n" },
    Construct(.csv, "source,target,weight,k\na,b,1,1\n") { _ in "a,b,NA,n/a\n" },
    Construct(.csv, "source,target,k\na,b,1\n") { _ in "\na,b,-\n" },
    Construct(.csv, "a,", "\n") { _ in "x" },
    Construct(.csv, "a,\"", "\"\n") { _ in "\n" }, Construct(.tsv) { "a\tb\($0)\n" },
    Construct(.leda, "LEDA.GRAPH\nvoid\nvoid\n", "-1\n0\n0\n") { _ in "# c\n" },
    Construct(.leda, "LEDA.GRAPH\nstring\nvoid\n-1\n1\n|{", "}|\n0\n") { _ in "a}" },
    Construct(.lgl) { "# n\($0)\nm\($0) 2\n" }, Construct(.lgl, "# a\n") { "m\($0)\n" },
    Construct(.adjacencyList) { "n\($0) n\($0 + 1)\n" },
    Construct(.adjacencyList) { "n\($0) a b c d\n" },
    Construct(.multilineAdjacencyList) { "n\($0) 1\nm {'k': \($0)}\n" },
    Construct(.sif) { "n\($0) pp m\($0)\n" }, Construct(.sif, "a\tpp", "\n") { "\tb\($0)" },
    Construct(.edgeList) { "a\($0)@v1 b@v2\n" },
    Construct(.metis, "2 1\n2\n1\n") { _ in "% c\n" },
    Construct(.matrixMarket, "%%MatrixMarket matrix coordinate pattern general\n", "2 2 0\n") { _ in
      "% c\n"
    },
    Construct(.pajek, "*Vertices 70000\n") { "\($0 + 1) \"a\($0)\" 0.1 0.2 ic Red\n" },
    Construct(.pajek, "*Vertices 3\n*Arcs\n") { "1 2 \($0) l \"x\"\n" },
    Construct(.pajek, "*Vertices 3\n*Arcslist\n1", "\n") { _ in " 2" },
    Construct(.pajek, "*Vertices 3\n") { _ in "*Edges\n1 2\n" },
  ]

  private static let structured: [Construct] = [
    Construct(.json, "{\"nodes\":[{\"id\":-1}", "],\"links\":[]}") { ",{\"id\":\($0)}" },
    Construct(.json, "{\"nodes\":[0", "],\"links\":[]}") { ",\"a\($0)\"" },
    Construct(.json, "{\"nodes\":[1],\"links\":[{\"source\":1,\"target\":1}", "]}") {
      ",{\"source\":1,\"target\":1,\"k\":\($0)}"
    },
    Construct(.json, "{\"nodes\":[\"", "\"],\"links\":[]}") { _ in "\\u00e4" },
    Construct(.json, "{\"nodes\":[],\"links\":[],\"a\":[1", "]}") { _ in ",[]" },
    Construct(.json, "{\"nodes\":[],\"links\":[]", "}") { ",\"k\($0 % 4000)\":\($0)" },
    Construct(.json, "{\"nodes\":[1],\"adjacency\":[[{\"id\":1}", "]]}") { _ in ",{\"id\":1}" },
    Construct(.json, "{\"nodes\":[1", "],\"links\":[]}") { _ in " " },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { "<node id=\"\($0)\"/>" },
    Construct(.graphML, "<graphml><graph><node id=\"a\"/>", "</graph></graphml>") { _ in
      "<edge source=\"a\" target=\"a\"/>"
    },
    Construct(
      .graphML, "<graphml><key id=\"k\" attr.name=\"k\"/><graph><node id=\"a\"><data key=\"k\">",
      "</data></node></graph></graphml>"
    ) { _ in "&#228;" },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { _ in "<!-- c -->" },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { _ in "<![CDATA[x]]>" },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { _ in "<?b c?>" },
    Construct(.gexf, "<gexf><graph><nodes>", "</nodes></graph></gexf>") {
      "<node id=\"\($0)\" label=\"x\"/>"
    },
    Construct(
      .gexf, "<gexf><graph><nodes><node id=\"a\"/></nodes><edges>", "</edges></graph></gexf>"
    ) { "<edge id=\"\($0)\" source=\"a\" target=\"a\"/>" },
    // The mark of the format is beyond the bytes in which it is looked for, at each size.
    Construct(
      .gexf, "<!DOCTYPE gexf [<!--" + String(repeating: "c", count: 1 << 14) + "-->",
      "]><gexf><graph/></gexf>"
    ) { _ in "<!-- c -->" },
    Construct(.gml, "graph [", "]") { "node [ id \($0) label \"x\" ]\n" },
    Construct(.gml, "graph [ node [ id 1 ]", "]") { "edge [ source 1 target 1 k \($0) ]\n" },
    Construct(.gml, "graph [ node [ id 1 label \"", "\" ] ]") { _ in "&#228;" },
    Construct(.gml, "graph [ node [ id 1 label \"", "\" ] ]") { _ in "&" },
    Construct(.gml, "graph [", "]") { "k\($0 % 4000) \($0)\n" },
    Construct(.gml, "graph [ node [ id 1 ", "] ]") { "k\($0 % 4000) \($0)\n" },
    Construct(.gml, "graph [", "]") { _ in "# c\n" },
    Construct(.gml, "graph [", "]") { "k\($0) [ ]\n" },
    Construct(.gml, "graph [ node [ id 1 ", "] ]") { "k\($0) [ ]\n" },
    Construct(
      .graphML, "<graphml><key id=\"k\"/><graph><node id=\"a\"><data key=\"k\"><NodeLabel>a",
      "</NodeLabel></data></node></graph></graphml>"
    ) { _ in " " },
  ]

  /// Dialects of JSON.
  private static let json: [Construct] = [
    Construct(.json, "{\"nodes\":[{\"key\":-1}", "],\"edges\":[]}") {
      ",{\"key\":\($0),\"attributes\":{}}"
    },
    Construct(.json, "{\"nodes\":[1],\"edges\":[{\"from\":1,\"to\":1}", "]}") { _ in
      ",{\"from\":1,\"to\":1,\"arrows\":\"to\"}"
    },
    Construct(.json, "{\"graph\":{\"nodes\":{\"a\":{}", "},\"edges\":[]}}") { ",\"n\($0)\":{}" },
    Construct(.json, "[{\"data\":{\"id\":\"a\"}}", "]") { ",{\"data\":{\"id\":\"\($0)\"}}" },
    Construct(.json, "{\"name\":\"a\",\"children\":[{\"name\":\"b\"}", "]}") { _ in
      ",{\"name\":\"b\"}"
    },
    Construct(.json, "{\"name\":\"a\",\"children\":[{\"name\":\"a#2\"}", ",{\"name\":\"a\"}]}") {
      ",{\"name\":\"a#\($0 + 3)\"}"
    },
    Construct(.json, "[[0,1]", "]") { ",[\($0),1]" },
    Construct(.json, "[[0,1,{\"k\":0}]", "]") { ",[\($0),1,{\"k\":\($0)}]" },
    Construct(.json, "[\"a\",\"b\"]\n") { "[\"a\($0)\",\"b\"]\n" },
    Construct(.json) { "{\"source\":\($0),\"target\":1,\"k\":2}\n" },
    Construct(.json) { "{\"type\":\"node\",\"id\":\($0),\"labels\":[\"a\"]}\n" },
    Construct(.json, "{\"a\":[\"b\"]", "}") { ",\"a\($0)\":[\"a\"]" },
    Construct(.json, "{\"a\":[\"b\"", "]}") { ",\"b\($0)\"" },
    Construct(.json, "{\"a\":{\"a\":{}", "}}") { ",\"b\($0)\":{\"w\":1}" },
    Construct(.json, "[{\"CXVersion\":\"2.0\"},{\"nodes\":[{\"id\":-1}", "]}]") {
      ",{\"id\":\($0),\"v\":{\"n\":1}}"
    },
    Construct(.json, "[{\"CXVersion\":\"2.0\"}", "]") { ",{\"nodes\":[{\"id\":\($0)}]}" },
    Construct(.json, "{\"lockfileVersion\":3,\"packages\":{\"\":{}", "}}") {
      ",\"node_modules/p\($0)\":{\"dependencies\":{\"p\($0 / 2)\":\"1\"}}"
    },
    Construct(.json, "{\"lockfileVersion\":1,\"dependencies\":{\"a\":{}", "}}") {
      ",\"p\($0)\":{\"requires\":{\"a\":\"1\"}}"
    },
    Construct(
      .json, "{\"packages\":[],\"resolve\":{\"nodes\":[{\"id\":\"a\",\"dependencies\":[]}", "]}}"
    ) { ",{\"id\":\"p\($0)\",\"dependencies\":[\"a\"]}" },
    Construct(
      .json, "{\"identity\":\"a\",\"dependencies\":[{\"identity\":\"b\",\"dependencies\":[]}", "]}"
    ) { ",{\"identity\":\"p\($0)\",\"dependencies\":[]}" },
  ]

  private static let dot: [Construct] = [
    Construct(.dot, "graph {", "}") { "a\($0);" }, Construct(.dot, "graph {", "}") { _ in "a--b;" },
    Construct(.dot, "graph { a", "}") { "--b\($0)" },
    Construct(.dot, "graph {", "}") { "k\($0 % 4000)=1;" },
    Construct(.dot, "graph {", "}") { "a [k\($0 % 9)=\($0)];" },
    Construct(.dot, "graph {", "}") { _ in "node [k=1];" },
    Construct(.dot, "graph {", "}") { _ in "subgraph s {a};" },
    Construct(.dot, "graph { subgraph s {a}", "}") { _ in "subgraph s;" },
    Construct(.dot, "strict graph {", "}") { "a--b\($0 % 9);" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "\\|" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "\\N" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "\\n" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "é" },
    Construct(.dot, "graph { a [k=\"x\"", "]}") { _ in "+\"y\"" },
    Construct(.dot, "graph { a [label=<", ">]}") { _ in "<b/>" },
    Construct(.dot, "graph { a", "}") { _ in ":p" },
    Construct(.dot, "graph {", "}") { _ in "/* c */" },
    Construct(.dot, "graph {", "}") { _ in "{}" },
    Construct(.dot, "graph {", "}") { _ in "{node[k=1]}" },
    Construct(.dot, "graph {", "}") { "subgraph s\($0) {a}" },
    Construct(.dot, "graph { subgraph s {", "}}") { "a\($0);" },
    Construct(.dot, "graph { subgraph cluster {", "}}") { _ in "a;" },
    Construct(.dot, "graph { {", "}--a}") { "a\($0);" },
    Construct(.dot, "graph { a", "[k=1]}") { _ in "--b" },
    Construct(.dot, "graph {", "}") { _ in "a [pos=\"1,2!\"];" },
    Construct(.dot, "graph { a [pos=\"1,2", "\"]}") { _ in "!" },
  ]
}
