/// A message from a session to a viewer, which the host transports.
package enum ViewerOutput: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A binary message: a header specific to this viewer, and a body that viewers share.
  case binary([UInt8], [UInt8])
  /// A request to close the connection, with a code of RFC 6455 and a reason.
  case close(code: UInt16, reason: String)
}

/// A message from a viewer.
package enum ViewerInput: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A binary message.
  case binary([UInt8])
}

/// A view that viewers can join, as a server sees it.
package protocol GraphViewHost: Sendable {
  /// The title of the view.
  var title: String { get async }
  /// The components that the page must have; all by default. A server asks once when it starts:
  /// later the view may need fewer. A page whose graph gets other shapes or curves asks for them.
  var pageParts: GraphViewPage.Parts { get async }
  /// Adds a viewer. `send` is called with the messages in order, and must not block. Returns the
  /// viewer's number; nil if there are too many.
  func attach(_ send: @escaping @Sendable (ViewerOutput) -> Void) async -> Int?
  /// Handles a message of a viewer. Call it again only after it has returned.
  func receive(_ input: ViewerInput, from viewer: Int) async
  /// Removes a viewer, and releases the nodes that it held.
  func detach(_ viewer: Int) async
}

extension GraphViewHost {
  package var pageParts: GraphViewPage.Parts { .all }
}

/// The flow control of a viewer: the number of frames in flight.
///
/// Two frames allow one to be drawn while the next arrives, so that each drawing shows a new one. If
/// drawing takes more than 100 ms, only one is allowed, as the second would lag noticeably behind
/// the hand. Frames are never queued: a newer one replaces an unsent one.
struct ViewerFlow: Hashable {
  /// The drawing time in milliseconds above which only one frame is in flight.
  static let slowDrawing: Float = 100

  private(set) var underWay: [UInt32] = []
  private(set) var window = 2
  private var last: UInt32 = 0

  var canSend: Bool { underWay.count < window }

  /// Records a sent frame, and returns its sequence number.
  mutating func send() -> UInt32 {
    last &+= 1
    underWay.append(last)
    return last
  }

  /// Handles an acknowledgement, which also covers all earlier frames. An unknown sequence number
  /// is ignored.
  mutating func acknowledge(_ sequence: UInt32, milliseconds: Float) {
    guard let place = underWay.firstIndex(of: sequence) else { return }
    underWay.removeSubrange(...place)
    window = milliseconds > Self.slowDrawing ? 1 : 2
  }
}

/// The state of a viewer in the session.
struct Viewer {
  let send: @Sendable (ViewerOutput) -> Void
  var flow = ViewerFlow()
  /// True if the viewer has the graph, which other messages presuppose.
  var isGreeted = false
  /// True while the viewer cannot use frames.
  var isHidden = true
  var wantsFloat32 = false
  /// True if the viewer has not received the latest frame.
  var isWaiting = false
  /// The number of its commands that are executed concurrently.
  var longCommands = 0
  /// The last frame that it received, and whether that was exact.
  var seen: (version: UInt64, isFinal: Bool, isFloat32: Bool)?
  /// Its commands that no frame reflects yet, each with the version of the state after it.
  private var commands: [(number: UInt32, version: UInt64)] = []
  private var contained: UInt32 = 0

  init(send: @escaping @Sendable (ViewerOutput) -> Void) { self.send = send }

  /// Records that a command has been executed.
  mutating func note(command: UInt32, version: UInt64) {
    if commands.count >= 256 { commands.removeFirst() }
    commands.append((command, version))
  }

  /// Returns the highest number of the commands that a frame reflects.
  mutating func commands(in version: UInt64) -> UInt32 {
    let done = commands.prefix { $0.version <= version }
    for command in done { contained = max(contained, command.number) }
    commands.removeFirst(done.count)
    return contained
  }
}
