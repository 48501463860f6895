/// A directed graph in layers, edges pointing down, towards smaller y: Sugiyama's method (Sugiyama, Tagawa and Toda 1981,
/// doi:10.1109/TSMC.1981.4308636).
///
/// What it is for: dependencies, flows, hierarchies: directed graphs of up to some thousand edges. Undirected edges count as leading
/// from their source to their target. Components stand packed side by side.
///
/// 1. Few edges are turned round so that no cycle is left (Eades, Lin and Smyth 1993, doi:10.1016/0020-0190(93)90079-O).
/// 2. Layers by longest paths, then nodes move to where their edges are shortest together.
/// 3. Edges over several layers get a dummy node in each; sweeps by barycentres and medians, and exchanges of neighbours,
///    reduce crossings; the best order seen is kept. `sweeps` bounds them.
/// 4. Coordinates: four alignments of nodes with their medians, averaged (Brandes and Köpf 2002,
///    doi:10.1007/3-540-45848-4_3).
///
/// Time: sweeps * (edges with dummies) * log; memory in proportion to the dummies, of which there may be `dummyLimit`.
public struct LayeredLayout: GraphLayoutAlgorithm {
  /// The distance between layers, in layout units.
  public var layerDistance: Double
  /// The least distance between neighbours on a layer, in layout units.
  public var nodeDistance: Double
  /// How many sweeps over all layers may be made to reduce crossings.
  public var sweeps: Int
  /// How many dummy nodes there may be; more throw `LayoutError.tooLarge`.
  public var dummyLimit: Int
  /// The space between components, in layout units.
  public var margin: Double

  public var name: String { "layered" }

  /// - Parameter quality: how many `sweeps` when they are not given: 8 for `quick`, 24 for `balanced`, 100 for `best`.
  public init(
    quality: LayoutQuality = .balanced, layerDistance: Double = 40, nodeDistance: Double = 20,
    sweeps: Int? = nil, dummyLimit: Int = 2_000_000, margin: Double = 40
  ) {
    self.layerDistance = layerDistance
    self.nodeDistance = nodeDistance
    self.sweeps = sweeps ?? quality.pick(quick: 8, balanced: 24, best: 100)
    self.dummyLimit = dummyLimit
    self.margin = margin
  }

  /// With what programs let people choose.
  public init(_ settings: LayoutSettings<SIMD2<Double>>) {
    self.init(quality: settings.quality)
  }

  public func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    try Check.positive(layerDistance, "layerDistance")
    try Check.positive(nodeDistance, "nodeDistance")
    try Check.atLeast(0, sweeps, "sweeps")
    try Check.atLeast(0, dummyLimit, "dummyLimit")
    try Check.positive(margin, "margin")
    var turned = 0
    let positions = try placeByComponents(graph, margin: margin, run: &run) {
      component, _, _, run throws(LayoutError) in
      run.begin("layers")
      let acyclic = AcyclicGraph(component)
      turned += acyclic.turnedCount
      var layers = try Layers(acyclic, dummyLimit: dummyLimit)
      run.begin("crossings", at: 0.1)
      CrossingReduction.reduce(&layers, sweeps: sweeps, run: &run)
      let x = AlignedCoordinates.coordinates(layers)
      return (0..<component.nodeCount).map {
        SIMD2(x[$0] * nodeDistance, -Double(layers.layer[$0]) * layerDistance)
      }
    }
    if turned > 0 {
      run.statistics.notes.append(
        "\(turned) \(turned == 1 ? "edge points" : "edges point") up, as there are cycles")
    }
    return positions
  }
}

/// A graph without cycles: each pair of joined nodes once, from above to below.
struct AcyclicGraph {
  let nodeCount: Int
  private(set) var edges: [(from: Int32, to: Int32)] = []
  /// Edges of the graph that lead against the order.
  private(set) var turnedCount = 0

  /// O(nodes + edges).
  init(_ graph: LayoutGraph) {
    nodeCount = graph.nodeCount
    let place = FeedbackOrder.places(graph)
    var kept: [(from: Int32, to: Int32)] = []
    for edge in graph.sources.indices {
      let (source, target) = (graph.sources[edge], graph.targets[edge])
      if source == target { continue }
      if place[Int(source)] < place[Int(target)] {
        kept.append((source, target))
      } else {
        kept.append((target, source))
        turnedCount += 1
      }
    }
    kept.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    for edge in kept where edges.last.map({ $0 != edge }) ?? true { edges.append(edge) }
  }
}

/// An order of the nodes against which few edges lead: takes sinks to the end and sources to the start, and when there are none
/// the node with most outgoing edges more than incoming ones to the start.
private struct FeedbackOrder {
  private let out: DirectedLists
  private let into: DirectedLists
  private var outCount: [Int]
  private var inCount: [Int]
  private var isTaken: [Bool]
  /// What is added to a surplus of outgoing edges to make it a place in `buckets`.
  private let offset: Int
  /// Nodes by surplus; entries that are out of date are skipped.
  private var buckets: [[Int32]]
  private var highest = 0
  private var sinks: [Int] = []
  private var sources: [Int] = []

  /// The place of each node in the order. O(nodes + edges).
  static func places(_ graph: LayoutGraph) -> [Int] {
    var search = FeedbackOrder(graph)
    var places = [Int](repeating: 0, count: graph.nodeCount)
    for (place, node) in search.order().enumerated() { places[node] = place }
    return places
  }

  private init(_ graph: LayoutGraph) {
    let count = graph.nodeCount
    let (out, into) = (
      DirectedLists(count, graph.sources, graph.targets),
      DirectedLists(count, graph.targets, graph.sources)
    )
    (self.out, self.into) = (out, into)
    outCount = (0..<count).map { out.range($0).count }
    inCount = (0..<count).map { into.range($0).count }
    isTaken = [Bool](repeating: false, count: count)
    offset = (outCount + inCount).max() ?? 0
    buckets = [[Int32]](repeating: [], count: 2 * offset + 1)
    for node in (0..<count).reversed() { file(node) }
    sinks = (0..<count).filter { outCount[$0] == 0 }
    sources = (0..<count).filter { inCount[$0] == 0 && outCount[$0] > 0 }
  }

  private mutating func order() -> [Int] {
    var (head, tail): ([Int], [Int]) = ([], [])
    while head.count + tail.count < isTaken.count {
      if let node = sinks.popLast() {
        if !isTaken[node] { tail.append(take(node)) }
      } else if let node = sources.popLast() {
        if !isTaken[node] { head.append(take(node)) }
      } else {
        while buckets[highest].isEmpty { highest -= 1 }
        let node = Int(buckets[highest].removeLast())
        if !isTaken[node], surplus(node) == highest { head.append(take(node)) }
      }
    }
    return head + tail.reversed()
  }

  private func surplus(_ node: Int) -> Int { outCount[node] - inCount[node] + offset }

  private mutating func file(_ node: Int) {
    buckets[surplus(node)].append(Int32(node))
    highest = max(highest, surplus(node))
  }

  /// Takes a node and its edges out of the graph.
  private mutating func take(_ node: Int) -> Int {
    isTaken[node] = true
    for other in out.others[out.range(node)].map({ Int($0) }) {
      inCount[other] -= 1
      if isTaken[other] { continue }
      if inCount[other] == 0 { sources.append(other) }
      file(other)
    }
    for other in into.others[into.range(node)].map({ Int($0) }) {
      outCount[other] -= 1
      if isTaken[other] { continue }
      if outCount[other] == 0 { sinks.append(other) }
      file(other)
    }
    return node
  }
}

/// For each node the other ends of the edges that leave it, self-edges left out.
struct DirectedLists {
  private let offsets: [Int]
  let others: [Int32]

  init(_ count: Int, _ from: [Int32], _ to: [Int32]) {
    var offsets = [Int](repeating: 0, count: count + 1)
    for edge in from.indices where from[edge] != to[edge] { offsets[Int(from[edge]) + 1] += 1 }
    for node in 0..<count { offsets[node + 1] += offsets[node] }
    var (next, others) = (offsets, [Int32](repeating: 0, count: offsets[count]))
    for edge in from.indices where from[edge] != to[edge] {
      others[next[Int(from[edge])]] = to[edge]
      next[Int(from[edge])] += 1
    }
    self.offsets = offsets
    self.others = others
  }

  func range(_ node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }
}
