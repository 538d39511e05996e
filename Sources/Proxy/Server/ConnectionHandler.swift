import Engine
import NIOCore
import NIOExtras
import NIOHTTP1

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
  private let table: SharedAnswerTable
  let limits: ConnectionLimits
  private let carrier: Carrier
  private var assembler: RequestAssembler
  /// What waits behind the answer that is being made.
  private var waiting = CircularBuffer<Work>()
  private var answering: Task<Void, Never>?
  /// Whether the answer that is being made goes on for as long as its client wants.
  private var isEndless = false
  private var isStopping = false
  var closesAfterAnswer = false
  private var deadline: Scheduled<Void>?
  private var completedInThisRead = false
  private var isReadHeld = false
  /// The upload that comes, and whether any of it came since somebody looked.
  private var upload: IncomingUpload?
  private var uploadMoved = false
  /// The encoder's context: a write there goes past the encoder, for bytes that are encoded already. Nil on a stream of
  /// HTTP/2, whose answers all go the ordinary way.
  private var encoderContext: ChannelHandlerContext?

  private enum Work {
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

  init(responder: any Responder, table: SharedAnswerTable, limits: ConnectionLimits, carrier: Carrier = .plain) {
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

  private func readOn(context: ChannelHandlerContext) {
    guard isReadHeld else { return }
    isReadHeld = false
    read(context: context)
  }

  private func perform(_ action: RequestAssembler.Action, context: ChannelHandlerContext) {
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

  private func beginUpload(_ head: HTTPRequestHead, length: Int?, context: ChannelHandlerContext) {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let upload = IncomingUpload(length: length) {
      loop.execute {
        bound.value.handler.upload?.resume()
        bound.value.handler.readOn(context: bound.value.context)
      }
    }
    self.upload = upload
    take(.upload(head, upload), context: context)
  }

  private func breakUpload(_ problem: UploadProblem) {
    upload?.fail(problem)
    upload = nil
  }

  private func startDeadline(context: ChannelHandlerContext) {
    guard deadline == nil, !assembler.hasRefused else { return }
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let limit = limits.requestTime
    deadline = context.eventLoop.scheduleTask(in: limit) {
      let (handler, context) = bound.value
      let seconds = limit.nanoseconds / 1_000_000_000
      if let upload = handler.upload {
        handler.deadline = nil
        // Where nobody takes it, it cannot come.
        let isSlow = upload.wantsMore && !handler.uploadMoved
        handler.uploadMoved = false
        return isSlow
          ? handler.breakUpload(.tooSlow(seconds: Int(seconds))) : handler.startDeadline(context: context)
      }
      let problem = ConnectionProblem.requestTooSlow(seconds: seconds)
      handler.perform(handler.assembler.refuse(problem), context: context)
    }
  }

  // MARK: Answering

  private func take(_ work: Work, context: ChannelHandlerContext) {
    guard answering == nil, !closesAfterAnswer else { return waiting.append(work) }
    switch work {
    case .request(let head, let body): answer(head, body, context: context)
    case .upload(let head, let upload): answer(head, upload, context: context)
    case .refusal(let problem): refuse(problem, context: context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ body: ByteBuffer, context: ChannelHandlerContext) {
    let keepsAlive = head.isKeepAlive
    let usesTable = keepsAlive && encoderContext != nil
    let generation = responder.generation
    if usesTable, let wire = table.value.answer(head: head, body: body, generation: generation) {
      return writePastEncoder(wire, context: context)
    }
    // Behind the table, which knows no answer to them: those that ask for an upgrade are never kept.
    if carrier != .http2, answerUpgrade(head, body, context: context) { return }
    switch responder.respond(to: ClientRequest(head: head, body: body)) {
    case .now(let answer):
      let isWanted = answer.isRepeatable && usesTable && table.value.wants(head: head, body: body)
      if usesTable, isWanted || answer.number != nil, !closesAfterAnswer,
        let wire = table.value.wireBytes(of: answer, for: head, generation: generation)
      {
        if isWanted { table.value.keep(wire, of: answer, head: head, body: body, generation: generation) }
        return writePastEncoder(wire, context: context)
      }
      closesAfterAnswer = closesAfterAnswer || !keepsAlive
      write(answer, to: head, context: context)
    case .later(let operation): answer(head, upload: nil, context: context, by: operation)
    }
  }

  /// An upload is answered while it comes.
  private func answer(_ head: HTTPRequestHead, _ upload: IncomingUpload, context: ChannelHandlerContext) {
    if head.expectsContinue {
      let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
    }
    var request = ClientRequest(head: head, body: ByteBuffer())
    request.stream = upload.stream
    let response = responder.respond(to: request)
    answer(head, upload: upload, context: context) {
      switch response {
      case .now(let answer): answer
      case .later(let operation): await operation()
      }
    }
  }

  private func answer(
    _ head: HTTPRequestHead, upload: IncomingUpload?, context: ChannelHandlerContext,
    by operation: @escaping @Sendable () async -> Answer
  ) {
    closesAfterAnswer = closesAfterAnswer || !head.isKeepAlive
    let writer = AnswerWriter(channel: context.channel, request: head, isLast: closesAfterAnswer, upload: upload)
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    answering = Task {
      let answer = await operation()
      if answer.isEndless { loop.execute { bound.value.handler.answersEndlessly() } }
      let isWhole = await writer.write(answer)
      loop.execute {
        let (handler, context) = bound.value
        handler.closesAfterAnswer = handler.closesAfterAnswer || upload?.closesConnection ?? false
        handler.finished(isWhole: isWhole, context: context)
      }
    }
  }

  /// What is being answered ends only when its client wants, or when the server stops.
  private func answersEndlessly() {
    isEndless = true
    if isStopping { answering?.cancel() }
  }

  private func writePastEncoder(_ wire: ByteBuffer, context: ChannelHandlerContext) {
    guard let encoderContext else { return context.close(promise: nil) }
    encoderContext.write(NIOAny(wire), promise: nil)
    if !completedInThisRead { encoderContext.flush() }
  }

  func write(_ answer: Answer, to head: HTTPRequestHead, context: ChannelHandlerContext) {
    let responseHead = ResponseEncoding.head(of: answer, for: head, closing: closesAfterAnswer)
    context.write(wrapOutboundOut(.head(responseHead)), promise: nil)
    if case .bytes(let bytes) = answer.body, head.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if closesAfterAnswer { closeLingering(context: context) }
  }

  private func finished(isWhole: Bool, context: ChannelHandlerContext) {
    answering = nil
    isEndless = false
    // Half a body must not look like a whole one: the connection breaks instead of ending.
    guard isWhole, context.channel.isActive else { return context.close(promise: nil) }
    if closesAfterAnswer { return closeLingering(context: context) }
    while answering == nil, !closesAfterAnswer, let work = waiting.popFirst() { take(work, context: context) }
    context.flush()
    readOn(context: context)
  }

  private func refuse(_ problem: ConnectionProblem, context: ChannelHandlerContext) {
    closesAfterAnswer = true
    write(problem.answer, to: HTTPRequestHead(version: .http1_1, method: .POST, uri: "/"), context: context)
  }

  private func closeLingering(context: ChannelHandlerContext) {
    waiting.removeAll()
    breakUpload(.cutOff)
    context.closeLingering(isStream: carrier == .http2)
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
    case is IdleStateHandler.IdleStateEvent where !isBusy: context.close(promise: nil)
    // The streams of a connection are waited for by the connection.
    case is ChannelShouldQuiesceEvent where carrier != .http2:
      isStopping = true
      if isBusy { closesAfterAnswer = true } else { context.close(promise: nil) }
      if isEndless { answering?.cancel() }
    default: context.fireUserInboundEventTriggered(event)
    }
  }
}

/// The answer table of one event loop, shared by the connections on it and touched on that loop only.
final class SharedAnswerTable {
  var value = AnswerTable()
}
