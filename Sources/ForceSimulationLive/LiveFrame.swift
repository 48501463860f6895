import ForceSimulation

/// The nodes at one moment between ticks: what a view draws.
///
/// A value that shares its memory with the simulation and with other frames, without a copy. While
/// a frame is kept, the next tick copies the positions once; so a consumer lets go of a frame when
/// it has drawn it.
public struct LiveFrame<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable {
  /// The number of ticks of the simulation so far.
  public let tick: UInt64
  /// The temperature after the tick, dimensionless.
  public let alpha: Vector.Scalar
  /// A number that is higher after each edit. In frames of one epoch, each index is the same node.
  public let epoch: Int
  /// The position of each node, in layout units. `withUnsafeBufferPointer` reads them in place.
  public let positions: NodeArray<Vector>
  /// The ids of the nodes by index, and the index of each.
  public let ids: NodeIDs<ID>
  /// The links, by node index.
  public let links: [Link<Int>]
  /// A number that is higher after each change that a frame shows.
  package let version: UInt64
  /// The state of the run.
  package let state: LiveState
  /// True while ticks or a transition move nodes.
  package let isMoving: Bool

  /// The position of the node of an id, in layout units; nil when there is none. O(1).
  public subscript(id: ID) -> Vector? { ids.index(of: id).map { positions[$0] } }
}

/// The frames of a live simulation, for `for await`: the newest one each time.
///
/// Each iterator is a consumer of its own, at its own speed. A consumer that takes longer than a
/// tick skips frames; nothing is queued for it, and nobody waits for it. The first frame is the
/// present state. Another frame comes when something has changed. The sequence ends when the
/// simulation is stopped or gone, and when the task of the consumer is cancelled.
public struct LiveFrames<ID: Hashable & Sendable, Vector: SimulationVector>: AsyncSequence, Sendable
{
  /// A frame.
  public typealias Element = LiveFrame<ID, Vector>
  /// Frames do not fail.
  public typealias Failure = Never

  let hub: FrameHub<ID, Vector>
  /// The shortest distance between frames, in nanoseconds.
  let interval: Int64

  /// Begins to consume frames.
  public func makeAsyncIterator() -> Iterator { Iterator(hub, interval: interval) }

  /// A consumer of frames, until it is released.
  public final class Iterator: AsyncIteratorProtocol {
    private let hub: FrameHub<ID, Vector>
    private let consumer: Int

    init(_ hub: FrameHub<ID, Vector>, interval: Int64) {
      self.hub = hub
      consumer = hub.add(interval: interval)
    }

    deinit { hub.remove(consumer) }

    /// The newest frame, once there is one that this consumer has not had and its rate allows it;
    /// nil at the end.
    public func next() async -> Element? { await next(isolation: #isolation) }

    /// The newest frame, as `next()`.
    public func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let (hub, consumer) = (hub, consumer)
      return await withTaskCancellationHandler {
        await withCheckedContinuation(isolation: actor) { hub.wait(consumer, $0) }
      } onCancel: {
        hub.remove(consumer)
      }
    }
  }
}
