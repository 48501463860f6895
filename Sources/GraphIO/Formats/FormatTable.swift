// The table of formats. A new format needs a reader, a writer if it is writable, and an entry here.
//
// Ranks: below 40 for formats with a signature; from 40 for line-based formats, which are
// distinguished by the shape of the first lines; 90 for those that match almost any lines.

extension GraphFormat {
  /// All formats, in the order in which help and messages list them.
  public static let all: [GraphFormat] = [
    edgeList, csv, tsv, json, graphology, cytoscape, cx2, graphML, gexf, dot, gml, pajek, metis,
    matrixMarket, lgl, adjacencyList, multilineAdjacencyList, adjacencyMatrix, ucinet, dimacs, leda,
    graph6, sif, gxl, opml, newick, nTriples, turtle, mermaid, plantUML,
  ]

  /// An edge per line, columns separated by blanks.
  public static let edgeList = GraphFormat(
    id: "edge-list", title: "edge list", article: "an",
    fileExtensions: ["edges", "edgelist", "el", "ncol", "wel"], isLines: true, rank: 90,
    reader: EdgeListReader.self, writer: EdgeListWriter.self)

  /// An edge per line, columns separated by commas, with a header.
  public static let csv = GraphFormat(
    id: "csv", title: "CSV edge list", article: "a", fileExtensions: ["csv"], isLines: true,
    isTable: true, rank: 90, reader: EdgeListReader.self, writer: EdgeListWriter.self)

  /// An edge per line, columns separated by tabs, with a header.
  public static let tsv = GraphFormat(
    id: "tsv", title: "TSV edge list", article: "a", fileExtensions: ["tsv", "tab"],
    isLines: true, isTable: true, rank: 90, reader: EdgeListReader.self,
    writer: EdgeListWriter.self)

  /// Node-link JSON of d3 and networkx, and other JSON forms of graphs, which docs/graph-files.md
  /// lists.
  public static let json = GraphFormat(
    id: "json", title: "JSON",
    fileExtensions: ["json", "jgf", "jsonl", "ndjson"], holdsPositions: true, rank: 10,
    reader: JSONGraphReader.self, writer: JSONGraphWriter.self)

  /// The JSON of graphology and sigma.js.
  public static let graphology = GraphFormat(
    id: "graphology", title: "graphology's JSON", fileExtensions: ["graphology"],
    holdsPositions: true, rank: 10, reader: JSONGraphReader.self, writer: GraphologyWriter.self)

  /// The JSON of Cytoscape and Cytoscape.js.
  public static let cytoscape = GraphFormat(
    id: "cytoscape", title: "Cytoscape's JSON", fileExtensions: ["cyjs"], holdsPositions: true,
    rank: 10, reader: JSONGraphReader.self, writer: CytoscapeWriter.self)

  /// CX2, the JSON of NDEx and of newer versions of Cytoscape.
  public static let cx2 = GraphFormat(
    id: "cx2", title: "CX2", fileExtensions: ["cx2"], holdsPositions: true, rank: 10,
    reader: JSONGraphReader.self, writer: CX2Writer.self)

  /// GraphML, including that of yEd.
  public static let graphML = GraphFormat(
    id: "graphml", title: "GraphML", fileExtensions: ["graphml"], holdsPositions: true, rank: 10,
    reader: GraphMLReader.self, writer: GraphMLWriter.self)

  /// GEXF, the format of Gephi.
  public static let gexf = GraphFormat(
    id: "gexf", title: "GEXF", fileExtensions: ["gexf"], holdsPositions: true, rank: 10,
    reader: GEXFReader.self, writer: GEXFWriter.self)

  /// DOT, the language of Graphviz.
  public static let dot = GraphFormat(
    id: "dot", title: "DOT (Graphviz)", fileExtensions: ["gv", "dot"], holdsPositions: true,
    rank: 30, reader: DOTReader.self, writer: DOTWriter.self)

  /// GML.
  public static let gml = GraphFormat(
    id: "gml", title: "GML", fileExtensions: ["gml"], holdsPositions: true, rank: 30,
    reader: GMLReader.self, writer: GMLWriter.self)

  /// Pajek's .net format.
  public static let pajek = GraphFormat(
    id: "pajek", title: "Pajek", fileExtensions: ["net", "paj"], holdsPositions: true, rank: 20,
    reader: PajekReader.self, writer: PajekWriter.self)

  /// METIS.
  public static let metis = GraphFormat(
    id: "metis", title: "METIS", fileExtensions: ["graph", "metis"], isLines: true, rank: 70,
    reader: METISReader.self, writer: METISWriter.self)

  /// Matrix Market in coordinate form.
  public static let matrixMarket = GraphFormat(
    id: "matrix-market", title: "Matrix Market", fileExtensions: ["mtx", "mm"], rank: 10,
    reader: MatrixMarketReader.self, writer: MatrixMarketWriter.self)

  /// Large Graph Layout: `# node`, then a line per neighbour. Read-only.
  public static let lgl = GraphFormat(
    id: "lgl", title: "LGL", fileExtensions: ["lgl"], isLines: true, rank: 40,
    reader: LGLReader.self)

  /// A node per line: its id and those of its neighbours. Read-only.
  public static let adjacencyList = GraphFormat(
    id: "adjacency-list", title: "adjacency lists", fileExtensions: ["adjlist"], isLines: true,
    rank: 80, reader: AdjacencyListReader.self)

  /// The multiline form of networkx with data: a node and its number of lines, then a neighbour per
  /// line. Read-only.
  public static let multilineAdjacencyList = GraphFormat(
    id: "multiline-adjacency-list", title: "multiline adjacency lists",
    fileExtensions: ["madjlist", "multiline_adjlist"], isLines: true, rank: 50,
    reader: MultilineAdjacencyReader.self)

  /// A node per line, with a number for each node: 0, or the weight of an edge. Read-only.
  public static let adjacencyMatrix = GraphFormat(
    id: "adjacency-matrix", title: "adjacency matrix", article: "an",
    fileExtensions: ["adjacency", "adjmatrix"], isLines: true, rank: 60,
    reader: AdjacencyMatrixReader.self)

  /// DL, the language of UCINET: a matrix, or lists of edges or neighbours. Read-only.
  public static let ucinet = GraphFormat(
    id: "ucinet", title: "UCINET (DL)", fileExtensions: ["dl"], rank: 20,
    reader: UCINETReader.self)

  /// The lists of edges and arcs of the DIMACS challenges. Read-only.
  public static let dimacs = GraphFormat(
    id: "dimacs", title: "DIMACS", fileExtensions: ["dimacs", "col", "clq", "gr"], rank: 20,
    reader: DIMACSReader.self)

  /// LEDA's graph format, which igraph writes. Read-only.
  public static let leda = GraphFormat(
    id: "leda", title: "LEDA", fileExtensions: ["lgr", "leda"], rank: 20,
    reader: LEDAReader.self)

  /// The compact encodings of nauty: graph6, sparse6 and digraph6. Read-only.
  public static let graph6 = GraphFormat(
    id: "graph6", title: "graph6", fileExtensions: ["g6", "s6", "d6"], rank: 10,
    reader: Graph6Reader.self)

  /// Cytoscape's simple interaction format: a node, the type of its edges, and their target nodes.
  /// Read-only.
  public static let sif = GraphFormat(
    id: "sif", title: "SIF (Cytoscape)", fileExtensions: ["sif"], isLines: true, rank: 85,
    reader: SIFReader.self)

  /// GXL, the exchange format of software engineering, which Graphviz writes too. Read-only.
  public static let gxl = GraphFormat(
    id: "gxl", title: "GXL", fileExtensions: ["gxl"], rank: 10, reader: GXLReader.self)

  /// OPML, the format of outliners: trees. Read-only.
  public static let opml = GraphFormat(
    id: "opml", title: "OPML", fileExtensions: ["opml"], rank: 10, reader: OPMLReader.self)

  /// Newick's form of trees, as of phylogenies. Read-only.
  public static let newick = GraphFormat(
    id: "newick", title: "Newick", fileExtensions: ["nwk", "newick", "tre"], rank: 35,
    reader: NewickReader.self)

  /// RDF as N-Triples. Read-only.
  public static let nTriples = GraphFormat(
    id: "n-triples", title: "N-Triples (RDF)", fileExtensions: ["nt"], rank: 36,
    reader: RDFReader.self)

  /// RDF as Turtle, without lists and nodes in brackets. Read-only.
  public static let turtle = GraphFormat(
    id: "turtle", title: "Turtle (RDF)", fileExtensions: ["ttl"], rank: 36, reader: RDFReader.self)

  /// Flow charts of Mermaid. Read-only.
  public static let mermaid = GraphFormat(
    id: "mermaid", title: "Mermaid", fileExtensions: ["mmd", "mermaid"], rank: 25,
    reader: MermaidReader.self)

  /// The elements and relations of PlantUML's diagrams. Read-only.
  public static let plantUML = GraphFormat(
    id: "plantuml", title: "PlantUML", fileExtensions: ["puml", "plantuml", "pu"], rank: 10,
    reader: PlantUMLReader.self)

  /// All formats in the order in which they are asked whether a file looks like theirs.
  static let byRank: [GraphFormat] = all.indices
    .sorted { (all[$0].rank, $0) < (all[$1].rank, $1) }
    .map { all[$0] }
}
