import NIOCore
import NIOHTTP1

/// Puts a connection's message parts together to whole requests, within the bounds: the deciding half of
/// `ConnectionHandler`, which acts.
struct RequestAssembler {
  private let limits: ConnectionLimits
  private var state = State.betweenRequests

  /// The legal successors are named with each state.
  private enum State {
    /// Next: `receiving`, or `refused`.
    case betweenRequests
    /// A head is there, its body comes. Next: `betweenRequests` at its end, or `refused`.
    case receiving(HTTPRequestHead, ByteBuffer)
    /// A refusal was answered and the connection closes; whatever still comes is dropped. Final.
    case refused
  }

  /// What the handler has to do.
  enum Action: Equatable {
    case nothing
    /// Answer `100 Continue`, then go on reading.
    case sendContinue
    /// The request is whole.
    case dispatch(HTTPRequestHead, ByteBuffer)
    /// Answer with this problem and close.
    case refuse(ConnectionProblem)
  }

  init(limits: ConnectionLimits) { self.limits = limits }

  /// Whether a head has come whose request is not whole yet.
  var isReceiving: Bool { if case .receiving = state { true } else { false } }
  var hasRefused: Bool { if case .refused = state { true } else { false } }

  mutating func received(head: HTTPRequestHead) -> Action {
    guard case .betweenRequests = state else { return .nothing }
    let headerBytes = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard headerBytes <= limits.headerBytes else { return refuse(.headersTooLarge(limit: limits.headerBytes)) }
    if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }), length > limits.bodyBytes {
      return refuse(.bodyTooLarge(limit: limits.bodyBytes))
    }
    state = .receiving(head, ByteBuffer())
    let expectsContinue = head.headers.contains(name: "expect") && head.version != .http1_0
    return expectsContinue ? .sendContinue : .nothing
  }

  mutating func received(body chunk: ByteBuffer) -> Action {
    guard case .receiving(let head, var body) = state else { return .nothing }
    guard body.readableBytes + chunk.readableBytes <= limits.bodyBytes else {
      return refuse(.bodyTooLarge(limit: limits.bodyBytes))
    }
    state = .betweenRequests  // so that the buffer is not copied
    if body.readableBytes == 0 { body = chunk } else { body.writeImmutableBuffer(chunk) }
    state = .receiving(head, body)
    return .nothing
  }

  mutating func receivedEnd() -> Action {
    guard case .receiving(let head, let body) = state else { return .nothing }
    state = .betweenRequests
    return .dispatch(head, body)
  }

  /// The connection itself went wrong: too slow, or bytes that are not HTTP.
  mutating func refuse(_ problem: ConnectionProblem) -> Action {
    guard !hasRefused else { return .nothing }
    state = .refused
    return .refuse(problem)
  }
}
