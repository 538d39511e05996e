import NIOCore
import NIOHTTP1
import OrderedJSON
import Transports

/// Assembles whole requests within the limits; `ConnectionHandler` acts. Uploads are passed on in parts.
struct RequestAssembler {
  private let limits: ConnectionLimits
  /// The origin of the tunnel that the requests come through; nil for none.
  private let tunnel: ProxiedOrigin?
  private let isMisdirected: Bool
  private var state = State.betweenRequests
  private var validHost: String?

  /// Each state names its successors.
  private enum State {
    /// Next: `receiving`, or `refused`.
    case betweenRequests
    /// A head with an incomplete body. Next: `betweenRequests` at its end, or `refused`.
    case receiving(HTTPRequestHead, ByteBuffer)
    /// The number of bytes of an upload that were passed on. Next: `betweenRequests` at its end, or `refused`.
    case uploading(Int)
    /// An error was answered and the connection closes; further bytes are dropped. Final.
    case refused
  }

  /// An action for the handler.
  enum Action: Equatable {
    case nothing
    case sendContinue
    case dispatch(HTTPRequestHead, ByteBuffer)
    /// Answer a request whose body follows in `upload`s, ended by `endUpload` or `breakUpload`.
    case beginUpload(HTTPRequestHead, length: Int?)
    case upload(ByteBuffer)
    case endUpload
    /// End a body that exceeds the limit.
    case breakUpload(limit: Int)
    case refuse(ConnectionProblem)
  }

  init(limits: ConnectionLimits, tunnel: ProxiedOrigin? = nil, isMisdirected: Bool = false) {
    self.limits = limits
    self.tunnel = tunnel
    self.isMisdirected = isMisdirected
  }

  /// True if a request has begun and is not complete.
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
    if let tunnel, isMisdirected || !framing.names(tunnel, knownHost: validHost) {
      return refuse(.misdirected(to: tunnel.authority))
    }
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

  /// Refuses a connection that is too slow or not HTTP.
  mutating func refuse(_ problem: ConnectionProblem) -> Action {
    guard !hasRefused else { return .nothing }
    state = .refused
    return .refuse(problem)
  }
}

extension HTTPRequestHead {
  /// True for a form with files, which may be large.
  fileprivate var isUpload: Bool {
    guard method == .POST, let type = headers.first(name: "content-type") else { return false }
    let mediaType = Substring(type.utf8.prefix { $0 != UInt8(ascii: ";") })
    return mediaType.trimmingSpaces().equalsIgnoringASCIICase("multipart/form-data")
  }

  var expectsContinue: Bool { headers.contains(name: "expect") && version != .http1_0 }
}

extension HTTPRequestHead {
  /// Joins the `Cookie` fields, which HTTP/2 clients may split (RFC 9113, section 8.2.3) and the engine expects as one.
  func joiningCookies() -> HTTPRequestHead {
    let cookies = headers["cookie"]
    guard cookies.count > 1 else { return self }
    var head = self
    head.headers.replaceOrAdd(name: "cookie", value: cookies.joined(separator: "; "))
    return head
  }
}
