import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Redaction
import Requests
import Synchronization
import Transports

extension EngineContext {
  /// Reports an answer: its line in the log, if there is one, and then its miss.
  func report(
    _ answer: inout Answer, to request: ClientRequest, at endpoint: Endpoint, session: String, began: UInt64
  ) {
    // `note` reports refusals.
    if let answerLog, answer.problem == nil, let source = AnswerLine.Source(of: answer) {
      let asked = try? endpoint.parsed(request)
      let variables = answer.use?.variables ?? asked.map { endpoint.shownVariables($0, request) } ?? JSONObject()
      let line = AnswerLine(
        endpoint: endpoint.name, session: SessionName.name(of: session),
        title: asked?.operation.title(with: variables) ?? request.line,
        variables: HTTPExchange.untitled(asked?.operation.name, variables),
        source: source, status: answer.status, hasErrors: answer.hasErrors,
        bodies: answerLog.showsBodies ? asked.map { endpoint.shownBodies($0, request, answer) } : nil,
        record: answerLog.keepsRecords ? endpoint.record(of: answer, to: request, asked) : nil,
        meter: meters.meter(endpoint.name, source.rawValue), log: answerLog)
      answer.logged = [line]
      line.report(nanoseconds: clock.now() - began, traceID: traceID(of: request))
    }
    if let (miss, rerun) = answer.newMiss {
      answer.newMiss = nil
      report(
        .miss(
          miss, answeredBy: .miss, rerun: rerun, session: SessionName.name(of: session), traceID: traceID(of: request)))
    }
  }
}

extension ClientRequest {
  /// `POST /countries`.
  var line: String {
    let authority = origin?.authority ?? ""
    return "\(method.prefix(20)) \(method == "CONNECT" ? authority : authority + target.path.prefix(100))"
  }
}

extension PreparedOperation {
  /// `query CountryDetail`, `query { matrix counter } 20474f2b`.
  func title(with variables: JSONObject = JSONObject()) -> String {
    OperationTitle.text(kind, name ?? sketch, variables: variables)
  }
}

extension Endpoint {
  /// The largest body that the log shows, in bytes: redacting it must not hold up an event loop.
  private static let largestShownBody = 32 << 10

  /// Returns the beginning of a request's variables without their secrets, which are not remembered.
  fileprivate func shownVariables(_ asked: ParsedRequest, _ request: ClientRequest) -> JSONObject {
    guard asked.request.variables.objectValue?.isEmpty == false else { return JSONObject() }
    var redactor = state.withLock { $0.redactor }
    return redactor.shown(asked, request).variables.beginning
  }

  /// Returns the texts of a request and its answer without their secrets, shortened for the log.
  fileprivate func shownBodies(
    _ asked: ParsedRequest, _ request: ClientRequest, _ answer: Answer
  ) -> AnswerLine.Bodies {
    let body = Body(answer)
    let texts = texts(asked, request, (body.bytes?.count ?? 0) > Self.largestShownBody ? nil : body)
    return AnswerLine.Bodies(
      request: texts.document.map { Self.text(of: $0, texts.variables) } ?? "",
      response: texts.response.map { String(decoding: $0.body.bytes, as: UTF8.self) }
        ?? body.bytes.map { "(\($0.count) bytes)" } ?? "(a stream)")
  }

  /// The parts of an answer that a page shows. The answer itself is released with its delivery, which notifies streams.
  private struct Body: Sendable {
    let status: Int
    let headers: HeaderList
    /// Nil for a stream.
    let bytes: [UInt8]?

    init(_ answer: Answer) {
      (status, headers) = (answer.status, answer.headers)
      bytes = if case .bytes(let bytes) = answer.body { bytes } else { nil }
    }
  }

  /// Returns a request and its answer for a page.
  fileprivate func record(of answer: Answer, to request: ClientRequest, _ asked: ParsedRequest?) -> AnswerRecord {
    let body = Body(answer)
    var bare = request
    // Parsed again when it is shown: parsed values take several times as much memory as the text.
    bare.http = request.http
    bare.admission = nil
    return AnswerRecord(
      request.http, operation: asked.map { ($0.operation.kind, $0.operation.name) }, recording: answer.use?.recording,
      note: answer.note, bodyBytes: body.bytes?.count ?? 0
    ) { [self, bare] in
      texts(try? parsed(bare), bare, body)
    }
  }

  private func texts(_ asked: ParsedRequest?, _ request: ClientRequest, _ body: Body?) -> AnswerRecord.Texts {
    guard let asked else { return AnswerRecord.Texts(document: nil, variables: JSONObject(), response: nil) }
    var redactor = state.withLock { $0.redactor }
    let sent = redactor.shown(asked, request)
    var texts = AnswerRecord.Texts(
      document: sent.document.separated(operation: sent.operation), variables: sent.variables, response: nil)
    if let body, let bytes = body.bytes {
      let response = RecordedResponse(
        status: body.status, headers: body.headers.fields.map { ($0.name, $0.value) }, body: bytes,
        keeping: configuration.responseHeaders)
      texts.response = try? redactor.response(response, to: sent)
    }
    return texts
  }

  /// Returns a document and its variables as the log shows them.
  static func text(of document: Document, _ variables: JSONObject) -> String {
    let printed = document.printed().trimmingSuffix { $0 == "\n" }
    return variables.isEmpty ? printed : "\(printed)\n\(JSON.object(variables).compactText)"
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while isCut: (Character) -> Bool) -> String {
    var rest = self[...]
    while let last = rest.last, isCut(last) { rest.removeLast() }
    return String(rest)
  }
}

extension Redactor {
  fileprivate mutating func shown(_ asked: ParsedRequest, _ request: ClientRequest) -> RedactedRequest {
    // Its credential is a secret in the answer, too.
    let caller = try? caller(headers: request.headers.pairs)
    return self.request(
      asked.operation.redaction, variables: asked.request.variables.objectValue, caller: caller ?? .anonymous)
  }
}
