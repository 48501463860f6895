import CForceMPI

/// The processes of one run over MPI, its ranks.
///
/// A process joins the run that `mpirun`, or the queue of a cluster, has started it in; a process that was
/// started alone is its only rank. A process can join once, and leaves when the value is gone. Use it on
/// one thread. All ranks make the same calls of what takes a world, in the same order; when one of them
/// ends early, MPI ends the others.
public final class World {
  let world: OpaquePointer

  /// Joins the run. Throws `DistributedError.noMPI` with the reason when that cannot be done: the library was
  /// built without MPI, or it cannot be loaded.
  public init() throws(DistributedError) {
    var reason: UnsafePointer<CChar>?
    guard let world = ck_world_open(&reason) else {
      throw .noMPI(reason.map { String(cString: $0) } ?? "MPI could not be started")
    }
    self.world = world
  }

  deinit { ck_world_close(world) }

  /// The number of this rank, from 0.
  public var rank: Int { Int(ck_world_rank(world)) }
  /// The number of ranks.
  public var count: Int { Int(ck_world_size(world)) }

  /// The threads that each rank can have to itself: the processors of this machine that the process may use,
  /// but at most its share of all of them. `mpirun` may bind a process to fewer.
  public var threadsPerRank: Int { Int(ck_world_threads(world)) }

  /// The sum of a number of each rank, on all ranks. Called by all of them.
  public func sum(of number: Int) -> Int { Int(ck_world_total(world, Int64(number))) }

  /// The largest of a number of each rank, on all ranks. Called by all of them.
  public func maximum(of number: Double) -> Double { ck_world_largest(world, number) }

  /// Waits until all ranks are here.
  public func wait() { ck_world_wait(world) }

  /// Ends all ranks, with this exit status. For errors that only some of them find.
  public func abort(status: Int32 = 1) -> Never { ck_world_abort(world, status) }

  /// The nodes whose state this rank has, of `nodeCount` nodes: ranks have blocks of consecutive nodes, in
  /// multiples of 1,024.
  public func nodes(of nodeCount: Int) -> Range<Int> {
    first(rank, nodeCount)..<first(rank + 1, nodeCount)
  }

  func first(_ rank: Int, _ nodeCount: Int) -> Int {
    Int(ck_world_first_node(world, Int32(rank), Int64(nodeCount)))
  }
}

/// An error of a simulation that ranks share.
public enum DistributedError: Error, Hashable, Sendable {
  /// There is no MPI; the text says why.
  case noMPI(String)
  /// A force that ranks cannot share yet.
  case unsupportedForce(String)
  /// Vectors of other dimensions than two and three.
  case unsupportedVector(String)
  /// What is wrong with a file, and in which line, from 1, where it has lines.
  case file(_ path: String, line: Int?, reason: String)
  /// A saved state that is of another graph, seed, list of forces or type of vectors.
  case otherState(_ path: String)
}

extension DistributedError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .noMPI(let reason): reason
    case .unsupportedForce(let name):
      "the force \"\(name)\" cannot be shared by ranks yet; ManyBodyForce, TForce, LinkForce, CenterForce, "
        + "and forces that act on each node by itself can; links of a file have one strength and one length"
    case .unsupportedVector(let name):
      "ranks share simulations of SIMD2 and SIMD3 of Float or Double, not of \(name)"
    case .file(let path, let line, let reason):
      "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
    case .otherState(let path):
      "\(path): this state is of another graph, seed, list of forces or type of vectors"
    }
  }
}
