/// What a session gives to a viewer; whoever joins the two carries it.
public enum ViewerOutput: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A binary message: its beginning, which is this viewer's own, and the rest, which viewers
  /// share.
  case binary([UInt8], [UInt8])
  /// The connection is to end, with a code of RFC 6455 and a sentence.
  case close(code: UInt16, reason: String)
}

/// What a viewer sends.
public enum ViewerInput: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A binary message.
  case binary([UInt8])
}

/// Something that viewers can join: a session, seen by a server.
public protocol GraphViewHost: Sendable {
  /// What the view is called.
  var title: String { get async }
  /// What its page must be able to show. Asked once, by a server that begins: later the view may
  /// need less, never more. All where a host does not say.
  var pageParts: GraphViewPage.Parts { get async }
  /// Lets a viewer join. `send` is called in the sequence of the messages, and must not block.
  /// Returns the viewer's number; nil when there are too many of them.
  func attach(_ send: @escaping @Sendable (ViewerOutput) -> Void) async -> Int?
  /// Takes a message of a viewer. Call it again only after it has returned.
  func receive(_ input: ViewerInput, from viewer: Int) async
  /// Lets a viewer go. What it held is released.
  func detach(_ viewer: Int) async
}

extension GraphViewHost {
  public var pageParts: GraphViewPage.Parts { .all }
}

/// How many frames may be under way to a viewer.
///
/// Two, so that one is drawn while the next one comes; one while its drawing takes over 33 ms, as
/// it would be two drawings late otherwise. What is not sent is never queued: a newer frame takes
/// its place.
struct ViewerFlow: Hashable {
  /// A drawing that takes longer, in milliseconds, leaves room for one frame.
  static let slowDrawing: Float = 33

  private(set) var underWay: [UInt32] = []
  private(set) var window = 2
  private var last: UInt32 = 0

  var canSend: Bool { underWay.count < window }

  /// Counts a frame, and returns its number.
  mutating func send() -> UInt32 {
    last &+= 1
    underWay.append(last)
    return last
  }

  /// Takes an acknowledgement, which stands for all frames before too. One of a frame that is not
  /// under way changes nothing.
  mutating func acknowledge(_ sequence: UInt32, milliseconds: Float) {
    guard let place = underWay.firstIndex(of: sequence) else { return }
    underWay.removeSubrange(...place)
    window = milliseconds > Self.slowDrawing ? 1 : 2
  }
}

/// A viewer, as the session knows it.
struct Viewer {
  let send: @Sendable (ViewerOutput) -> Void
  var flow = ViewerFlow()
  /// True when it has the graph: what is sent before would mean nothing to it.
  var isGreeted = false
  /// True while frames are of no use to it.
  var isHidden = true
  var wantsFloat32 = false
  /// True when it has not had the newest frame.
  var isWaiting = false
  /// How many of its commands are being done beside the others.
  var longCommands = 0
  /// The newest frame that it has had, and whether that was exact.
  var seen: (version: UInt64, isFinal: Bool, isFloat32: Bool)?
  /// Its commands that no frame has had yet, with the version of the state after them.
  private var commands: [(number: UInt32, version: UInt64)] = []
  private var contained: UInt32 = 0

  init(send: @escaping @Sendable (ViewerOutput) -> Void) { self.send = send }

  /// A command has acted.
  mutating func note(command: UInt32, version: UInt64) {
    if commands.count >= 256 { commands.removeFirst() }
    commands.append((command, version))
  }

  /// The highest number of the commands that a frame contains.
  mutating func commands(in version: UInt64) -> UInt32 {
    let done = commands.prefix { $0.version <= version }
    for command in done { contained = max(contained, command.number) }
    commands.removeFirst(done.count)
    return contained
  }
}
