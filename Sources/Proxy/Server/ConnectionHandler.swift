import NIOCore
import NIOExtras
import NIOHTTP1
import OrderedJSON
import Requests
import Transports

/// One connection: receives whole requests, queries the engine, and writes the answers in request order.
///
/// `RequestAssembler` delimits requests. Answers from the loop's table and immediate ones are written where the request
/// is read. Later ones run as a task while further requests wait. Connections share only the table.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  let connection: ServerConnection
  let responder: any Responder
  let table: SharedAnswers
  let limits: ConnectionLimits
  let draining: Draining
  /// The origin and the user of the tunnel for the table, in which their answers must not meet; nil outside a tunnel.
  let place: String?
  let carrier: Carrier
  var assembler: RequestAssembler
  /// The work waiting for the current answer.
  var waiting = CircularBuffer<Work>()
  var answering: Task<Void, Never>?
  var lastAnswered = NIODeadline.distantPast
  /// True if the current answer ends only when its client leaves.
  var isEndless = false
  var isStopping = false
  var closesAfterAnswer = false
  var deadline: Scheduled<Void>?
  var completedInThisRead = false
  private var isReadHeld = false
  /// The current upload, and whether any of it arrived since the last check.
  var upload: IncomingUpload?
  var uploadMoved = false
  /// The encoder's context, to write past the encoder what is encoded. Nil on an HTTP/2 stream, which encodes
  /// everything.
  var encoderContext: ChannelHandlerContext?

  enum Work {
    case request(HTTPRequestHead, ByteBuffer)
    case upload(HTTPRequestHead, IncomingUpload)
    case refusal(ConnectionProblem)
  }

  /// The transport of the requests.
  enum Carrier {
    case plain
    case tls
    /// A stream with a single request, which ends after its answer.
    case http2
  }

  init(_ connection: ServerConnection, table: SharedAnswers, carrier: Carrier = .plain) {
    self.connection = connection
    responder = connection.responder
    self.table = table
    limits = connection.limits
    draining = connection.draining
    self.carrier = carrier
    place = connection.tunnel?.placeInTable
    assembler = RequestAssembler(
      limits: limits, tunnel: connection.tunnel?.origin, isMisdirected: connection.isMisdirected)
  }

  /// Returns a request with the origin and the user of its tunnel, if it came through one.
  func request(_ head: HTTPRequestHead, _ body: ByteBuffer, json: JSON? = nil) -> ClientRequest {
    var request = ClientRequest(head: head, body: body, reading: table.value.headers, json: json)
    if let tunnel = connection.tunnel { (request.origin, request.proxyUser) = (tunnel.origin, tunnel.proxyUser) }
    return request
  }

  func handlerAdded(context: ChannelHandlerContext) {
    guard carrier != .http2 else { return }
    encoderContext = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
  }

  func handlerRemoved(context: ChannelHandlerContext) { encoderContext = nil }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      perform(assembler.received(head: carrier == .http2 ? head.joiningCookies() : head), context: context)
    case .body(let chunk): perform(assembler.received(body: chunk), context: context)
    case .end: perform(assembler.receivedEnd(), context: context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // A read that ends inside a request starts its time limit. Requests that arrive in one piece need none.
    if assembler.isReceiving || (!completedInThisRead && carrier != .http2) { startDeadline(context: context) }
    completedInThisRead = false
    context.flush()
    context.fireChannelReadComplete()
  }

  /// Stops reading during an answer, and while the client reads no answers, so that pipelined requests wait at the
  /// client. Uploads are read as they are taken.
  func read(context: ChannelHandlerContext) {
    let isReady = upload?.wantsMore ?? (answering == nil && context.channel.isWritable)
    if isReady { context.read() } else { isReadHeld = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { readOn(context: context) }
    context.fireChannelWritabilityChanged()
  }

  func readOn(context: ChannelHandlerContext) {
    guard isReadHeld else { return }
    isReadHeld = false
    read(context: context)
  }

  func perform(_ action: RequestAssembler.Action, context: ChannelHandlerContext) {
    switch action {
    case .nothing: break
    case .sendContinue:
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    case .dispatch(let head, let body):
      completedInThisRead = true
      deadline?.cancel()
      deadline = nil
      take(.request(head, body), context: context)
    case .beginUpload(let head, let length): beginUpload(head, length: length, context: context)
    case .upload(let bytes):
      uploadMoved = true
      upload?.receive(bytes)
    case .endUpload:
      completedInThisRead = true
      deadline?.cancel()
      deadline = nil
      upload?.finish()
      upload = nil
    case .breakUpload(let limit): breakUpload(.tooLarge(limit: limit))
    case .refuse(let problem):
      deadline?.cancel()
      breakUpload(.cutOff)
      take(.refusal(problem), context: context)
    }
  }

  // MARK: The end

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    breakUpload(.cutOff)
    answering?.cancel()
    waiting.removeAll()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let parserError = error as? HTTPParserError else { return context.close(promise: nil) }
    let problem: ConnectionProblem =
      parserError == .headerOverflow
      ? .headersTooLarge(limit: limits.headerBytes) : .notHTTP("\(parserError)", overTLS: carrier == .tls)
    perform(assembler.refuse(problem), context: context)
    context.flush()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    let isBusy = answering != nil || assembler.isReceiving || !waiting.isEmpty
    switch event {
    case is IdleStateHandler.IdleStateEvent:
      if !isBusy, .now() - lastAnswered >= limits.idleTime { context.close(promise: nil) }
    case is ChannelShouldQuiesceEvent:
      isStopping = true
      if isEndless { answering?.cancel() }
      // The HTTP/2 connection waits for its streams.
      guard carrier != .http2 else { return }
      // A request that is still being received is answered, too.
      if answering != nil || !waiting.isEmpty {
        closesAfterAnswer = true
      } else if !isBusy {
        context.close(promise: nil)
      }
    default: context.fireUserInboundEventTriggered(event)
    }
  }
}

extension ClientRequest {
  /// The origin and the user of a tunnel. No origin has the space before the user.
  fileprivate var placeInTable: String? {
    origin.map { origin in proxyUser.map { "\(origin.description) \($0.name)" } ?? origin.description }
  }
}
