// The table of formats. A new format is a reader, a writer if it has one, and its value here.
//
// Ranks: below 40, formats whose files have a mark of their own; from 40 on, formats of lines, which
// are told apart by the shape of the first lines; at 90, those that nearly any lines may be.

extension GraphFormat {
  /// All formats, in the order in which help and messages list them.
  public static let all: [GraphFormat] = [
    edgeList, csv, tsv, json, graphML, gexf, dot, gml, pajek, metis, matrixMarket, lgl,
    adjacencyList, multilineAdjacencyList, adjacencyMatrix, ucinet, dimacs, leda, graph6,
    sif,
  ]

  /// A line an edge, blanks between the columns.
  public static let edgeList = GraphFormat(
    id: "edge-list", title: "edge list", article: "an",
    fileExtensions: ["edges", "edgelist", "el", "ncol", "wel"], isLines: true, rank: 90,
    reader: EdgeListReader.self, writer: EdgeListWriter.self)

  /// A line an edge, commas between the columns, a header.
  public static let csv = GraphFormat(
    id: "csv", title: "CSV edge list", article: "a", fileExtensions: ["csv"], isLines: true,
    isTable: true, rank: 90, reader: EdgeListReader.self, writer: EdgeListWriter.self)

  /// A line an edge, tabs between the columns, a header.
  public static let tsv = GraphFormat(
    id: "tsv", title: "TSV edge list", article: "a", fileExtensions: ["tsv", "tab"],
    isLines: true, isTable: true, rank: 90, reader: EdgeListReader.self,
    writer: EdgeListWriter.self)

  /// Node-link JSON, as d3 and networkx have it, and other forms that programs keep graphs in:
  /// docs/graph-files.md lists them.
  public static let json = GraphFormat(
    id: "json", title: "JSON",
    fileExtensions: ["json", "cyjs", "jgf", "cx2", "jsonl", "ndjson"], holdsPositions: true,
    rank: 10,
    reader: JSONGraphReader.self, writer: JSONGraphWriter.self)

  /// GraphML, of yEd too.
  public static let graphML = GraphFormat(
    id: "graphml", title: "GraphML", fileExtensions: ["graphml"], holdsPositions: true, rank: 10,
    reader: GraphMLReader.self, writer: GraphMLWriter.self)

  /// GEXF, of Gephi.
  public static let gexf = GraphFormat(
    id: "gexf", title: "GEXF", fileExtensions: ["gexf"], holdsPositions: true, rank: 10,
    reader: GEXFReader.self, writer: GEXFWriter.self)

  /// Graphviz.
  public static let dot = GraphFormat(
    id: "dot", title: "DOT (Graphviz)", fileExtensions: ["gv", "dot"], holdsPositions: true,
    rank: 30, reader: DOTReader.self, writer: DOTWriter.self)

  /// GML.
  public static let gml = GraphFormat(
    id: "gml", title: "GML", fileExtensions: ["gml"], holdsPositions: true, rank: 30,
    reader: GMLReader.self, writer: GMLWriter.self)

  /// Pajek's .net.
  public static let pajek = GraphFormat(
    id: "pajek", title: "Pajek", fileExtensions: ["net", "paj"], holdsPositions: true, rank: 20,
    reader: PajekReader.self, writer: PajekWriter.self)

  /// METIS.
  public static let metis = GraphFormat(
    id: "metis", title: "METIS", fileExtensions: ["graph", "metis"], isLines: true, rank: 70,
    reader: METISReader.self, writer: METISWriter.self)

  /// Matrix Market, as coordinates.
  public static let matrixMarket = GraphFormat(
    id: "matrix-market", title: "Matrix Market", fileExtensions: ["mtx", "mm"], rank: 10,
    reader: MatrixMarketReader.self, writer: MatrixMarketWriter.self)

  /// Large Graph Layout: `# node`, then a line for each of its neighbours. Only read.
  public static let lgl = GraphFormat(
    id: "lgl", title: "LGL", fileExtensions: ["lgl"], isLines: true, rank: 40,
    reader: LGLReader.self)

  /// A line a node: its id and those of its neighbours. Only read.
  public static let adjacencyList = GraphFormat(
    id: "adjacency-list", title: "adjacency lists", fileExtensions: ["adjlist"], isLines: true,
    rank: 80, reader: AdjacencyListReader.self)

  /// networkx's form with data: a node and the number of its lines, then a neighbour a line. Only
  /// read.
  public static let multilineAdjacencyList = GraphFormat(
    id: "multiline-adjacency-list", title: "multiline adjacency lists",
    fileExtensions: ["madjlist", "multiline_adjlist"], isLines: true, rank: 50,
    reader: MultilineAdjacencyReader.self)

  /// A line a node, with a number for each node: 0, or the weight of an edge. Only read.
  public static let adjacencyMatrix = GraphFormat(
    id: "adjacency-matrix", title: "adjacency matrix", article: "an",
    fileExtensions: ["adjacency", "adjmatrix"], isLines: true, rank: 60,
    reader: AdjacencyMatrixReader.self)

  /// DL, the language of UCINET: a matrix, or lists of edges or neighbours. Only read.
  public static let ucinet = GraphFormat(
    id: "ucinet", title: "UCINET (DL)", fileExtensions: ["dl"], rank: 20,
    reader: UCINETReader.self)

  /// The lists of edges and arcs of the DIMACS challenges. Only read.
  public static let dimacs = GraphFormat(
    id: "dimacs", title: "DIMACS", fileExtensions: ["dimacs", "col", "clq", "gr"], rank: 20,
    reader: DIMACSReader.self)

  /// LEDA's graphs, which igraph writes. Only read.
  public static let leda = GraphFormat(
    id: "leda", title: "LEDA", fileExtensions: ["lgr", "leda"], rank: 20,
    reader: LEDAReader.self)

  /// The characters in which nauty writes graphs: graph6, sparse6 and digraph6. Only read.
  public static let graph6 = GraphFormat(
    id: "graph6", title: "graph6", fileExtensions: ["g6", "s6", "d6"], rank: 10,
    reader: Graph6Reader.self)

  /// Cytoscape's simple interaction format: a node, the kind of its edges, and the nodes that they lead
  /// to. Only read.
  public static let sif = GraphFormat(
    id: "sif", title: "SIF (Cytoscape)", fileExtensions: ["sif"], isLines: true, rank: 85,
    reader: SIFReader.self)

  /// All formats in the order in which they are asked whether a file looks like theirs.
  static let byRank: [GraphFormat] = all.indices
    .sorted { (all[$0].rank, $0) < (all[$1].rank, $1) }
    .map { all[$0] }
}
