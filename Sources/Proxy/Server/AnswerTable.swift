import Engine
import NIOCore
import NIOHTTP1
import Recordings
import Transports

/// Answers that were given before, by the bytes of the request, ready to be written to the socket.
///
/// A test suite sends the same requests over and over, and the engine says of an answer whether the same bytes get
/// it again (`Answer.isRepeatable`). What came twice is kept, so that the third time costs a look-up. A recorded answer
/// whose request came twice in different words is kept for its shortest spelling (`RequestSpelling`), so that one more
/// spelling costs no more than finding that. An entry is as old as the engine's generation; when that moves (a recording changed on disk), all are
/// void. What a session changes makes its own entries void (`Answer.validity`), and so does a session that begins or ends
/// on the port. Every port has a table of its own, since the same bytes on another port may belong to another session.
struct AnswerTable {
  /// The most bytes of answers with their requests on a port, shared by its event loops: room for 100,000 small ones. The
  /// oldest are given up for new ones, and a suite that needs more still gets every answer from the engine.
  static let maximumBytes = 160 << 20
  /// The most bytes of encoded answers that requests in other words get as well.
  static let maximumNumberedBytes = 24 << 20
  /// A larger request is not kept.
  static let maximumRequestBytes = 64 << 10

  /// About what an entry takes besides its bytes.
  private static let entryBytes = 640

  private var entries: BoundedTable<RequestKey, Entry>
  /// Two hashes for each request.
  private var sight = SeenFilter(limit: 400_000)
  /// Encoded answers by their number, shared with the entries.
  private var numbered = BoundedTable<Int, ByteBuffer>(byteLimit: maximumNumberedBytes)
  private var generation: Int = 0
  private let tracing: TracingHeaders
  /// The request that was looked up last: its memory is used for the next one.
  private var asked = RequestKey()

  /// - Parameters:
  ///   - identifying: names of headers, in lower case, that say who asks, by a rule.
  ///   - loops: the number of event loops with a table each.
  init(identifying: Set<String> = [], loops: Int = 1) {
    tracing = TracingHeaders(besides: identifying)
    entries = BoundedTable(byteLimit: Self.maximumBytes / max(1, loops))
  }

  /// The bytes that are held: of answers with their requests, and of answers by number.
  var bytes: (entries: Int, numbered: Int) { (entries.bytes, numbered.bytes) }

  /// An encoded answer, and until when it is right.
  private struct Entry {
    let wire: ByteBuffer
    let validity: AnswerValidity?
    /// What it counts as each time: in the run's report, and for open sessions.
    let use: Use?
    let marks: [SessionMark]
    /// Its lines in the log.
    let logged: [AnswerLine]
  }

  /// The result of a look-up.
  enum Found {
    /// The encoded answer.
    case answer(ByteBuffer)
    /// No answer, and where one would be kept; nil for a request that is too large.
    case nothing(RequestKeys?)
  }

  /// Looks up the encoded answer to these bytes, or to the same request in another spelling.
  mutating func find(head: HTTPRequestHead, body: ByteBuffer, generation: Int) -> Found {
    if generation != self.generation {
      empty()
      self.generation = generation
    }
    guard body.readableBytes <= Self.maximumRequestBytes else { return .nothing(nil) }
    body.withUnsafeReadableBytes { asked.set(head, $0, without: tracing) }
    if let wire = valid(asked) { return .answer(wire) }
    var keys = RequestKeys(exact: asked.copy)
    if let shortest = RequestSpelling.shortest(of: body.readableBytesView) {
      shortest.withUnsafeBytes { asked.set(head, $0, without: tracing) }
      if let wire = valid(asked) { return .answer(wire) }
      if asked != keys.exact { keys.shortest = asked.copy }
    }
    return .nothing(keys)
  }

  private mutating func valid(_ key: RequestKey) -> ByteBuffer? {
    guard let entry = entries.value(for: key) else { return nil }
    if let validity = entry.validity, !validity.holds {
      entries.remove(key)
      return nil
    }
    entry.use?.add()
    for mark in entry.marks { mark.add() }
    for line in entry.logged { line.report() }
    return entry.wire
  }

  /// The request for which an answer is worth keeping: it came before, so it may come again.
  ///
  /// - Parameters:
  ///   - keys: of the request.
  ///   - answer: the answer to it.
  /// - Returns: the key of the request's bytes, if these came before; that of its shortest spelling, if another one did;
  ///   nil otherwise.
  mutating func wanted(_ keys: RequestKeys?, for answer: Answer) -> RequestKey? {
    guard answer.isRepeatable, let keys else { return nil }
    // The text of a problem may have lines and columns of the spelling; an answer with a number has none.
    let shortest = answer.number == nil ? nil : keys.shortest
    let hasSeenShortest = shortest.map { sight.hasSeen($0) } ?? false
    if sight.hasSeen(keys.exact) { return keys.exact }
    return hasSeenShortest ? shortest : nil
  }

  /// Keeps an encoded answer that was made in a generation; one of an older generation is dropped.
  mutating func keep(_ wire: ByteBuffer, of answer: Answer, for key: RequestKey, generation: Int) {
    guard generation == self.generation else { return }
    entries.keep(
      Entry(
        wire: wire, validity: answer.validity, use: answer.use, marks: answer.marks, logged: answer.logged), for: key,
      bytes: answer.logged.reduce(wire.readableBytes + key.count + Self.entryBytes) { $0 + $1.heldBytes })
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
  var value: AnswerTable

  init(_ value: AnswerTable = AnswerTable()) { self.value = value }
}
