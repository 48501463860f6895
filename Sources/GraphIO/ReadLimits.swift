/// The limits of the resources that a file may use. They are checked before memory is allocated, so
/// that a small hostile file cannot exhaust it. The defaults exceed the needs of legitimate files.
public struct ReadLimits: Equatable, Sendable {
  /// The number of bytes of a file, after decompression.
  public var bytes = 1 << 36
  /// The ratio of decompressed to compressed bytes, checked above 16 MiB. Ordinary text is below
  /// 20; zlib's format allows at most 1032.
  public var compressionRatio = 64
  /// The number of nodes, at most 2^31 - 1.
  public var nodes = 100_000_000
  /// The number of edges, at most 2^31 - 1.
  public var edges = 1 << 30
  /// The nesting depth of lists, subgraphs or elements.
  public var nestingDepth = 100
  /// The number of distinct attributes of nodes, of edges, or of the graph.
  public var attributes = 4096
  /// The number of attributes times nodes or edges: the size of the table of all values.
  public var attributeValues = 1 << 26
  /// The same limit for a sparse table, of which the file has at most one in 256 values. In DOT it
  /// also limits the values that nodes and edges inherit from defaults (`node [shape=box]`).
  public var missingAttributeValues = 1 << 24
  /// In DOT, the number of edges of all statements that link several nodes to others at once, and
  /// of nodes in repeated subgraphs.
  public var edgesBetweenSubgraphs = 1 << 24
  /// The number of bytes of an id, a text or a cell, at most 2^32 - 1.
  public var textLength = 1 << 24

  /// The memory of a graph in bytes, by an estimate for nodes, edges and values: 64 bytes per node,
  /// 24 per edge, 64 per value, plus the bytes of ids and texts. During reading, a process takes at
  /// most three times as much.
  public var memory = 1 << 36
  /// The memory in bytes for implied content: nodes that only a header counts, values from
  /// defaults, empty cells. A file may take `unbackedMemoryPerByte` more for each of its
  /// (decompressed) bytes, so that small files stay cheap.
  public var unbackedMemory = 1 << 27
  /// The number of bytes that each byte of a file adds to `unbackedMemory`.
  public var unbackedMemoryPerByte = 64

  public init() {}

  /// Creates limits for a graph of any size in `memory` bytes, a quarter of which may be for
  /// implied content. The numbers of nodes, edges and values and the compression ratio are limited
  /// only by memory.
  public init(memory: Int) {
    self.memory = memory
    unbackedMemory = memory / 4
    compressionRatio = 1 << 20
    (nodes, edges) = (.max, .max)
    (attributeValues, missingAttributeValues, edgesBetweenSubgraphs) = (.max, .max, .max)
  }

  /// The limits, corrected for values that are meaningless or would overflow in sums.
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
    // Node and edge numbers have 32 bits.
    limits.nodes = min(limits.nodes, Int(Int32.max))
    limits.edges = min(limits.edges, Int(Int32.max))
    // The length of a name has 32 bits, too.
    limits.textLength = min(limits.textLength, Int(UInt32.max))
    return limits
  }
}
