import ForceSimulation

typealias Vector = SIMD2<Double>
typealias Graph = Simulation<Vector, ForceList<Vector>>

/// The expected graph after all edits so far, by ids. It is computed without the library.
struct Mirror {
  /// The ids of the nodes, in the order of their indices.
  var ids: [Int]
  /// The links by id, in their order, and the length of each.
  var links: [Link<Int>]
  var lengths: [Double]
  var radii: [Int: Double]
  var pins: [Int: Vector] = [:]
  private var nextID: Int

  init(nodeCount: Int, links: [Link<Int>]) {
    ids = Array(0..<nodeCount)
    self.links = links
    lengths = links.map(Self.length)
    radii = Dictionary(uniqueKeysWithValues: ids.map { ($0, Self.radius($0)) })
    nextID = nodeCount
  }

  static func radius(_ id: Int) -> Double { Double(id % 7) + 1 }
  static func length(_ link: Link<Int>) -> Double { Double((link.source ^ link.target) % 40) + 10 }

  mutating func newID() -> Int {
    nextID += 1
    return nextID - 1
  }

  mutating func remove(nodes: Set<Int>) {
    ids.removeAll { nodes.contains($0) }
    for id in nodes {
      radii[id] = nil
      pins[id] = nil
    }
    keepLinks { !nodes.contains($0.source) && !nodes.contains($0.target) }
  }

  mutating func add(link: Link<Int>) {
    links.append(link)
    lengths.append(Self.length(link))
  }

  mutating func keepLinks(where stays: (Link<Int>) -> Bool) {
    let kept = links.indices.filter { stays(links[$0]) }
    lengths = kept.map { lengths[$0] }
    links = kept.map { links[$0] }
  }
}

extension Mirror {
  /// The first thing that differs from the simulation, in words.
  func difference(from simulation: Graph) throws -> String? {
    let kinetics = simulation.kinetics
    guard kinetics.nodeCount == ids.count else {
      return "\(kinetics.nodeCount) nodes instead of \(ids.count)"
    }
    let nodes = try NodeIDs(ids)
    let expected = try nodes.links(links)
    guard kinetics.links == expected else {
      return "the links are not those of the edits: \(kinetics.links.count), \(links.count)"
    }
    for node in ids.indices where kinetics.pins[node] != pins[ids[node]] {
      return "the pin of node \(ids[node]) is \(String(describing: kinetics.pins[node]))"
    }
    return difference(from: simulation.forces)
  }

  private func difference(from forces: ForceList<Vector>) -> String? {
    guard let collide = forces["CollideForce", as: CollideForce<Vector>.self],
      case .array(let values, _) = collide.radius, values == ids.map({ radii[$0]! })
    else { return "the radii are not those of their nodes" }
    guard let link = forces["LinkForce", as: LinkForce<Vector>.self],
      case .array(let each, _) = link.length, each == lengths
    else { return "the lengths are not those of their links" }
    return nil
  }
}
