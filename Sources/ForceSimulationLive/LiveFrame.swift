import ForceSimulation

/// The state of the nodes between two ticks, for a view to draw.
///
/// A frame shares its memory with the simulation and with other frames, without a copy. While a
/// frame is retained, the next tick copies the positions once; so a consumer should release a frame
/// after drawing it.
public struct LiveFrame<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable {
  /// The number of ticks of the simulation so far.
  public let tick: UInt64
  /// The temperature after the tick, dimensionless.
  public let alpha: Vector.Scalar
  /// A number that increases with each edit. In all frames of one epoch, an index denotes the same
  /// node.
  public let epoch: Int
  /// The position of each node, in layout units. `withUnsafeBufferPointer` gives access without a
  /// copy.
  public let positions: NodeArray<Vector>
  /// The ids of the nodes by index, and the index of each.
  public let ids: NodeIDs<ID>
  /// The links, by node index.
  public let links: [Link<Int>]
  /// A number that increases with each visible change.
  package let version: UInt64
  /// The state of the run.
  package let state: LiveState
  /// True while ticks or a transition move nodes.
  public let isMoving: Bool

  /// Returns the position of a node by its id, in layout units; nil if there is none. O(1).
  public subscript(id: ID) -> Vector? { ids.index(of: id).map { positions[$0] } }
}

/// What `LiveSimulation.frames(atMost:)` returns.
struct LiveFrames<ID: Hashable & Sendable, Vector: SimulationVector>: AsyncSequence, Sendable {
  typealias Element = LiveFrame<ID, Vector>
  typealias Failure = Never

  let hub: FrameHub<ID, Vector>
  /// The minimum interval between frames, in nanoseconds.
  let interval: Int64

  func makeAsyncIterator() -> Iterator { Iterator(hub, interval: interval) }

  /// A consumer of frames, until it is released.
  final class Iterator: AsyncIteratorProtocol {
    private let hub: FrameHub<ID, Vector>
    private let consumer: Int

    init(_ hub: FrameHub<ID, Vector>, interval: Int64) {
      self.hub = hub
      consumer = hub.add(interval: interval)
    }

    deinit { hub.remove(consumer) }

    /// Returns the latest frame, once there is one that this consumer has not received and its rate
    /// allows it; nil at the end.
    func next() async -> Element? { await next(isolation: #isolation) }

    func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let (hub, consumer) = (hub, consumer)
      return await withTaskCancellationHandler {
        await withCheckedContinuation(isolation: actor) { hub.wait(consumer, $0) }
      } onCancel: {
        hub.remove(consumer)
      }
    }
  }
}
