import CZlib

/// A source of the decompressed bytes of gzip data with one or more members.
final class GunzipSource: ByteSource {
  private let source: any ByteSource
  private let name: String
  private let maximumRatio: Int
  /// The stream is allocated, as zlib stores its address and it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var inputBegin = 0
  private var inputEnd = 0
  private var totalIn = 0
  private var totalOut = 0
  private var isAtMemberStart = true

  /// The number of bytes below which the ratio is not checked, as even a file of only blanks may be
  /// legitimate.
  private static let unsuspicious = 1 << 24

  static func isGzip(_ prefix: [UInt8]) -> Bool { prefix.starts(with: [0x1F, 0x8B]) }

  init(_ source: any ByteSource, name: String, maximumRatio: Int) throws(GraphFileError) {
    self.source = source
    self.name = name
    self.maximumRatio = maximumRatio
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window, plus 16 for a gzip header.
    let status = inflateInit2_(
      stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw GraphFileError(file: name, problem: .unreadable("zlib does not start (\(status))"))
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    while true {
      if inputBegin == inputEnd {
        inputBegin = 0
        inputEnd = try source.read(into: &input)
        if inputEnd == 0 {
          if isAtMemberStart { return 0 }
          throw damaged("the compressed data is cut short")
        }
        totalIn += inputEnd
      }
      // Some tools pad the end with zeros.
      if isAtMemberStart, totalOut > 0, input[inputBegin] == 0 {
        inputBegin += 1
        continue
      }
      let count = try inflate(into: &buffer)
      if count == 0 { continue }
      totalOut += count
      if totalOut > Self.unsuspicious, totalOut / maximumRatio > totalIn {
        throw GraphFileError(
          file: name, problem: .limit(of: "bytes for each compressed byte", maximum: maximumRatio))
      }
      return count
    }
  }

  private func inflate(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    let (stream, begin, end) = (stream, inputBegin, inputEnd)
    let status = input.withUnsafeMutableBufferPointer { input in
      buffer.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = input.baseAddress.map { $0 + begin }
        stream.pointee.avail_in = UInt32(end - begin)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        return CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    inputBegin = end - Int(stream.pointee.avail_in)
    isAtMemberStart = false
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      inflateReset(stream)
      isAtMemberStart = true
    default:
      let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib status \(status)"
      throw damaged("the compressed data is damaged: \(reason)")
    }
    return buffer.count - Int(stream.pointee.avail_out)
  }

  private func damaged(_ what: String) -> GraphFileError {
    GraphFileError(file: name, problem: .damaged(what))
  }
}
