import SwiftUI

/// The part of SwiftUI's runtime that tests need: it evaluates bodies, restarts tasks when their
/// ids change, passes values to gestures, and draws.
@MainActor final class Screen {
  private let view: any View
  private var tasks: [(id: (any Equatable)?, task: Task<Void, Never>)] = []
  private var changes: [any Equatable] = []
  /// The views of programs by their place, for their state.
  private var views: [[Int]: any View] = [:]

  init(_ view: some View) {
    self.view = view
    update()
  }

  /// Ends all tasks, as when the view is no more on the screen.
  func close() async {
    for entry in tasks { entry.task.cancel() }
    for entry in tasks { await entry.task.value }
    tasks = []
  }

  /// Waits until something is so.
  func wait(_ what: String, until isSo: () -> Bool) async throws {
    for _ in 0..<5000 {
      update()
      if isSo() { return }
      try await Task.sleep(for: .milliseconds(2))
    }
    throw Timeout(what: what)
  }

  struct Timeout: Error {
    let what: String
  }

  // MARK: The tree

  /// All views of a type, in their sequence.
  func all<Found>(_ type: Found.Type = Found.self) -> [Found] {
    var found: [Found] = []
    walk { if let match = $0 as? Found { found.append(match) } }
    return found
  }

  var facts: [StubFact] {
    var facts: [StubFact] = []
    walk { if let modified = $0 as? any StubModifying { facts.append(modified.stubFact) } }
    return facts
  }

  private func walk(_ visit: (any View) -> Void) { walk(view, [], visit) }

  private func walk(_ view: any View, _ path: [Int], _ visit: (any View) -> Void) {
    visit(view)
    if let system = view as? any StubView {
      for (place, child) in system.stubChildren.enumerated() { walk(child, path + [place], visit) }
    } else {
      if let old = views[path], type(of: old) == type(of: view) {
        for (old, new) in zip(Mirror(reflecting: old).children, Mirror(reflecting: view).children) {
          (new.value as? any StubStateful)?.stubAdopt(old.value)
        }
      }
      views[path] = view
      walk(view.body, path + [0], visit)
    }
  }

  /// Does what follows from a change: tasks begin anew, and actions of changes are called.
  func update() {
    var (task, change) = (0, 0)
    for fact in facts {
      switch fact {
      case .task(let id, let action):
        if task == tasks.count || !Self.areEqual(tasks[task].id, id) {
          let new = Task { await action() }
          if task == tasks.count {
            tasks.append((id, new))
          } else {
            tasks[task].task.cancel()
            tasks[task] = (id, new)
          }
        }
        task += 1
      case .change(let value, let action):
        if change == changes.count {
          changes.append(value)
        } else if !Self.areEqual(
          changes[change], value)
        {
          changes[change] = value
          action()
        }
        change += 1
      default: break
      }
    }
  }

  private static func areEqual(_ left: (any Equatable)?, _ right: (any Equatable)?) -> Bool {
    func compare<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
    guard let left else { return right == nil }
    return compare(left)
  }

  // MARK: Hands and eyes

  /// Gives a value to the gestures that take it, and ends them, unless more is to come.
  func send(_ value: Any, ends: Bool = true) {
    for isLast in ends ? [false, true] : [false] {
      for case .gesture(let gesture) in facts { gesture.stubSend(value, isLast: isLast) }
      update()
    }
  }

  func tap(_ point: CGPoint) { send(SpatialTapGesture.Value(stubAt: point)) }

  /// What the canvas draws now.
  func draw() -> [GraphicsContext.StubCall] {
    guard let canvas = all(Canvas<EmptyView>.self).first else { return [] }
    var context = GraphicsContext(stub: ())
    canvas.renderer(&context, stubSize)
    return context.stubCalls
  }

  /// The places of discs that are drawn.
  func discs() -> [CGRect] {
    draw().flatMap { call -> [CGRect] in
      guard case .fill(let path, _) = call else { return [] }
      return path.stubParts.compactMap { part in
        if case .ellipse(let rect) = part { rect } else { nil }
      }
    }
  }

  func texts() -> [String] {
    draw().compactMap { call in
      if case .text(let text, _, _) = call { text.stubText } else { nil }
    }
  }
}
