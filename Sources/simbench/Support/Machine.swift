import Foundation

/// The machine on which the run took place.
struct Machine: Equatable {
  var cpu: String?
  var cores: Int

  static var current: Machine {
    Machine(cpu: cpuName, cores: ProcessInfo.processInfo.activeProcessorCount)
  }

  private static var cpuName: String? {
    #if canImport(Darwin)
    var size = 0
    guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0 else { return nil }
    var text = [UInt8](repeating: 0, count: size)
    guard sysctlbyname("machdep.cpu.brand_string", &text, &size, nil, 0) == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    #else
    return field("model name", of: "/proc/cpuinfo")
    #endif
  }

  static var isARM: Bool {
    #if arch(arm64)
    true
    #else
    false
    #endif
  }

  /// The vector extensions that matter to the kernels, as the system names them; empty where it
  /// does not report them.
  static var vectorFeatures: [String] {
    #if canImport(Darwin)
    return isARM ? ["neon"] : []
    #else
    let wanted = [
      "sse2", "avx", "avx2", "fma", "avx512f", "avx512dq", "avx512bw", "avx512vl", "asimd", "sve",
    ]
    let line = field(isARM ? "Features" : "flags", of: "/proc/cpuinfo") ?? ""
    let words = Set(line.split(separator: " ").map(String.init))
    return wanted.filter(words.contains)
    #endif
  }

  /// The caches, for example L1d 32K; empty where the system does not report them.
  static var caches: [(name: String, size: String)] {
    #if canImport(Darwin)
    return ["l1dcachesize", "l2cachesize", "l3cachesize"].compactMap { name in
      var (size, length) = (0, MemoryLayout<Int>.size)
      guard sysctlbyname("hw." + name, &size, &length, nil, 0) == 0, size > 0 else { return nil }
      return (name.prefix(name.hasPrefix("l1") ? 3 : 2).uppercased(), "\(size >> 10)K")
    }
    #else
    func text(_ index: Int, _ file: String) -> String? {
      FileManager.default
        .contents(atPath: "/sys/devices/system/cpu/cpu0/cache/index\(index)/\(file)")
        .map {
          String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
    return (0..<8).compactMap { index in
      guard let level = text(index, "level"), let type = text(index, "type"),
        let size = text(index, "size"), type != "Instruction"
      else { return nil }
      return ("L\(level)" + (type == "Data" ? "d" : ""), size)
    }
    #endif
  }

  /// The processor time of the process so far, of all threads, in milliseconds; nil where the system
  /// does not report it.
  static var processorTime: Double? {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// The peak memory of the process, in MB (10^6 bytes); nil where the system does not report it.
  static var peakMemory: Double? {
    #if canImport(Darwin)
    var usage = rusage()
    guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
    return Double(usage.ru_maxrss) / 1e6
    #else
    // ru_maxrss is not used here: Linux inherits its value from the parent process.
    guard let text = field("VmHWM", of: "/proc/self/status") else { return nil }
    return Double(text.prefix { $0 != " " }).map { $0 * 1024 / 1e6 }
    #endif
  }

  /// The current memory of the process, in MB (10^6 bytes); the peak if the system reports only
  /// that.
  static var residentMemory: Double? {
    #if canImport(Darwin)
    return peakMemory
    #else
    guard let text = field("VmRSS", of: "/proc/self/status") else { return nil }
    return Double(text.prefix { $0 != " " }).map { $0 * 1024 / 1e6 }
    #endif
  }

  /// Resets `peakMemory`, where the system can do that.
  static func forgetPeakMemory() {
    #if !canImport(Darwin)
    // Linux: 5 resets VmHWM to what is resident now.
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
    #endif
  }

  /// The rest of the first line that starts with `name:`.
  private static func field(_ name: String, of path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      guard line.hasPrefix(name), let colon = line.firstIndex(of: ":") else { continue }
      return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }
}
