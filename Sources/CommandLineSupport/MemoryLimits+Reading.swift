import GraphIO

extension MemoryLimits {
  /// The limits of reading a graph file: its memory is what these limits leave.
  package var readLimits: ReadLimits {
    var limits = ReadLimits()
    if let left = left?.bytes {
      limits.memory = min(limits.memory, left)
      limits.unbackedMemory = min(limits.unbackedMemory, left / 4)
    }
    return limits
  }

  /// A check during reading: returns a message if too little memory is left, else nil.
  ///
  /// An array doubles its capacity when it grows, and both copies exist for a moment. Then the
  /// arrays become the columns of the graph. So reading may take two fifths of the memory that is
  /// left at its beginning.
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
