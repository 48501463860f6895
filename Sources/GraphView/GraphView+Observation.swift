import Observation

extension DimensionedGraphView {
  /// A view that follows a graph declared by an observable model.
  ///
  ///     let view = try await GraphView(observing: model, title: "Friends") { model in
  ///       ForceDirectedGraph {
  ///         Series(model.people) { NodeMark(id: $0.name) }
  ///         Series(model.friendships) { LinkMark(from: $0.a, to: $0.b) }
  ///       }
  ///     }
  ///
  /// When a property that the block has read changes, the block is called again and the view is
  /// updated with the difference: see `update(_:)`. Changes in quick succession are combined. The
  /// view retains the model, and follows it until it is deallocated or closed.
  ///
  /// An invalid graph, such as one with duplicate ids, does not replace the current one: viewers
  /// are notified, and `events` yields `.failed`.
  ///
  /// - Parameters:
  ///   - model: an object of the main actor.
  ///   - graph: called on the main actor.
  /// - Throws: the error of the first graph.
  @MainActor
  public convenience init<Model: Observable & AnyObject, Content: GraphContent<NodeID>>(
    observing model: Model, title: String = "Graph", options: GraphViewOptions? = nil,
    graph: @escaping @MainActor (Model) -> ForceDirectedGraph<NodeID, Content>
  ) async throws {
    let options = options ?? GraphViewOptions(title: title)
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // `withObservationTracking` reports only the first change, and does so before the change takes
    // place. The stream therefore wakes the task below, which runs on the main actor after the
    // change.
    let read: @MainActor () throws -> GraphSnapshot<NodeID> = {
      try withObservationTracking {
        Result { try graph(model).snapshot(theme: options.theme) }
      } onChange: {
        change.yield()
      }.get()
    }
    try await self.init(read(), options: options)
    let task = Task { @MainActor [weak self, session] in
      for await _ in changes {
        if self == nil { return }
        do {
          let new = try read()
          try await self?.update(new)
        } catch { await session.tell(error) }
      }
    }
    following.withLock { $0 = task }
  }
}
