import Engine
import NIOCore
import NIOHTTP1
import OrderedJSON
import Recordings

/// Answers that were given before, by the bytes of the request, ready to be written to the socket.
///
/// A test suite sends the same requests over and over, and the engine says of an answer whether the same bytes get
/// it again (`Answer.isRepeatable`). What came twice is kept, so that the third time costs a look-up. The whole head
/// takes part in the key: no header field can matter to the engine and be overlooked here. An entry is as old as the
/// engine's generation; when that moves (a recording changed on disk), all are void. What a session changes makes its
/// own entries void (`Answer.validity`), and so does a session that begins or ends on the port. Every port has a table of
/// its own, since the same bytes on another port may belong to another session.
struct AnswerTable {
  /// The most bytes of answers with their requests; the oldest are given up for new ones, and a suite that needs more
  /// still gets every answer from the engine.
  static let maximumBytes = 40 << 20
  /// The most bytes of encoded answers that requests in other words get as well.
  static let maximumNumberedBytes = 24 << 20
  /// A larger request is not kept.
  static let maximumRequestBytes = 64 << 10

  private var entries = BoundedTable<Key, Entry>(byteLimit: maximumBytes)
  private var sight = SeenFilter(limit: 100_000)
  /// Encoded answers by their number, shared with the entries.
  private var numbered = BoundedTable<Int, ByteBuffer>(byteLimit: maximumNumberedBytes)
  private var generation: Int = 0

  /// The bytes that are held: of answers with their requests, and of answers by number.
  var bytes: (entries: Int, numbered: Int) { (entries.bytes, numbered.bytes) }

  /// An encoded answer, and until when it is right.
  private struct Entry {
    let wire: ByteBuffer
    let validity: AnswerValidity?
    /// What it counts as each time: in the run's report, and for open sessions.
    let use: Use?
    let marks: [SessionMark]
  }

  /// A request's bytes, as far as they were parsed.
  struct Key: Hashable {
    let head: HTTPRequestHead
    let body: ByteBuffer

    static func == (left: Key, right: Key) -> Bool {
      left.body == right.body && left.head.uri.hasSameScalars(as: right.head.uri)
        && left.head.method == right.head.method && left.head.version == right.head.version
        && left.head.headers.elementsEqual(right.head.headers) {
          $0.value.hasSameScalars(as: $1.value) && $0.name.hasSameScalars(as: $1.name)
        }
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(body)
      hasher.combine(head.uri)
      for (_, value) in head.headers { hasher.combine(value) }
    }
  }

  /// The encoded answer to these bytes, or nil.
  mutating func answer(head: HTTPRequestHead, body: ByteBuffer, generation: Int) -> ByteBuffer? {
    guard generation == self.generation else {
      empty()
      self.generation = generation
      return nil
    }
    let key = Key(head: head, body: body)
    guard let entry = entries.value(for: key) else { return nil }
    if let validity = entry.validity, !validity.holds {
      entries.remove(key)
      return nil
    }
    entry.use?.add()
    for mark in entry.marks { mark.add() }
    return entry.wire
  }

  /// Whether an answer to these bytes is worth keeping: they came before, so they may come again.
  mutating func wants(head: HTTPRequestHead, body: ByteBuffer) -> Bool {
    body.readableBytes <= Self.maximumRequestBytes && sight.hasSeen(Key(head: head, body: body))
  }

  /// Keeps an encoded answer that was made in a generation; one of an older generation is dropped.
  mutating func keep(
    _ wire: ByteBuffer, of answer: Answer, head: HTTPRequestHead, body: ByteBuffer, generation: Int
  ) {
    guard generation == self.generation else { return }
    entries.keep(
      Entry(wire: wire, validity: answer.validity, use: answer.use, marks: answer.marks),
      for: Key(head: head, body: body), bytes: wire.readableBytes + body.readableBytes + 1024)
  }

  /// The bytes of an answer of the engine, encoded once for each number; nil where the body is a stream.
  mutating func wireBytes(of answer: Answer, for head: HTTPRequestHead, generation: Int) -> ByteBuffer? {
    guard let number = answer.number, generation == self.generation, head.method != .HEAD,
      head.version == .http1_1
    else {
      return ResponseEncoding.wireBytes(of: answer, for: head)
    }
    if let known = numbered.value(for: number) { return known }
    guard let wire = ResponseEncoding.wireBytes(of: answer, for: head) else { return nil }
    numbered.keep(wire, for: number, bytes: wire.readableBytes + 128)
    return wire
  }

  private mutating func empty() {
    entries.removeAll()
    numbered.removeAll()
  }
}

/// The answer table of one event loop, shared by the connections on it and touched on that loop only.
final class SharedAnswers {
  var value = AnswerTable()
}
