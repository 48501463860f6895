import CZlib

extension Picture {
  package func svgzBytes(_ form: SVGForm) -> [UInt8] { Self.gzip(svgBytes(form)) }

  /// Returns one gzip member, without a name or a time.
  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib does not start (\(status))")
    defer { deflateEnd(&stream) }
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var begin = 0
    repeat {
      // zlib counts with 32 bits.
      let end = min(begin + 1 << 24, bytes.count)
      var input = Array(bytes[begin..<end])
      begin = end
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        repeat {
          let count = piece.withUnsafeMutableBufferPointer { piece in
            stream.next_out = piece.baseAddress
            stream.avail_out = UInt32(piece.count)
            _ = deflate(&stream, begin == bytes.count ? Z_FINISH : Z_NO_FLUSH)
            return piece.count - Int(stream.avail_out)
          }
          output += piece[..<count]
        } while stream.avail_out == 0
      }
    } while begin < bytes.count
    return output
  }
}
