import NIOCore
import Testing
import _TestSupport

@testable import GraphView
@testable import GraphViewServer

@Suite("What waits to be sent to a viewer")
struct OutboxTests {
  /// All that an outbox gives, as a connection gets it.
  private func bytes(_ outbox: Outbox) -> [UInt8] {
    var all: [UInt8] = []
    while let piece = outbox.next() {
      let buffer = piece.buffer(ByteBufferAllocator())
      #expect(buffer.readableBytes <= Outbox.pieceBytes + 10)
      all += Array(buffer.readableBytesView)
      outbox.sent(piece)
    }
    return all
  }

  /// The frame of RFC 6455, 5.2, without a mask.
  private func frame(_ opcode: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    let length: [UInt8] =
      count < 126
      ? [UInt8(count)]
      : count < 65536
        ? [126, UInt8(count >> 8), UInt8(count & 255)]
        : [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    return [0x80 | opcode] + length + bytes
  }

  @Test("messages of all lengths, in pieces, are the frames of the protocol")
  func frames() {
    let piece = Outbox.pieceBytes
    for count in [0, 1, 125, 126, 65535, 65536, piece - 1, piece, piece + 1, 3 * piece + 7] {
      let text = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
      for split in Set([0, 1, 16, piece, count / 2, count]) where split <= count {
        let outbox = Outbox(bound: 1 << 20)
        #expect(
          outbox.add(.output(.binary(Array(text[..<split]), Array(text[split...])))) == .isFirst)
        #expect(outbox.add(.control(.ping, [1, 2])) == .waits)
        #expect(outbox.add(.output(.text(String(decoding: text, as: UTF8.self)))) == .waits)
        #expect(bytes(outbox) == frame(2, text) + frame(9, [1, 2]) + frame(1, text))
        #expect(outbox.count == 0)
        #expect(outbox.add(.control(.pong, [])) == .isFirst)
      }
    }
  }

  @Test("more than the bound, whatever it is made of, is dropped, and nothing more is taken")
  func bound() {
    let bound = 100_000
    let messages: [Outbox.Message] = [
      .control(.pong, []), .control(.ping, Array(repeating: 0, count: 125)),
      .output(.text("state")), .output(.binary([], Array(repeating: 1, count: 5000))),
    ]
    for message in messages {
      let outbox = Outbox(bound: bound)
      var added = 0
      while outbox.add(message) != .overflows { added += 1 }
      #expect(added > 10 && added * message.count <= bound + 5000)
      #expect(outbox.count == 0 && outbox.next() == nil)
      #expect(outbox.add(message) == .isDropped)
    }
  }

  @Test("a message may be greater than the bound, and others may wait behind it")
  func great() {
    let outbox = Outbox(bound: 1000)
    #expect(outbox.add(.output(.binary([], Array(repeating: 1, count: 1_000_000)))) == .isFirst)
    #expect(outbox.add(.output(.binary([], Array(repeating: 1, count: 800)))) == .waits)
    #expect(outbox.add(.output(.binary([], Array(repeating: 1, count: 800)))) == .overflows)
  }

  /// The message of one or more compressed fragments, as a browser reads it.
  private func message(_ bytes: [UInt8]) throws -> (opcode: UInt8, fragments: Int, bytes: [UInt8]) {
    var (at, fragments, payload) = (0, 0, [UInt8]())
    var (opcode, isLast): (UInt8, Bool) = (0, false)
    while at < bytes.count {
      #expect(!isLast)
      let first = bytes[at]
      isLast = first & 0x80 != 0
      // RSV1 and the opcode are in the first fragment alone.
      #expect((first & 0x40 != 0) == (fragments == 0) && first & 0x30 == 0)
      if fragments == 0 { opcode = first & 15 } else { #expect(first & 15 == 0) }
      let short = Int(bytes[at + 1])
      let digits = short < 126 ? 0 : short == 126 ? 2 : 8
      let count =
        digits == 0
        ? short : bytes[(at + 2)..<(at + 2 + digits)].reduce(0) { $0 << 8 | Int($1) }
      at += 2 + digits
      payload += bytes[at..<(at + count)]
      at += count
      fragments += 1
    }
    #expect(isLast)
    return (opcode, fragments, try SocketCompression.inflated(payload, limit: 1 << 24))
  }

  @Test("compressed messages of all lengths are what they were")
  func deflated() throws {
    let piece = Outbox.pieceBytes
    var generator = SplitMix64(seed: 5)
    for count in [256, 5000, piece - 1, piece, piece + 1, 3 * piece + 7] {
      let ordered = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 100) }
      let random = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for content in [ordered, random] {
        let outbox = Outbox(bound: 1 << 20)
        #expect(outbox.add(.output(.binary(content, []))) == .isFirst)
        let deflater = try #require(Deflater())
        var all: [UInt8] = []
        while let piece = outbox.next() {
          #expect(piece.message.isWorthDeflating)
          all += piece.buffer(ByteBufferAllocator(), deflatedBy: deflater).readableBytesView
          outbox.sent(piece)
        }
        let found = try message(all)
        #expect(found.opcode == 2 && found.bytes == content)
        #expect(found.fragments == (count + piece - 1) / piece)
        if content == ordered { #expect(all.count < count / 4) }
      }
    }
    #expect(!Outbox.Message.output(.binary([1], Array(repeating: 1, count: 900))).isWorthDeflating)
    #expect(!Outbox.Message.output(.text("short")).isWorthDeflating)
    #expect(!Outbox.Message.control(.ping, Array(repeating: 0, count: 125)).isWorthDeflating)
  }

  @Test("compressed messages that are none, or become too large, are refused")
  func notDeflated() throws {
    #expect(throws: SocketCompression.Invalid.data) {
      try SocketCompression.inflated([0xFF, 0xFF, 0xFF], limit: 100)
    }
    let deflater = try #require(Deflater())
    let bomb = deflater.deflate(Array(repeating: 0, count: 1 << 20), isLast: true)
    #expect(bomb.count < 8000)
    #expect(throws: SocketCompression.Invalid.size) {
      try SocketCompression.inflated(bomb, limit: 64 << 10)
    }
    #expect(try SocketCompression.inflated(bomb, limit: 1 << 20).count == 1 << 20)
  }
}
