import Engine
import NIOCore
import NIOExtras
import NIOHTTP1
import Transports

/// One connection: takes whole requests, asks the engine, writes the answers in the order of the requests.
///
/// `RequestAssembler` decides what a request is. An answer that is in the loop's table, or that the engine gives at
/// once, is written where it is read; one that comes later runs as a task, and the requests behind it wait. Nothing
/// of one connection is seen by another but the table.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  let responder: any Responder
  let table: SharedAnswers
  let limits: ConnectionLimits
  let carrier: Carrier
  var assembler: RequestAssembler
  /// What waits behind the answer that is being made.
  var waiting = CircularBuffer<Work>()
  var answering: Task<Void, Never>?
  /// When the last answer that took its time was written.
  var lastAnswered = NIODeadline.distantPast
  /// Whether the answer that is being made goes on for as long as its client wants.
  var isEndless = false
  var isStopping = false
  var closesAfterAnswer = false
  var deadline: Scheduled<Void>?
  var completedInThisRead = false
  private var isReadHeld = false
  /// The upload that comes, and whether any of it came since somebody looked.
  var upload: IncomingUpload?
  var uploadMoved = false
  /// The encoder's context: a write there goes past the encoder, for bytes that are encoded already. Nil on a stream of
  /// HTTP/2, whose answers all go the ordinary way.
  var encoderContext: ChannelHandlerContext?

  enum Work {
    case request(HTTPRequestHead, ByteBuffer)
    case upload(HTTPRequestHead, IncomingUpload)
    case refusal(ConnectionProblem)
  }

  /// What the requests come over.
  enum Carrier {
    case plain
    case tls
    /// One stream of a connection: it has one request, and ends by itself when that is answered.
    case http2
  }

  init(responder: any Responder, table: SharedAnswers, limits: ConnectionLimits, carrier: Carrier = .plain) {
    self.responder = responder
    self.table = table
    self.limits = limits
    self.carrier = carrier
    assembler = RequestAssembler(limits: limits)
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
    // A read that brought no whole request began one: from here its time runs. Nothing is scheduled for the
    // requests that come in one piece.
    if assembler.isReceiving || (!completedInThisRead && carrier != .http2) { startDeadline(context: context) }
    completedInThisRead = false
    context.flush()
    context.fireChannelReadComplete()
  }

  /// While an answer is made no more is read, so that a client that pipelines fills its own buffers, not ours.
  /// An upload is read as fast as it is taken.
  func read(context: ChannelHandlerContext) {
    if upload?.wantsMore ?? (answering == nil) { context.read() } else { isReadHeld = true }
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
      // The streams of a connection of HTTP/2 are waited for by the connection.
      guard carrier != .http2 else { return }
      if isBusy { closesAfterAnswer = true } else { context.close(promise: nil) }
    default: context.fireUserInboundEventTriggered(event)
    }
  }
}
