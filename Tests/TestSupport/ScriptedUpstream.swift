package import Requests
import Synchronization
import Testing
package import Transports

/// A real endpoint made of prepared answers; notes what it was asked. With no answer left it fails the test.
package final class ScriptedUpstream: Upstream {
  package enum Step: Sendable {
    case answer(status: Int = 200, headers: HeaderList = ["content-type": "application/json"], chunks: [String])
    case failure(UpstreamError)
    /// The body breaks off after its chunks.
    case broken(chunks: [String])
  }

  private let state: Mutex<(steps: [Step], requests: [UpstreamRequest])>

  package init(_ steps: [Step]) { state = Mutex((steps, [])) }

  package var requests: [UpstreamRequest] { state.withLock { $0.requests } }

  package func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    let step: Step? = state.withLock { state in
      state.requests.append(request)
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
    switch step {
    case .answer(let status, let headers, let chunks)?:
      return UpstreamResponse(status: status, headers: headers, body: Chunks(chunks: chunks, breaks: false))
    case .failure(let error)?: throw error
    case .broken(let chunks)?:
      return UpstreamResponse(
        status: 200, headers: ["content-type": "application/json"], body: Chunks(chunks: chunks, breaks: true))
    case nil:
      Issue.record("the real endpoint was asked, and should not have been: \(request.url)")
      throw UpstreamError(.unreachable, "nothing prepared")
    }
  }

  package func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] {
    guard coding == "reversed" else {
      throw UpstreamError(.unreadable, "the content coding \(coding) is not supported")
    }
    return body.reversed()
  }
}

private struct Chunks: AsyncSequence, Sendable {
  var chunks: [String]
  var breaks: Bool

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...], breaks: breaks) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<String>
    var breaks: Bool

    mutating func next() async throws -> [UInt8]? {
      if let chunk = rest.popFirst() { return Array(chunk.utf8) }
      if breaks { throw UpstreamError(.broken, "the connection was closed before the answer was complete") }
      return nil
    }
  }
}

/// A clock that goes a millisecond further each time it is read.
package final class SteppingStopwatch: Stopwatch {
  private let time = Atomic<UInt64>(0)

  package init() {}

  package func now() -> UInt64 { time.add(1_000_000, ordering: .relaxed).newValue }
}

/// What an engine told.
package final class EventLog: Sendable {
  private let list = Mutex<[Event]>([])

  package init() {}

  package var events: [Event] { list.withLock { $0 } }
  package var outcomes: [Exchange.Outcome] {
    events.compactMap { if case .exchange(let exchange) = $0 { exchange.outcome } else { nil } }
  }

  @Sendable package func receive(_ event: Event) { list.withLock { $0.append(event) } }
}

extension Response {
  /// The answer, whenever it comes.
  package func get() async -> Answer {
    switch self {
    case .now(let answer): answer
    case .later(let operation): await operation()
    }
  }
}

extension Answer {
  /// The whole body as text.
  package var text: String {
    get async throws {
      switch body {
      case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
      case .stream(let chunks):
        var bytes: [UInt8] = []
        for try await chunk in chunks { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
      case .events:
        Issue.record("an answer of many results is no text")
        return ""
      }
    }
  }
}
