import FileWriting

/// The memory that a program may have: limits of the system, and one of its caller.
///
/// A Swift program that gets no memory crashes. So the tools estimate the memory of their work
/// before they begin, and refuse work that does not fit.
package struct MemoryLimits: Sendable {
  /// One of the limits.
  package struct Limit: Equatable, Sendable {
    package var bytes: Int
    /// Its name in messages: `ulimit -v`.
    package var name: String
    /// The kind of memory that it limits.
    package var measure: Measure

    package init(bytes: Int, name: String, measure: Measure) {
      self.bytes = bytes
      self.name = name
      self.measure = measure
    }
  }

  /// The kinds of memory that the system counts.
  package enum Measure: String, Sendable {
    case addressSpace = "VmSize"
    case data = "VmData"
    case resident = "VmRSS"

    /// The number of bytes of this kind that the process uses now; 0 if the system does not report
    /// it.
    package var used: Int { ProcessStatus.bytes(rawValue) ?? 0 }
  }

  package var limits: [Limit]

  package init(_ limits: [Limit]) { self.limits = limits }

  /// The limits of this process.
  ///
  /// - Parameters:
  ///   - option: the value of an option that limits memory, if there is one.
  ///   - optionName: the name of that option.
  package static func current(option: Int? = nil, optionName: String = "--max-memory") -> Self {
    var limits: [Limit] = []
    if let option { limits.append(Limit(bytes: option, name: optionName, measure: .resident)) }
    for (resource, name, measure) in [
      (Resource.addressSpace, "ulimit -v", Measure.addressSpace),
      (Resource.data, "ulimit -d", .data),
    ] {
      if let bytes = resource { limits.append(Limit(bytes: bytes, name: name, measure: measure)) }
    }
    if let bytes = ProcessStatus.groupLimit {
      limits.append(
        Limit(bytes: bytes, name: "the memory of its control group", measure: .resident))
    }
    let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    limits.append(Limit(bytes: physical, name: "the memory of this machine", measure: .resident))
    return MemoryLimits(limits)
  }

  /// The number of bytes that are left, and the limit that determines it.
  package var left: (bytes: Int, limit: Limit)? {
    limits.map { (bytes: max(0, $0.bytes - $0.measure.used), limit: $0) }
      .min { $0.bytes < $1.bytes }
  }

  /// Throws if `bytes` more do not fit.
  ///
  /// - Parameter what: the work that needs them, for the message.
  package func check(_ bytes: Int, for what: String) throws(Failure) {
    guard let left, bytes > left.bytes else { return }
    throw .tooLittleMemory(
      "\(what) takes about \(Self.text(bytes)) of memory; \(Self.text(left.bytes)) are left "
        + "(\(left.limit.name): \(Self.text(left.limit.bytes))).")
  }

  /// Returns a number of bytes for users: `73 MiB`, in powers of 1024 as in --max-memory and
  /// ulimit.
  package static func text(_ bytes: Int) -> String {
    bytes >= 10 << 30
      ? "\(bytes >> 30) GiB" : bytes >= 10 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }
}

extension Failure {
  /// Returns the failure of work that would take more memory than allowed.
  package static func tooLittleMemory(_ message: String) -> Failure {
    Failure(exitCode: 71, message: message)
  }
}

/// The limits of the system's resources; nil for those without one.
private enum Resource {
  #if canImport(Glibc)
  static var addressSpace: Int? { limit { getrlimit(CInt(RLIMIT_AS.rawValue), &$0) } }
  static var data: Int? { limit { getrlimit(CInt(RLIMIT_DATA.rawValue), &$0) } }
  #else
  static var addressSpace: Int? { limit { getrlimit(RLIMIT_AS, &$0) } }
  static var data: Int? { limit { getrlimit(RLIMIT_DATA, &$0) } }
  #endif

  private static func limit(_ get: (inout rlimit) -> Int32) -> Int? {
    var found = rlimit()
    guard get(&found) == 0, found.rlim_cur < rlim_t(Int.max) else { return nil }
    return Int(found.rlim_cur)
  }
}

/// Facts about this process, which are only available on Linux.
private enum ProcessStatus {
  static func bytes(_ name: String) -> Int? {
    guard let text = text("/proc/self/status") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
      return Int(line.filter(\.isNumber)).map { $0 * 1024 }
    }
    return nil
  }

  /// The smallest limit of the control groups (version 2) of the process.
  static var groupLimit: Int? {
    guard
      let line = text("/proc/self/cgroup")?.split(separator: "\n").first(where: {
        $0.hasPrefix("0::")
      })
    else { return nil }
    var path = line.dropFirst(3).split(separator: "/")
    var least: Int?
    while true {
      let folder = (["", "sys", "fs", "cgroup"] + path).joined(separator: "/")
      if let limit = text(folder + "/memory.max").flatMap({ Int($0.filter(\.isNumber)) }) {
        least = min(least ?? limit, limit)
      }
      if path.isEmpty { return least }
      path.removeLast()
    }
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
