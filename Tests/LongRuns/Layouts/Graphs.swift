import Foundation
import GraphIO
import GraphLayout
import GraphModel
import Numbers

/// A graph of one of the two sets.
struct Subject: Sendable {
  var name: String
  /// True for those that nobody looks at while a constant is chosen.
  var isHeldBack: Bool
  var graph: LayoutGraph
}

enum Subjects {
  /// - Parameter folder: the graphs of files, Benchmarks/Peers/graphs.
  static func all(folder: URL) throws -> [Subject] {
    try made(tuning, isHeldBack: false)
      + files(["lesmis", "netscience"], folder, isHeldBack: false)
      + made(heldBack, isHeldBack: true) + files(["power"], folder, isHeldBack: true)
  }

  /// Graphs without clusters, whose drawings should have none.
  static func shapeless(sizes: [Int]) throws -> [Subject] {
    try sizes.flatMap { count -> [Subject] in
      let drafts = [
        ("random", Draft(random: count, degree: 8, Numbers(seed: 201))),
        ("scale-free", Draft(scaleFree: count, edges: 3, Numbers(seed: 202))),
        ("configuration model", Draft(configuration: count, least: 2, Numbers(seed: 203))),
      ]
      return try made(drafts.map { ("\($0.0) \(count)", $0.1) }, isHeldBack: false)
    }
  }

  private static func made(
    _ drafts: [(String, Draft)], isHeldBack: Bool
  ) throws -> [Subject] {
    try drafts.map { name, draft in
      let draft = draft.shuffled(Numbers(seed: 99))
      return try Subject(
        name: name, isHeldBack: isHeldBack,
        graph: LayoutGraph(nodeCount: draft.nodeCount, edges: draft.edges))
    }
  }

  private static func files(
    _ names: [String], _ folder: URL, isHeldBack: Bool
  ) throws -> [Subject] {
    try names.map { name in
      let path = folder.appending(path: name + ".txt.gz").path
      let graph = try GraphReader(format: .edgeList).read(path: path).graph
      return try Subject(name: name, isHeldBack: isHeldBack, graph: LayoutGraph(graph))
    }
  }

  /// Constants may be chosen on these.
  private static var tuning: [(String, Draft)] {
    [
      ("grid 9 by 9", Draft(width: 9, height: 9)),
      ("grid 40 by 40", Draft(width: 40, height: 40)),
      ("grid 10 by 100", Draft(width: 10, height: 100)),
      ("mesh 30 by 30", Draft(width: 30, height: 30, diagonals: Numbers(seed: 1))),
      ("mesh 45 by 45", Draft(width: 45, height: 45, diagonals: Numbers(seed: 2))),
      ("mesh, a hole", Draft(width: 36, height: 36, holes: [(18, 18, 10)], Numbers(seed: 3))),
      (
        "mesh, three holes",
        Draft(
          width: 48, height: 40, holes: [(10, 10, 6), (34, 12, 8), (20, 29, 7)], Numbers(seed: 4))
      ),
      ("cylinder 40 by 15", Draft(around: 40, rings: 15, isTorus: false)),
      ("torus 24 by 24", Draft(around: 24, rings: 24, isTorus: true)),
      ("random tree 300", Draft(randomTree: 300, Numbers(seed: 5))),
      ("random tree 2000", Draft(randomTree: 2_000, Numbers(seed: 6))),
      ("binary tree 511", Draft(balancedTree: 2, count: 511)),
      ("tree of sixes", Draft(balancedTree: 6, count: 1_555)),
      ("roads 20 by 20", Draft(roads: 20, 20, Numbers(seed: 7))),
      ("roads 30 by 30", Draft(roads: 30, 30, Numbers(seed: 8))),
      ("small world 400", Draft(smallWorld: 400, reach: 3, share: 0.05, Numbers(seed: 9))),
      ("small world 1500", Draft(smallWorld: 1_500, reach: 4, share: 0.2, Numbers(seed: 10))),
      ("scale-free 500", Draft(scaleFree: 500, edges: 1, Numbers(seed: 11))),
      ("scale-free 1000", Draft(scaleFree: 1_000, edges: 3, Numbers(seed: 12))),
      (
        "communities 8 of 40",
        Draft(communities: 8, of: 40, degree: 8, between: 1, Numbers(seed: 13))
      ),
      (
        "communities 20 of 60",
        Draft(communities: 20, of: 60, degree: 10, between: 2, Numbers(seed: 14))
      ),
      ("bipartite 200 and 200", Draft(bipartite: 200, 200, edges: 700, Numbers(seed: 15))),
      ("bipartite 50 and 900", Draft(bipartite: 50, 900, edges: 1_800, Numbers(seed: 16))),
      ("cliques in a ring", Draft(cliques: 24, of: 10, inRing: true, Numbers(seed: 17))),
      ("cliques in a tree", Draft(cliques: 60, of: 8, inRing: false, Numbers(seed: 18))),
      ("geometric 600", Draft(geometric: 600, degree: 7, Numbers(seed: 19))),
      ("geometric 2000", Draft(geometric: 2_000, degree: 9, Numbers(seed: 20))),
      ("random 500", Draft(random: 500, degree: 4, Numbers(seed: 21))),
    ]
  }

  /// Of the same kinds with other sizes and seeds, and of kinds of their own.
  private static var heldBack: [(String, Draft)] {
    [
      ("grid 25 by 30", Draft(width: 25, height: 30)),
      ("mesh 38 by 52", Draft(width: 38, height: 52, diagonals: Numbers(seed: 101))),
      (
        "mesh, two holes",
        Draft(width: 50, height: 30, holes: [(13, 15, 8), (36, 14, 9)], Numbers(seed: 102))
      ),
      ("honeycomb", Draft(honeycomb: 36, 30)),
      ("cylinder 24 by 40", Draft(around: 24, rings: 40, isTorus: false)),
      ("Sierpinski", Draft(sierpinski: 6)),
      ("random tree 900", Draft(randomTree: 900, Numbers(seed: 103))),
      ("caterpillar", Draft(caterpillar: 60, leaves: 9)),
      ("roads 25 by 35", Draft(roads: 25, 35, Numbers(seed: 104))),
      ("small world 900", Draft(smallWorld: 900, reach: 2, share: 0.1, Numbers(seed: 105))),
      ("scale-free 1500", Draft(scaleFree: 1_500, edges: 2, Numbers(seed: 106))),
      (
        "communities 15 of 90",
        Draft(communities: 15, of: 90, degree: 6, between: 0.8, Numbers(seed: 107))
      ),
      ("bipartite 120 and 400", Draft(bipartite: 120, 400, edges: 1_000, Numbers(seed: 108))),
      ("cliques, larger", Draft(cliques: 30, of: 18, inRing: false, Numbers(seed: 109))),
      ("geometric 1200", Draft(geometric: 1_200, degree: 11, Numbers(seed: 110))),
      ("hypercube 9", Draft(hypercube: 9)),
    ]
  }
}
