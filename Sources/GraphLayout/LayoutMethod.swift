import GraphModel

/// A layout method: its id, its abilities and its algorithm.
///
///     for method in LayoutMethod.all where method.isAvailable { print(method.id) }
///     let graph = try graph.layout(LayoutRequest(.stress)).graph
///
/// `all` has the methods of this library. The options that methods share are those of
/// `LayoutRequest`; a method with options of its own takes them in a function of its name, such as
/// `.grid(columns: 4)`. A program adds a method with `init(name:abilities:algorithm:)`.
///
/// The methods of this library return one finite position per node, or throw a `LayoutError` with
/// the reason. The same graph, request and seed give the same bits (docs/layouts.md lists
/// differences between machines). They are not recursive, so deep graphs are safe.
public struct LayoutMethod: Sendable, Identifiable {
  /// The name on command lines, in files and in URLs: lower case, with hyphens.
  public let id: String
  /// The abilities.
  public let abilities: Abilities

  /// The options that a method supports, and its needs.
  public struct Abilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It uses `LayoutRequest.start`, `pinned` and `maximumMove`.
    public static let start = Abilities(rawValue: 1 << 0)
    /// It is iterative, with `LayoutRequest.ticks` ticks.
    public static let ticks = Abilities(rawValue: 1 << 1)
    /// It uses `LayoutRequest.root`.
    public static let root = Abilities(rawValue: 1 << 2)
    /// It uses `LayoutRequest.repulsion`.
    public static let repulsion = Abilities(rawValue: 1 << 3)
    /// Its positions convey the structure, so that different node sizes would only distract.
    public static let order = Abilities(rawValue: 1 << 4)
    /// It needs OpenBLAS.
    public static let linearAlgebra = Abilities(rawValue: 1 << 5)
    /// It uses `LayoutRequest.goal`.
    public static let goal = Abilities(rawValue: 1 << 6)
    /// It uses `LayoutRequest.details`.
    public static let details = Abilities(rawValue: 1 << 7)
    /// It uses `LayoutRequest.direction`, in two dimensions.
    public static let direction = Abilities(rawValue: 1 << 8)
    /// It also works in three dimensions.
    public static let space = Abilities(rawValue: 1 << 9)
    /// It uses `LayoutRequest.constraints`.
    public static let constraints = Abilities(rawValue: 1 << 10)
  }

  /// Creates the algorithm for a request, with its start and distances as a placement.
  typealias Factory<Vector: LayoutVector> =
    @Sendable (LayoutRequest, Placement<Vector>) -> any GraphLayoutAlgorithm<Vector>

  private let memory: @Sendable (Size) -> Int
  private let plane: Factory<SIMD2<Double>>
  private let space: Factory<SIMD3<Double>>?
  /// The method's own options as text, for comparisons; empty for the defaults.
  private let ownOptions: String

  init(
    _ id: String, _ abilities: Abilities, memory: @escaping @Sendable (Size) -> Int,
    plane: @escaping Factory<SIMD2<Double>>, space: Factory<SIMD3<Double>>? = nil
  ) {
    self.id = id
    self.abilities = space == nil ? abilities : abilities.union(.space)
    self.memory = memory
    self.plane = plane
    self.space = space
    ownOptions = ""
  }

  /// Creates a method of a program's own.
  ///
  ///     let diagonal = LayoutMethod(name: "diagonal") { graph, request, run in
  ///       .plane((0..<graph.nodeCount).map { [Double($0), Double($0)] * request.linkLength })
  ///     }
  ///     let result = try graph.layout(LayoutRequest(diagonal))
  ///
  /// - Parameters:
  ///   - name: its id, in lower case, with hyphens. Methods with the same name are equal.
  ///   - abilities: the options that it supports; others are refused. With `start`, the request has
  ///     a position for each node: those without one are placed near their neighbours, and
  ///     positions are scaled, as `LayoutRequest.start` says. Without `space` a request has two
  ///     dimensions.
  ///   - algorithm: returns a finite position per node, in the dimensions of the request. It has to
  ///     ask `run` regularly whether to continue, and report its progress; if it must not continue,
  ///     it returns the current positions. It must depend on its arguments alone.
  public init(
    name: String, abilities: Abilities = [],
    algorithm:
      @escaping @Sendable (
        _ graph: LayoutGraph, _ request: LayoutRequest, _ run: inout LayoutRun
      ) throws(LayoutError) -> NodePositions
  ) {
    let space: Factory<SIMD3<Double>> = {
      CustomLayout(name: name, algorithm: algorithm, request: $0, placement: $1)
    }
    self.init(
      name, abilities, memory: \.graph,
      plane: { CustomLayout(name: name, algorithm: algorithm, request: $0, placement: $1) },
      space: abilities.contains(.space) ? space : nil)
  }

  /// Creates a method with options of its own.
  init(
    _ method: LayoutMethod, own options: [Any?], plane: @escaping Factory<SIMD2<Double>>,
    space: Factory<SIMD3<Double>>? = nil
  ) {
    id = method.id
    abilities = method.abilities
    memory = method.memory
    self.plane = plane
    self.space = space
    ownOptions = options.contains { $0 != nil } ? String(describing: options) : ""
  }

  /// Returns the method of an id; nil if there is none.
  ///
  /// - Parameter methods: the methods to choose from, such as `LayoutMethod.all + [diagonal]`.
  public init?(_ id: String, among methods: [LayoutMethod] = all) {
    guard let method = methods.first(where: { $0.id == id }) else { return nil }
    self = method
  }

  /// True if it also works in three dimensions.
  package var worksInSpace: Bool { abilities.contains(.space) }

  /// True if it can run with this build on this system. Otherwise layouts by it throw an error with the reason.
  public var isAvailable: Bool { unavailability == nil }

  /// The reason why it cannot run with this build or on this system; nil if it can.
  package var unavailability: LayoutError? {
    abilities.contains(.linearAlgebra) ? LinearAlgebra.unavailability(of: "The layout \(id)") : nil
  }

  /// Returns the algorithm for a request; nil if it does not support such vectors.
  package func layout<Vector>(
    _ request: LayoutRequest = LayoutRequest(), _ placement: Placement<Vector> = Placement()
  ) -> (any GraphLayoutAlgorithm<Vector>)? {
    if let placement = placement as? Placement<SIMD2<Double>> {
      return plane(request, placement) as? any GraphLayoutAlgorithm<Vector>
    }
    guard let placement = placement as? Placement<SIMD3<Double>> else { return nil }
    return space?(request, placement) as? any GraphLayoutAlgorithm<Vector>
  }

  /// Returns an estimate of the memory in bytes, without the graph. It was measured as the growth
  /// of the peak on Linux with graphs of a million nodes, and rounded up. For a program's own
  /// method it is that of a layout that needs little besides the graph.
  public func memory(of graph: GraphTopology, quality: LayoutQuality = .balanced) -> Int {
    memory(of: graph, quality, nil)
  }

  /// The same for a goal, as distances from many nodes are kept for that of `.distances`.
  package func memory(of graph: GraphTopology, _ quality: LayoutQuality, _ goal: LayoutGoal?) -> Int
  {
    memory(Size(nodes: graph.nodeCount, edges: graph.edgeCount, quality: quality, goal: goal))
  }
}

extension LayoutMethod: Hashable, CustomStringConvertible {
  public static func == (first: Self, second: Self) -> Bool {
    first.id == second.id && first.ownOptions == second.ownOptions
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(ownOptions)
  }
  public var description: String { id }
}

/// The algorithm of a program's own method.
private struct CustomLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  let name: String
  let algorithm:
    @Sendable (LayoutGraph, LayoutRequest, inout LayoutRun) throws(LayoutError) -> NodePositions
  let request: LayoutRequest
  let placement: Placement<Vector>

  func place(_ graph: LayoutGraph, run: inout LayoutRun) throws(LayoutError) -> [Vector] {
    try placement.check(nodeCount: graph.nodeCount)
    var request = request
    request.start = placement.start.map(NodePositions.init)
    request.linkLength = placement.linkLength
    let positions = try algorithm(graph, request, &run)
    guard positions.dimensions == Vector.scalarCount else {
      throw .badOption(
        "the dimensions of the result of the layout \(name)", value: "\(positions.dimensions)",
        expected: "\(Vector.scalarCount)")
    }
    return positions.vectors()
  }
}

extension NodePositions {
  /// Creates positions in two or three dimensions.
  init<Vector: LayoutVector>(_ positions: [Vector]) {
    if let positions = positions as? [SIMD2<Double>] {
      self = .plane(positions)
    } else {
      self = .space(positions.map { SIMD3($0[0], $0[1], $0[2]) })
    }
  }

  /// The positions as vectors of two or three dimensions.
  func vectors<Vector: LayoutVector>(as _: Vector.Type = Vector.self) -> [Vector] {
    if let positions = inPlane as? [Vector] { return positions }
    return inSpace as? [Vector] ?? []
  }
}
