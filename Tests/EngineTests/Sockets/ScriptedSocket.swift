import OrderedJSON
import Recordings
import Requests
import Synchronization

@testable import Engine
@testable import Transports

/// A conversation with a scripted engine: what each query is answered with, and what was asked.
final class ScriptedSocket: Sendable {
  let conversation: GraphQLSocketConversation
  private let notes: Notes

  private final class Notes: Sendable {
    let requests = Mutex<[ClientRequest]>([])
    let wakes = Mutex(0)
  }

  /// The answers by the query's text; any other query is echoed. One that begins with `mutation` is one. `introduce` says
  /// whether a client is taken; without it each is, at once.
  init(
    _ words: any SocketProtocol, handshake: ClientRequest = handshake(), limit: Int = 100,
    answers: [String: @Sendable () -> Response] = [:],
    introduce: (@Sendable (SocketOrigin, @escaping @Sendable (ConnectionAnswer) -> Void) async -> Void)? = nil
  ) {
    let notes = Notes()
    self.notes = notes
    conversation = GraphQLSocketConversation(
      words, handshake: handshake, limit: limit,
      answering: SocketAnswering(
        answer: { request in
          notes.requests.withLock { $0.append(request) }
          let query = Self.query(request)
          return answers[query]?() ?? .now(.json("{\"data\":{\"echo\":\"\(query)\"}}"))
        }, isMutation: { Self.query($0).hasPrefix("mutation") }, introduce: introduce))
    conversation.start { notes.wakes.withLock { $0 += 1 } }
  }

  var requests: [ClientRequest] { notes.requests.withLock { $0 } }
  var wakes: Int { notes.wakes.withLock { $0 } }

  /// Says something, and takes what that brings.
  @discardableResult
  func say(_ text: String) -> [String] {
    conversation.received(text)
    return take()
  }

  func take(_ most: Int = 64) -> [String] { conversation.take(most).map(\.shown) }

  /// What comes within a while, as often as said.
  func wait(for count: Int) async throws -> [String] {
    var shown: [String] = []
    for _ in 0..<500 where shown.count < count {
      shown += take()
      if shown.count < count { try await Task.sleep(for: .milliseconds(2)) }
    }
    return shown
  }

  private static func query(_ request: ClientRequest) -> String {
    (try? JSON.parse(request.body))?["query"]?.stringValue ?? ""
  }

  static func handshake(_ headers: HeaderList = ["Host": "localhost"], path: String = "/board") -> ClientRequest {
    ClientRequest(method: "GET", target: path, headers: headers)
  }
}

extension SocketConversation {
  /// Says something, and waits for what ends its answer: an acknowledgement, a completion, an error or a close.
  func say(_ text: String) async throws -> [String] {
    received(text)
    var shown: [String] = []
    for _ in 0..<5_000 {
      shown += take(64).map(\.shown)
      let ends = ["connection_ack", "complete", "error"].map { "\"type\":\"\($0)\"" } + ["close ", "drop"]
      if let last = shown.last, ends.contains(where: { last.contains($0) }) { break }
      try await Task.sleep(for: .milliseconds(2))
    }
    return shown
  }
}

extension SocketAction {
  /// A text as it is, a close as `close 4400 reason`.
  var shown: String {
    switch self {
    case .send(let text): String(decoding: text.bytes, as: UTF8.self)
    case .close(let code, let reason): "close \(code.map(String.init) ?? "-") \(reason)"
    case .drop: "drop"
    }
  }
}

extension Answer {
  static func json(_ text: String, status: Int = 200) -> Answer {
    Answer(status: status, headers: ["content-type": "application/json"], body: .bytes(Array(text.utf8)))
  }

  static func feed(_ feed: any EventFeed) -> Answer {
    Answer(status: 200, headers: [:], body: .events(EventStream(.subscription, feed)))
  }
}

extension StreamEvent {
  /// A close with a code that may be sent.
  static func close(_ code: UInt16, _ reason: String) -> StreamEvent {
    SocketClose(code: code, reason: reason).map { .close($0) } ?? .drop
  }

  static func next(_ text: String) -> StreamEvent { .next(Array(text.utf8)) }
}
