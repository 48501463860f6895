import Foundation
import Numbers

/// A graph under construction: edges as pairs of nodes.
struct Draft {
  var nodeCount: Int
  var edges: [(Int, Int)] = []
}

// MARK: Meshes

extension Draft {
  /// A grid; with `random`, each square has one of its diagonals.
  init(width: Int, height: Int, diagonals random: Numbers? = nil) {
    self.init(nodeCount: width * height)
    var random = random
    for y in 0..<height {
      for x in 0..<width {
        let node = y * width + x
        if x + 1 < width { edges.append((node, node + 1)) }
        if y + 1 < height { edges.append((node, node + width)) }
        if x + 1 < width, y + 1 < height, let isFalling = random?.below(2) {
          edges.append(
            isFalling == 0 ? (node, node + width + 1) : (node + 1, node + width))
        }
      }
    }
  }

  /// A mesh without the nodes in some discs. Centres and radii in squares of the grid.
  init(width: Int, height: Int, holes: [(Double, Double, Double)], _ random: Numbers) {
    let whole = Draft(width: width, height: height, diagonals: random)
    self = whole.part { node in
      let (x, y) = (Double(node % width), Double(node / width))
      return !holes.contains { ($0.0 - x) * ($0.0 - x) + ($0.1 - y) * ($0.1 - y) < $0.2 * $0.2 }
    }
  }

  /// A grid whose rows are closed, and the columns too if it `isTorus`.
  init(around: Int, rings: Int, isTorus: Bool) {
    self.init(nodeCount: around * rings)
    for ring in 0..<rings {
      for at in 0..<around {
        edges.append((ring * around + at, ring * around + (at + 1) % around))
        if ring + 1 < rings || isTorus {
          edges.append((ring * around + at, (ring + 1) % rings * around + at))
        }
      }
    }
  }

  /// Hexagons: a grid without every second of its upright edges.
  init(honeycomb width: Int, _ height: Int) {
    self.init(width: width, height: height)
    edges.removeAll { $1 == $0 + width && ($0 % width + $0 / width) % 2 == 1 }
  }

  /// A grid of which some edges are closed, and the others have nodes on their way, as roads have.
  init(roads width: Int, _ height: Int, _ random: Numbers) {
    var random = random
    let grid = Draft(width: width, height: height)
    self.init(nodeCount: grid.nodeCount)
    for (a, b) in grid.edges where random.below(10) < 7 {
      var last = a
      for _ in 0..<random.below(3) {
        edges.append((last, nodeCount))
        last = nodeCount
        nodeCount += 1
      }
      edges.append((last, b))
    }
    self = largestComponent()
  }

  /// Triangles in triangles.
  init(sierpinski depth: Int) {
    self.init(nodeCount: 3, edges: [(0, 1), (1, 2), (2, 0)])
    var corners = (0, 1, 2)
    for _ in 1..<depth {
      // Three copies that share corners: the second's first corner is the first's second, and so on.
      let (count, old) = (nodeCount, edges)
      var name = [Int](0..<3 * count)
      name[count + corners.0] = corners.1
      name[2 * count + corners.0] = corners.2
      name[2 * count + corners.1] = count + corners.2
      edges += [1, 2].flatMap { copy in
        old.map { (name[copy * count + $0.0], name[copy * count + $0.1]) }
      }
      nodeCount = 3 * count
      corners = (corners.0, count + corners.1, 2 * count + corners.2)
    }
    let used = Set(edges.flatMap { [$0.0, $0.1] })
    self = part(used.contains)
  }
}

// MARK: Trees

extension Draft {
  /// Each node hangs on any of those before it.
  init(randomTree count: Int, _ random: Numbers) {
    var random = random
    self.init(nodeCount: count, edges: (1..<count).map { (random.below($0), $0) })
  }

  init(balancedTree branches: Int, count: Int) {
    self.init(nodeCount: count, edges: (1..<count).map { (($0 - 1) / branches, $0) })
  }

  /// A path with leaves.
  init(caterpillar length: Int, leaves: Int) {
    self.init(nodeCount: length * (1 + leaves), edges: (1..<length).map { ($0 - 1, $0) })
    for leaf in 0..<length * leaves { edges.append((leaf / leaves, length + leaf)) }
  }
}

// MARK: Networks

extension Draft {
  /// A ring in which each node knows the next `reach`; a share of the edges lead anywhere (Watts and Strogatz 1998).
  init(smallWorld count: Int, reach: Int, share: Double, _ random: Numbers) {
    var random = random
    self.init(nodeCount: count)
    for node in 0..<count {
      for step in 1...reach {
        edges.append((node, random.unit() < share ? random.below(count) : (node + step) % count))
      }
    }
  }

  /// Each node brings edges, to nodes in proportion to their degrees (Barabási and Albert 1999).
  init(scaleFree count: Int, edges each: Int, _ random: Numbers) {
    var random = random
    self.init(nodeCount: count)
    for node in 1..<count {
      for _ in 0..<min(each, node) {
        // An end of an earlier edge, or the first node.
        let chosen = edges.isEmpty ? (0, 0) : edges[random.below(edges.count)]
        let target = random.below(2) == 0 ? chosen.0 : chosen.1
        edges.append((node, target == node ? node - 1 : target))
      }
    }
  }

  /// Communities of random edges, joined by a few.
  init(communities: Int, of size: Int, degree: Double, between: Double, _ random: Numbers) {
    var random = random
    self.init(nodeCount: communities * size)
    for _ in 0..<Int(degree * Double(nodeCount) / 2) {
      let node = random.below(nodeCount)
      edges.append((node, node / size * size + random.below(size)))
    }
    for _ in 0..<Int(between * Double(nodeCount) / 2) {
      edges.append((random.below(nodeCount), random.below(nodeCount)))
    }
    self = largestComponent()
  }

  /// Complete graphs: each joined by an edge to one before it, in a ring or in a tree.
  init(cliques: Int, of size: Int, inRing: Bool, _ random: Numbers) {
    var random = random
    self.init(nodeCount: cliques * size)
    for clique in 0..<cliques {
      let first = clique * size
      for a in 0..<size { edges += (a + 1..<size).map { (first + a, first + $0) } }
      if inRing {
        edges.append((first, (first + size) % nodeCount))
      } else if clique > 0 {
        edges.append((first + random.below(size), random.below(first)))
      }
    }
  }

  init(bipartite left: Int, _ right: Int, edges count: Int, _ random: Numbers) {
    var random = random
    self.init(nodeCount: left + right)
    edges = (0..<count).map { _ in (random.below(left), left + random.below(right)) }
    self = largestComponent()
  }

  /// Points in the unit square, joined when they are near.
  init(geometric count: Int, degree: Double, _ random: Numbers) {
    var random = random
    self.init(nodeCount: count)
    let points = (0..<count).map { _ in (random.unit(), random.unit()) }
    let reach = degree / (Double(count) * Double.pi)
    for a in 0..<count {
      for b in a + 1..<count {
        let (x, y) = (points[a].0 - points[b].0, points[a].1 - points[b].1)
        if x * x + y * y < reach { edges.append((a, b)) }
      }
    }
    self = largestComponent()
  }

  /// Both ends of an edge are any nodes.
  init(random count: Int, degree: Double, _ random: Numbers) {
    var random = random
    self.init(nodeCount: count)
    edges = (0..<Int(degree * Double(count) / 2)).map { _ in
      (random.below(count), random.below(count))
    }
    self = largestComponent()
  }

  /// Stubs of edges in pairs by lot; degrees from `least` on that fall with the power -2.5 (Molloy and Reed 1995).
  init(configuration count: Int, least: Int, _ random: Numbers) {
    var random = random
    self.init(nodeCount: count)
    var stubs: [Int] = []
    for node in 0..<count {
      // 1 / u^(2/3) has the exponent 2.5. The largest degrees are those that pairs by lot can have.
      let degree = Double(least) / pow(1 - random.unit(), 2.0 / 3)
      stubs += repeatElement(node, count: Int(min(degree, 3 * Double(count).squareRoot())))
    }
    for last in stride(from: stubs.count - 1, to: 0, by: -1) {
      stubs.swapAt(last, random.below(last + 1))
    }
    edges = stride(from: 1, to: stubs.count, by: 2).map { (stubs[$0 - 1], stubs[$0]) }
    self = largestComponent()
  }

  init(hypercube dimensions: Int) {
    self.init(nodeCount: 1 << dimensions)
    for node in 0..<nodeCount {
      for bit in 0..<dimensions where node >> bit & 1 == 0 { edges.append((node, node | 1 << bit)) }
    }
  }
}

// MARK: Parts

extension Draft {
  /// The nodes that are kept, numbered anew, and the edges between them.
  func part(_ isKept: (Int) -> Bool) -> Draft {
    var number = [Int](repeating: -1, count: nodeCount)
    var count = 0
    for node in 0..<nodeCount where isKept(node) {
      number[node] = count
      count += 1
    }
    let kept = edges.filter { number[$0.0] >= 0 && number[$0.1] >= 0 }
    return Draft(nodeCount: count, edges: kept.map { (number[$0.0], number[$0.1]) })
  }

  func largestComponent() -> Draft {
    var parent = [Int](0..<nodeCount)
    func root(_ node: Int) -> Int {
      var node = node
      while parent[node] != node {
        parent[node] = parent[parent[node]]
        node = parent[node]
      }
      return node
    }
    for (a, b) in edges { parent[root(a)] = root(b) }
    var sizes: [Int: Int] = [:]
    for node in 0..<nodeCount { sizes[root(node), default: 0] += 1 }
    let largest = sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return part { root($0) == largest }
  }

  /// Under new numbers: an order of nodes that follows the shape would help a layout.
  func shuffled(_ random: Numbers) -> Draft {
    var random = random
    var order = [Int](0..<nodeCount)
    for last in stride(from: nodeCount - 1, to: 0, by: -1) {
      order.swapAt(last, random.below(last + 1))
    }
    return Draft(
      nodeCount: nodeCount, edges: edges.filter { $0.0 != $0.1 }.map { (order[$0.0], order[$0.1]) })
  }
}
