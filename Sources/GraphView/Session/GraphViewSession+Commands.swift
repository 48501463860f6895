import ForceSimulation
import ForceSimulationLive
import GraphModel

extension GraphViewSession {
  /// Executes a command of a viewer, and responds. If it throws, nothing has changed.
  func run(_ command: TextCommand, _ viewer: Int) async throws {
    try checkEpoch(command)
    switch command.do {
    case "pause": await live.pause()
    case "resume": try await live.start()
    case "step": try await takeSteps(command)
    case "reheat": try await reheat(command)
    case "speed": try await setSpeed(command)
    case "set":
      let forces = try await live.setForce(
        needed(command.force, "force", command), needed(command.parameter, "parameter", command),
        to: needed(command.value, "value", command))
      broadcast(StateMessage(forces: forces), except: viewer)
    case "force":
      let forces = try await live.switchForce(
        needed(command.name, "name", command), isOn: needed(command.on, "on", command))
      broadcast(StateMessage(forces: forces), except: viewer)
    case "pin": try await pin(command)
    case "unpin":
      let ids = try nodes(command).map { snapshot.ids[$0] }
      try await live.unpin(ids)
      await updatePins()
    case "precision":
      let bits = try needed(command.bits, "bits", command)
      guard bits == 16 || bits == 32 else {
        throw GraphViewError.outOfRange("bits", value: "\(bits)", allowed: "16 or 32")
      }
      viewers[viewer]?.wantsFloat32 = bits == 32
      if bits == 32 { await refresh(viewer) }
    case "hidden": try await setHidden(command, viewer)
    case "select":
      selection = try nodes(command)
      let ids = selection.map { snapshot.ids[$0] }
      if ids.count == 1, let id = ids.first { eventHub.send(.tapped(id)) }
      eventHub.send(.selected(ids))
    case "step_to":
      let target = try needed(command.step, "step", command)
      guard let steps, steps.steps.indices.contains(target) else {
        throw GraphViewError.outOfRange(
          "step", value: "\(target)", allowed: "one of \(steps?.steps.count ?? 0) steps")
      }
      step = target
      broadcast(StateMessage(step: target), except: viewer)
      eventHub.send(.step(target))
    case "look", "layout", "export", "find", "column", "add", "remove", "undo", "open", "close":
      // Slow commands must not delay this viewer's other messages.
      return try later(command, viewer)
    case "status": return answer(command, viewer, await status())
    case "details": return answer(command, viewer, try details(command))
    case "labels": try sendLabels(command, viewer)
    default: throw GraphViewError.impossible("there is no command \"\(command.do)\"")
    }
    answer(command, viewer)
  }

  /// Throws if the indices of a command belong to an earlier graph.
  func checkEpoch(_ command: TextCommand) throws(GraphViewError) {
    if let epoch = command.epoch, epoch != 0, epoch != wireEpoch {
      throw .impossible("the graph has changed since; try again")
    }
  }

  /// Executes a command concurrently with others.
  private func later(_ command: TextCommand, _ viewer: Int) throws {
    guard let count = viewers[viewer]?.longCommands, count < 16 else {
      throw GraphViewError.impossible("16 commands of this viewer are being done; wait for one")
    }
    viewers[viewer]?.longCommands += 1
    if command.do == "layout" {
      layoutTask?.cancel()
      lastLayout += 1
    }
    let task = Task { [weak self] in
      guard let self else { return }
      do { try await self.runLong(command, viewer) } catch {
        await self.refuse(command.id, error, viewer)
      }
      await self.laterIsDone(viewer)
    }
    if command.do == "layout" { layoutTask = task }
  }

  private func laterIsDone(_ viewer: Int) { viewers[viewer]?.longCommands -= 1 }

  private func runLong(_ command: TextCommand, _ viewer: Int) async throws {
    switch command.do {
    case "look": try await setLooks(command)
    case "layout": try await moveToLayout(command)
    case "add", "remove", "undo": try await edit(command)
    case "open", "close": try await setOpen(command.do == "open", command)
    case "find": return answer(command, viewer, try await find(command))
    case "column":
      let bytes = try await column(command)
      viewers[viewer]?.send(.binary(bytes, []))
      return
    default:
      let file = try await export(command)
      viewers[viewer]?.send(.binary(file.message(request: command.id ?? 0), []))
      return
    }
    answer(command, viewer)
  }

  // MARK: The run

  private func takeSteps(_ command: TextCommand) async throws {
    let ticks = command.ticks ?? 1
    guard (1...1000).contains(ticks) else {
      throw GraphViewError.outOfRange("ticks", value: "\(ticks)", allowed: "from 1 to 1000")
    }
    await live.pause()
    try await live.step(ticks)
  }

  private func reheat(_ command: TextCommand) async throws {
    let alpha = command.alpha ?? 1
    guard alpha.isFinite, alpha > 0, alpha <= 10 else {
      throw GraphViewError.outOfRange("alpha", value: "\(alpha)", allowed: "above 0, at most 10")
    }
    try await live.reheat(to: Vector.Scalar(alpha))
    try await live.start()
  }

  private func setSpeed(_ command: TextCommand) async throws {
    let new: ViewSpeed
    switch try needed(command.factor, "factor", command) {
    case .free: new = .free
    case .number(let count):
      guard [1, 2, 4, 8].contains(count) else {
        throw GraphViewError.outOfRange(
          "factor", value: "\(count)", allowed: "1, 2, 4, 8 or \"free\"")
      }
      new = .ticksPerFrame(count)
    }
    try await live.setPace(new, frequency: frequency)
    speed = new
    broadcast(StateMessage(speed: new))
  }

  private func setHidden(_ command: TextCommand, _ viewer: Int) async throws {
    let isHidden = try needed(command.on, "on", command)
    viewers[viewer]?.isHidden = isHidden
    if !isHidden { await refresh(viewer) }
  }

  // MARK: Pins

  private func pin(_ command: TextCommand) async throws {
    let nodes = try nodes(command)
    var points: [Vector?] = Array(repeating: nil, count: nodes.count)
    if let at = command.at {
      guard at.count == nodes.count else {
        throw GraphViewError.impossible(
          "\"pin\" has \(at.count) points for \(nodes.count) nodes; it needs one for each")
      }
      for (place, coordinates) in at.enumerated() {
        guard coordinates.count == Vector.scalarCount, coordinates.allSatisfy(\.isFinite) else {
          throw GraphViewError.impossible(
            "a point of \"pin\" needs \(Vector.scalarCount) finite coordinates")
        }
        var point = Vector.zero
        for axis in coordinates.indices { point[axis] = Vector.Scalar(coordinates[axis]) }
        points[place] = point
      }
    }
    try await live.pin(zip(nodes, points).map { (id: snapshot.ids[$0], point: $1) })
    await updatePins()
  }

  // MARK: Looks

  private func setLooks(_ command: TextCommand) async throws {
    var choice = shown.choice
    if let color = command.color { choice.color = color.name }
    if let size = command.size { choice.size = size.name }
    if let labels = command.labels { choice.labels = labels.name }
    await beginChange()
    defer { endChange() }
    let columns = try await ShownLooks.columns(choice, of: snapshot.graph, options)
    show(ShownLooks(snapshot, choice, columns, options))
  }

  /// Changes the style of the same graph, and sends the difference.
  func show(_ new: ShownLooks) {
    let old = shown
    shown = new
    shown.looks.setPinned(pins)
    for change in shown.looks.changes(since: old.looks) {
      broadcast(shown.looks.message(change, epoch: wireEpoch))
    }
    if shown.labels != old.labels {
      let count = shown.labels.count
      // All nodes that had a label are sent, since a page drops a label only when it gets another
      // one.
      var message = shown.importantLabels()
      let sent = Set(message.nodes)
      for node in old.labels.indices where !old.labels[node].isEmpty && !sent.contains(node) {
        message.nodes.append(node)
        message.labels.append(node < count ? shown.labels[node] : "")
      }
      broadcast(message.bytes(epoch: wireEpoch))
    }
    if shown.choice != old.choice || shown.legend != old.legend {
      broadcast(StateMessage(looks: shown.choice, legend: shown.legend))
    }
  }
}
