import Observation

extension DimensionedGraphView {
  /// A view of a graph that is declared by a model, and follows it.
  ///
  ///     let view = try await GraphView(observing: model, title: "Friends") { model in
  ///       ForceDirectedGraph {
  ///         Series(model.people) { NodeMark(id: $0.name) }
  ///         Series(model.friendships) { LinkMark(from: $0.a, to: $0.b) }
  ///       }
  ///     }
  ///
  /// When a property changes that the block has read, the block is asked again, and the graph is
  /// compared with the one before: see `update(_:)`. Several changes in a row are one. The view
  /// keeps the model, and follows it until it is let go of or closed.
  ///
  /// A graph that is not possible, such as one of two nodes with one id, leaves the one before:
  /// viewers are told, and `events` has `.failed`.
  ///
  /// - Parameters:
  ///   - model: of the main actor, as those of interfaces are.
  ///   - graph: asked on the main actor.
  /// - Throws: as the first graph does.
  @MainActor
  public convenience init<Model: Observable & AnyObject, Content: GraphContent<NodeID>>(
    observing model: Model, title: String = "Graph", options: GraphViewOptions? = nil,
    services: GraphViewServices = GraphViewServices(),
    graph: @escaping @MainActor (Model) -> ForceDirectedGraph<NodeID, Content>
  ) async throws {
    let options = options ?? GraphViewOptions(title: title)
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // What has been read tells of its first change only, before that happens: the stream wakes the
    // task below on the main actor, when whoever changes the model has done so.
    let read: @MainActor () throws -> DeclaredGraph<NodeID> = {
      try withObservationTracking {
        Result { try graph(model).declared(theme: options.theme) }
      } onChange: {
        change.yield()
      }.get()
    }
    try await self.init(read(), options: options, services: services)
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
