import Synchronization
import Transports

/// The upstream of an import: gives the next answer of the file.
final class CapturedUpstream: Upstream {
  private let decoding: ContentDecoder
  private let state = Mutex(State())

  private struct State {
    var call: CapturedCall?
    var socket: CapturedSocket?
  }

  init(decoding: @escaping ContentDecoder) { self.decoding = decoding }

  func prepare(_ call: CapturedCall) { state.withLock { $0.call = call } }

  func prepare(_ socket: CapturedSocket) { state.withLock { $0.socket = socket } }

  func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    // The bytes of an upload are stored as they are read to the end.
    if let stream = request.stream {
      do { for try await _ in stream.chunks {} } catch { throw UpstreamError(.broken, "\(error)") }
    }
    let call = state.withLock { state in
      defer { state.call = nil }
      return state.call
    }
    call?.hasArrived()
    guard let answer = await call?.answered() else {
      throw UpstreamError(.unreachable, "the file has no answer for it")
    }
    return UpstreamResponse(status: answer.status, headers: answer.headers, body: OneChunk(bytes: answer.body))
  }

  func openSocket(_: UpstreamRequest, subprotocols _: [String]) async throws(UpstreamError) -> any UpstreamSocket {
    guard let socket = state.withLock({ $0.socket }) else {
      throw UpstreamError(.unreachable, "the file has no WebSocket")
    }
    return socket
  }

  func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] {
    try decoding(body, coding, limit)
  }
}

/// A body that is already complete.
struct OneChunk: AsyncSequence, Sendable {
  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var bytes: [UInt8]?

    mutating func next() async throws -> [UInt8]? {
      defer { bytes = nil }
      return bytes?.isEmpty == true ? nil : bytes
    }
  }
}

/// The time of an import: that of the file; it never goes back.
final class CapturedClock: Stopwatch {
  private let time = Mutex<UInt64>(0)

  func now() -> UInt64 { time.withLock { $0 } }

  func move(to moment: UInt64) { time.withLock { $0 = max($0, moment) } }
}
