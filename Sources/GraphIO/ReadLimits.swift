/// The most that a file may ask for. The limits are checked before memory is taken, so that a few
/// hostile bytes cannot take it all. The defaults are beyond what an honest file needs today.
public struct ReadLimits: Equatable, Sendable {
  /// The bytes of a file, after decompression.
  public var bytes = 1 << 36
  /// The bytes that one compressed byte may become, once there are more than 16 MiB of them.
  /// Ordinary text is below 20; zlib's format ends at 1032.
  public var compressionRatio = 64
  /// No more than 2^31 - 1, whatever is set.
  public var nodes = 100_000_000
  /// No more than 2^31 - 1, whatever is set.
  public var edges = 1 << 30
  /// Lists in lists, subgraphs in subgraphs, elements in elements.
  public var nestingDepth = 100
  /// Different attributes of nodes, of edges, or of the graph.
  public var attributes = 4096
  /// Attributes times nodes or edges: the size of the table of all values.
  public var attributeValues = 1 << 26
  /// The same for a table that is nearly empty: at most one in 256 values is in the file. In DOT, also
  /// how many values nodes and edges may have from defaults (`node [shape=box]`).
  public var missingAttributeValues = 1 << 24
  /// In DOT, the edges of all statements that join several nodes to others at once, and the nodes of
  /// subgraphs that are named again.
  public var edgesBetweenSubgraphs = 1 << 24
  /// The bytes of one id, one text, one cell. No more than 2^32 - 1, whatever is set.
  public var textLength = 1 << 24

  /// The memory of a graph in bytes, by an estimate of its nodes, edges and values together: 64
  /// bytes a node, 24 an edge, 64 a value, and the bytes of ids and texts. While it reads, a
  /// process takes no more than three times this.
  public var memory = 1 << 36
  /// The memory for what a file only implies, in bytes: nodes that nothing but a header counts, values
  /// from defaults, empty cells. A file may take this much and `unbackedMemoryPerByte` more for each
  /// of its bytes (after decompression), so that a small one stays cheap.
  public var unbackedMemory = 1 << 27
  /// Bytes that each byte of a file adds to `unbackedMemory`.
  public var unbackedMemoryPerByte = 64

  public init() {}

  /// Limits for a graph of any size in `memory` bytes, a quarter of them for what the file only
  /// implies. Of nodes, edges and values there may be as many as fit, however well they are compressed.
  public init(memory: Int) {
    self.memory = memory
    unbackedMemory = memory / 4
    compressionRatio = 1 << 20
    (nodes, edges) = (.max, .max)
    (attributeValues, missingAttributeValues, edgesBetweenSubgraphs) = (.max, .max, .max)
  }

  /// Without numbers that make no sense or would overflow when something is added to them.
  var sensible: ReadLimits {
    var limits = self
    let all: [WritableKeyPath<ReadLimits, Int>] = [
      \.bytes, \.compressionRatio, \.nodes, \.edges, \.nestingDepth, \.attributes,
      \.attributeValues,
      \.missingAttributeValues, \.edgesBetweenSubgraphs, \.textLength, \.memory,
      \.unbackedMemory, \.unbackedMemoryPerByte,
    ]
    for limit in all { limits[keyPath: limit] = min(max(limits[keyPath: limit], 0), 1 << 60) }
    limits.compressionRatio = max(limits.compressionRatio, 1)
    // Numbers of nodes and edges have 32 bits.
    limits.nodes = min(limits.nodes, Int(Int32.max))
    limits.edges = min(limits.edges, Int(Int32.max))
    // So has the length of a name.
    limits.textLength = min(limits.textLength, Int(UInt32.max))
    return limits
  }
}
