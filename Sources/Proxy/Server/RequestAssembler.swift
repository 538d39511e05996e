import NIOCore
import NIOHTTP1
import OrderedJSON

/// Puts a connection's message parts together to whole requests, within the bounds: the deciding half of
/// `ConnectionHandler`, which acts. An upload's body is not put together: it is handed on as it comes.
struct RequestAssembler {
  private let limits: ConnectionLimits
  private var state = State.betweenRequests
  /// The host of the last request.
  private var validHost: String?

  /// The legal successors are named with each state.
  private enum State {
    /// Next: `receiving`, or `refused`.
    case betweenRequests
    /// A head is there, its body comes. Next: `betweenRequests` at its end, or `refused`.
    case receiving(HTTPRequestHead, ByteBuffer)
    /// An upload comes, of which so many bytes were handed on. Next: `betweenRequests` at its end, or `refused`.
    case uploading(Int)
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
    /// A request is there whose body comes in `upload`s, and then `endUpload` or `breakUpload`.
    case beginUpload(HTTPRequestHead, length: Int?)
    case upload(ByteBuffer)
    case endUpload
    /// No more of the body is handed on, because it is larger than it may be.
    case breakUpload(limit: Int)
    /// Answer with this problem and close.
    case refuse(ConnectionProblem)
  }

  init(limits: ConnectionLimits) { self.limits = limits }

  /// Whether a head has come whose request is not whole yet.
  var isReceiving: Bool {
    switch state {
    case .receiving, .uploading: true
    case .betweenRequests, .refused: false
    }
  }
  var hasRefused: Bool { if case .refused = state { true } else { false } }

  mutating func received(head: HTTPRequestHead) -> Action {
    guard case .betweenRequests = state else { return .nothing }
    let framing = RequestFraming(head)
    if let problem = framing.problem(within: limits, knownHost: validHost) { return refuse(problem) }
    validHost = framing.host
    let length = framing.contentLength
    if head.isUpload {
      if let length, length > limits.uploadBytes { return refuse(.uploadTooLarge(limit: limits.uploadBytes)) }
      state = .uploading(0)
      return .beginUpload(head, length: length)
    }
    if let length, length > limits.bodyBytes { return refuse(.bodyTooLarge(limit: limits.bodyBytes)) }
    state = .receiving(head, ByteBuffer())
    return head.expectsContinue ? .sendContinue : .nothing
  }

  mutating func received(body chunk: ByteBuffer) -> Action {
    if case .uploading(let count) = state {
      guard count + chunk.readableBytes <= limits.uploadBytes else {
        state = .refused
        return .breakUpload(limit: limits.uploadBytes)
      }
      state = .uploading(count + chunk.readableBytes)
      return .upload(chunk)
    }
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
    if case .uploading = state {
      state = .betweenRequests
      return .endUpload
    }
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

extension HTTPRequestHead {
  /// Whether the body is a form with files, which may be large.
  fileprivate var isUpload: Bool {
    guard method == .POST, let type = headers.first(name: "content-type") else { return false }
    let mediaType = Substring(type.utf8.prefix { $0 != UInt8(ascii: ";") })
    return mediaType.trimmingSpaces().equalsIgnoringASCIICase("multipart/form-data")
  }

  /// Whether the client waits to be told to go on.
  var expectsContinue: Bool { headers.contains(name: "expect") && version != .http1_0 }
}

extension HTTPRequestHead {
  /// With one `Cookie` field: HTTP/2 lets a client send the pairs one by one, and nothing behind it does (RFC 9113,
  /// section 8.2.3).
  func joiningCookies() -> HTTPRequestHead {
    let cookies = headers["cookie"]
    guard cookies.count > 1 else { return self }
    var head = self
    head.headers.replaceOrAdd(name: "cookie", value: cookies.joined(separator: "; "))
    return head
  }
}
