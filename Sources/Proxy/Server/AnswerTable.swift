import NIOCore
import NIOHTTP1
import OrderedJSON
import Recordings
import Requests
import Transports

/// Encoded answers to repeated requests, by the bytes of the request.
///
/// An answer is cached when the same bytes come a second time and would get it again (`Answer.isRepeatable`). From the
/// third time on it costs a lookup. An answer whose request came in two formats is cached under the request's shortest
/// form (`RequestFormat`), which also serves further formats, unless it may depend on the format, as the lines of errors.
///
/// All entries expire with the engine's generation, such as when a recording changes on disk. An entry also expires
/// with changes of its session (`Answer.validity`), and when a session begins or ends on the port. Each port has its
/// own tables, because the same bytes on another port may belong to another session.
struct AnswerTable {
  /// The maximum size of answers with their requests on a port, shared by its event loops: room for 100,000 small ones.
  /// The oldest are evicted first; the engine can answer them again.
  static let maximumBytes = 160 << 20
  /// The maximum size of encoded answers that are shared by requests in different formats, on an event loop.
  static let maximumNumberedBytes = 24 << 20
  static let maximumRequestBytes = 64 << 10
  /// The maximum size of the bodies that a port keeps as they were read, shared by its event loops.
  static let maximumBodyBytes = 8 << 20

  private static let entryBytes = 640

  private var entries: BoundedTable<RequestKey, Entry>
  private var sight = SeenFilter(limit: 400_000)
  /// Encoded answers by their number, shared with the entries.
  private var numbered = BoundedTable<Int, ByteBuffer>(byteLimit: maximumNumberedBytes)
  /// Bodies as they were read: clients often send the same one with other headers. Independent of the engine.
  private var bodies: BoundedTable<RequestKey, ReadBody>
  private var generation: Int = 0
  /// The names of the headers that answers may depend on.
  let headers: HeaderNames
  /// The last request looked up, its shortest form, and its body. Their memory is reused.
  private var asked = RequestKey()
  private var compacted = RequestKey()
  private var sent = RequestKey()

  /// `headers` has the names of the headers that answers may depend on; each of `loops` has a table.
  init(reading headers: HeaderNames = .all, loops: Int = 1) {
    self.headers = headers
    entries = BoundedTable(byteLimit: Self.maximumBytes / max(1, loops))
    bodies = BoundedTable(byteLimit: Self.maximumBodyBytes / max(1, loops))
  }

  var bytes: (entries: Int, numbered: Int, bodies: Int) { (entries.bytes, numbered.bytes, bodies.bytes) }

  /// An encoded answer with its validity.
  private struct Entry {
    let wire: ByteBuffer
    let validity: AnswerValidity?
    /// The use to count each time, for the run's report and for open sessions.
    let use: Use?
    let marks: [SessionMark]
    /// Its lines in the log.
    let logged: [AnswerLine]
    /// True if it is right for all formats of its request.
    let isForAnyFormat: Bool
  }

  /// A parsed body, nil if it is not JSON, and its shortest form, if it has one.
  private struct ReadBody {
    let json: JSON?
    let shortest: [UInt8]?
  }

  /// The result of a lookup.
  enum Found {
    case answer(ByteBuffer)
    /// The keys under which to cache an answer; nil for a request that is too large.
    case nothing(RequestKeys?)
  }

  /// Looks up the encoded answer to these bytes, or to the same request in another format. `place` is the origin and
  /// the user of the tunnel that they came through.
  mutating func find(
    head: HTTPRequestHead, body: ByteBuffer, generation: Int, in place: String? = nil
  ) -> Found {
    if generation != self.generation {
      empty()
      self.generation = generation
    }
    guard body.readableBytes <= Self.maximumRequestBytes else { return .nothing(nil) }
    body.withUnsafeReadableBytes { asked.set(head, $0, in: place, reading: headers) }
    if let wire = valid(asked, head) { return .answer(wire) }
    let known = body.withUnsafeReadableBytes { read($0) }
    var isShortest = true
    if let shortest = known.shortest {
      shortest.withUnsafeBytes { compacted.set(asked, body: $0) }
      if let wire = valid(compacted, head, forAnyFormat: true) { return .answer(wire) }
      isShortest = compacted == asked
    }
    return .nothing(
      RequestKeys(exact: asked.copy, shortest: isShortest ? nil : compacted.copy, json: known.json))
  }

  /// Reads a body, unless it was read before.
  private mutating func read(_ body: UnsafeRawBufferPointer) -> ReadBody {
    sent.set(body)
    // Most bodies that come again were kept, and one that is new was not: then one hash is enough.
    let isNew = !sight.hasSeen(sent)
    if !isNew, let known = bodies.value(for: sent) { return known }
    let json = try? JSON.parse(body)
    let read = ReadBody(json: json, shortest: json.flatMap(RequestFormat.shortest(of:)))
    // Parsed JSON takes several times as much memory as its text.
    if !isNew { bodies.keep(read, for: sent.copy, bytes: 10 * body.count + Self.entryBytes) }
    return read
  }

  private mutating func valid(
    _ key: RequestKey, _ head: HTTPRequestHead, forAnyFormat: Bool = false
  ) -> ByteBuffer? {
    guard let entry = entries.value(for: key), entry.isForAnyFormat || !forAnyFormat else { return nil }
    if let validity = entry.validity, !validity.holds {
      entries.remove(key)
      return nil
    }
    entry.use?.add()
    for mark in entry.marks { mark.add() }
    for line in entry.logged {
      line.report(traceID: line.showsTrace ? TraceParent.traceID(of: head.headers[TraceParent.header]) : nil)
    }
    return entry.wire
  }

  /// Returns the key under which to cache an answer to a request that came before: the key of its bytes, or else of its
  /// shortest form. Nil for a new request.
  mutating func wanted(_ keys: RequestKeys?, for answer: Answer) -> RequestKey? {
    guard answer.isRepeatable, let keys else { return nil }
    let shortest = answer.suitsAnyFormat ? keys.shortest : nil
    let hasSeenShortest = shortest.map { sight.hasSeen($0) } ?? false
    if sight.hasSeen(keys.exact) { return keys.exact }
    return hasSeenShortest ? shortest : nil
  }

  /// Caches an encoded answer, unless it was made in an older generation.
  mutating func keep(_ wire: ByteBuffer, of answer: Answer, for key: RequestKey, generation: Int) {
    guard generation == self.generation else { return }
    entries.keep(
      Entry(
        wire: wire, validity: answer.validity, use: answer.use, marks: answer.marks, logged: answer.logged,
        isForAnyFormat: answer.suitsAnyFormat), for: key,
      bytes: answer.logged.reduce(wire.storageCapacity + key.count + Self.entryBytes) { $0 + $1.heldBytes })
  }

  /// Returns the bytes of an answer, encoded once for each number; nil if the body is a stream.
  mutating func wireBytes(of answer: Answer, for head: HTTPRequestHead, generation: Int) -> ByteBuffer? {
    guard let number = answer.number, generation == self.generation, head.method != .HEAD,
      head.version == .http1_1
    else {
      return ResponseEncoding.wireBytes(of: answer, for: head)
    }
    if let known = numbered.value(for: number) { return known }
    guard let wire = ResponseEncoding.wireBytes(of: answer, for: head) else { return nil }
    numbered.keep(wire, for: number, bytes: wire.storageCapacity + 128)
    return wire
  }

  private mutating func empty() {
    entries.removeAll()
    numbered.removeAll()
  }
}

extension Answer {
  /// True if it does not depend on the format of its request.
  fileprivate var suitsAnyFormat: Bool { number != nil || isForAnyFormat }
}

/// The answer table of one event loop, shared by its connections and used only on that loop.
final class SharedAnswers {
  var value: AnswerTable

  init(_ value: AnswerTable = AnswerTable()) { self.value = value }
}
