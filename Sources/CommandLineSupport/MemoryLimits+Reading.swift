import GraphIO

extension MemoryLimits {
  /// The limits for a graph file: the memory of the graph is what is left of these.
  package var readLimits: ReadLimits {
    var limits = ReadLimits()
    if let left = left?.bytes {
      limits.memory = min(limits.memory, left)
      limits.unbackedMemory = min(limits.unbackedMemory, left / 4)
    }
    return limits
  }

  /// Tells, while a file is read, in words that too little memory is left; nil while there is
  /// enough.
  ///
  /// An array grows to twice its size, and for a moment both copies exist. Then the arrays become
  /// the columns of the graph. So reading may take two fifths of what is left when it begins.
  package var memoryShortage: @Sendable () -> String? {
    let allowed = limits.map { limit in
      let used = limit.measure.used
      return (limit: limit, used: used, more: max(0, limit.bytes - used) / 5 * 2)
    }
    return {
      for (limit, used, more) in allowed where limit.measure.used - used > more {
        let (more, bytes) = (Self.text(more), Self.text(limit.bytes))
        return "reading takes more than \(more) of memory, which is what it may take of the "
          + "\(bytes) that \(limit.name) allows"
      }
      return nil
    }
  }
}
