import CForceMPI

/// A file that ranks read or write together.
struct SharedFile: ~Copyable {
  private let file: OpaquePointer
  let path: String

  /// Opens a file. A file that is written takes the place of what is there when it is closed.
  init(_ path: String, over world: World, writes: Bool = false) throws(DistributedError) {
    self.path = path
    var reason: UnsafePointer<CChar>?
    guard let file = ck_world_file_open(world.world, path, writes, &reason) else {
      throw .file(path, line: nil, reason: reason.map { String(cString: $0) } ?? "")
    }
    self.file = file
  }

  /// The bytes of the file.
  var size: Int { max(Int(ck_world_file_size(file)), 0) }

  /// Reads bytes at a place.
  func read(_ bytes: UnsafeMutableRawBufferPointer, at place: Int) throws(FilePartError) {
    guard ck_world_file_read(file, Int64(place), bytes.baseAddress, Int64(bytes.count)) else {
      throw FilePartError(
        reason: "the bytes \(place) to \(place + bytes.count) cannot be read")
    }
  }

  /// Reads items of a trivial type at a place.
  func read<Item>(
    _ count: Int, of: Item.Type, at place: Int
  ) throws(FilePartError) -> [Item] {
    var failure: FilePartError?
    let items = [Item](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(FilePartError) {
        try read(UnsafeMutableRawBufferPointer(buffer), at: place)
        filled = count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return items
  }

  /// Writes items of a trivial type at a place.
  func write<Item>(_ items: [Item], at place: Int) throws(FilePartError) {
    let isWritten = items.withUnsafeBytes {
      ck_world_file_write(file, Int64(place), $0.baseAddress, Int64($0.count))
    }
    guard isWritten else {
      throw FilePartError(reason: "the bytes from \(place) on cannot be written")
    }
  }

  /// Sets the size of a file that is written. Called by all ranks.
  func setSize(_ size: Int) throws(FilePartError) {
    guard ck_world_file_set_size(file, Int64(size)) else {
      throw FilePartError(reason: "the file cannot have \(size) bytes")
    }
  }

  /// Closes the file. Called by all ranks; false if what was written does not stand.
  consuming func close(isWhole: Bool = true) -> Bool { ck_world_file_close(file, isWhole) }

  /// Writes a file of this size; `work` writes this rank's part.
  static func write(
    _ path: String, size: Int, over world: World,
    _ work: (borrowing SharedFile) throws(FilePartError) -> Void
  ) throws(DistributedError) {
    let file = try SharedFile(path, over: world, writes: true)
    var failure: DistributedError?
    do throws(DistributedError) {
      try world.agree(about: path) { () throws(FilePartError) in
        try file.setSize(size)
        try work(file)
      }
    } catch { failure = error }
    let stands = file.close(isWhole: failure == nil)
    if let failure { throw failure }
    guard stands else {
      throw .file(path, line: nil, reason: "what was written could not be kept")
    }
  }

  /// Reads a file; `work` reads this rank's part. `lines`: as of `World.agree`.
  static func read<Value>(
    _ path: String, over world: World, lines: () -> Int = { 0 },
    _ work: (borrowing SharedFile) throws(FilePartError) -> Value
  ) throws(DistributedError) -> Value {
    let file = try SharedFile(path, over: world)
    var result: Result<Value, DistributedError>
    do throws(DistributedError) {
      result = .success(
        try world.agree(about: path, lines: lines) { () throws(FilePartError) in try work(file) })
    } catch { result = .failure(error) }
    _ = file.close()
    return try result.get()
  }
}
