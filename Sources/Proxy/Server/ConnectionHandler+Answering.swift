import NIOCore
import NIOHTTP1
import Requests
import Transports

/// Answers one request after the other: from the table, at once, or in a task.
extension ConnectionHandler {
  func take(_ work: Work, context: ChannelHandlerContext) {
    guard answering == nil, !closesAfterAnswer else { return waiting.append(work) }
    // Streams of HTTP/2 end anyway.
    if draining.isOn || isStopping, carrier != .http2 { closesAfterAnswer = true }
    if case .request(let head, _) = work { noteUpgrade(head) }
    if case .upload(let head, _) = work { noteUpgrade(head) }
    switch work {
    case .request(let head, let body): answer(head, body, context: context)
    case .upload(let head, let upload): answer(head, upload, context: context)
    case .refusal(let problem): refuse(problem, context: context)
    }
  }

  /// The parser reads no further requests after one for an upgrade, whether that is granted or not.
  private func noteUpgrade(_ head: HTTPRequestHead) {
    if carrier != .http2, head.asksForUpgrade { closesAfterAnswer = true }
  }

  private func answer(_ head: HTTPRequestHead, _ body: ByteBuffer, context: ChannelHandlerContext) {
    if head.method == .CONNECT { return openTunnel(head, context: context) }
    let keepsAlive = head.isKeepAlive && !closesAfterAnswer
    let usesTable = keepsAlive && encoderContext != nil
    let generation = responder.generation
    var keys: RequestKeys?
    if usesTable {
      switch table.value.find(head: head, body: body, generation: generation, in: place) {
      case .answer(let wire): return writePastEncoder(wire, context: context)
      case .nothing(let found): keys = found
      }
    }
    // Checked after the table, which never holds answers to upgrades.
    if carrier != .http2, answerUpgrade(head, body, context: context) { return }
    switch responder.respond(to: request(head, body, json: keys?.json)) {
    case .now(let answer):
      let wanted = table.value.wanted(keys, for: answer)
      if usesTable, wanted != nil || answer.number != nil, !closesAfterAnswer,
        let wire = table.value.wireBytes(of: answer, for: head, generation: generation)
      {
        if let wanted { table.value.keep(wire, of: answer, for: wanted, generation: generation) }
        return writePastEncoder(wire, context: context)
      }
      closesAfterAnswer = closesAfterAnswer || !keepsAlive
      write(answer, to: head, context: context)
    case .later(let operation):
      answer(head, upload: nil, context: context, by: operation) { [self, keys] in
        keep($0, for: head, keys, generation: generation)
      }
    }
  }

  /// Caches an answer that was made outside of the loop, if it is repeatable.
  private func keep(_ answer: Answer, for head: HTTPRequestHead, _ keys: RequestKeys?, generation: Int) {
    guard let wanted = table.value.wanted(keys, for: answer),
      let wire = table.value.wireBytes(of: answer, for: head, generation: generation)
    else { return }
    table.value.keep(wire, of: answer, for: wanted, generation: generation)
  }

  private func answer(_ head: HTTPRequestHead, _ upload: IncomingUpload, context: ChannelHandlerContext) {
    if head.expectsContinue {
      let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
    }
    var request = request(head, ByteBuffer())
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
    by operation: @escaping @Sendable () async -> Answer, then done: @escaping (Answer) -> Void = { _ in }
  ) {
    closesAfterAnswer = closesAfterAnswer || !head.isKeepAlive
    let writer = AnswerWriter(channel: context.channel, request: head, isLast: closesAfterAnswer, upload: upload)
    let bound = NIOLoopBound((handler: self, context: context, done: done), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    answering = Task {
      let answer = await operation()
      if answer.isEndless { loop.execute { bound.value.handler.answersEndlessly() } }
      let isWhole = await writer.write(answer)
      loop.execute {
        let (handler, context, done) = bound.value
        done(answer)
        handler.closesAfterAnswer = handler.closesAfterAnswer || upload?.closesConnection ?? false
        handler.finished(isWhole: isWhole, context: context)
      }
    }
  }

  /// Marks an answer that ends only when its client leaves or the server stops.
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
    if case .bytes(let bytes) = answer.body, ResponseEncoding.mayHaveBody(responseHead, to: head) {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if closesAfterAnswer { closeLingering(context: context) }
  }

  private func finished(isWhole: Bool, context: ChannelHandlerContext) {
    answering = nil
    isEndless = false
    lastAnswered = .now()
    // The connection breaks, so that half a body is not taken for a whole one.
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
}
