import GraphQLLanguage
import OrderedJSON
import Recordings

/// Passes requests on to the real endpoint, and keeps what is GraphQL.
struct RecordMode {
  let engine: Engine

  /// A request at an endpoint's GraphQL URL.
  func respond(to request: ClientRequest, at endpoint: Endpoint, rest: String) -> Response {
    let subject = Subject(request, at: endpoint)
    return .later { await exchange(request, subject, at: endpoint, rest: rest) }
  }

  /// A request at another path below an endpoint: passed on, never kept.
  func pass(_ request: ClientRequest, to endpoint: Endpoint, rest: String) -> Response {
    .later { await exchange(request, .other("not the endpoint's GraphQL path"), at: endpoint, rest: rest) }
  }

  /// What a request is about: an operation that can be kept, or something else and why.
  enum Subject: Sendable {
    case operation(AskedRequest)
    case other(String)

    init(_ request: ClientRequest, at endpoint: Endpoint) {
      do {
        self = .operation(try endpoint.asked(by: request))
      } catch {
        self = .other(error.reason)
      }
    }

    var operation: AskedRequest? { if case .operation(let asked) = self { asked } else { nil } }
  }

  /// One exchange with the real endpoint: asks it, answers the client, and hands the rest to the recorder.
  func exchange(_ request: ClientRequest, _ subject: Subject, at endpoint: Endpoint, rest: String) async -> Answer {
    let line = ExchangeLine(engine: engine, endpoint: endpoint, request: request, subject: subject)
    guard let upstream = engine.upstream, let url = endpoint.upstream else {
      line.report(502, .notRecorded("no upstream is known"))
      return noUpstream(endpoint)
    }
    let outgoing = UpstreamRequest(
      method: request.method, url: url.appending(path: rest, query: request.target.query),
      headers: PassThrough.requestHeaders(request.headers, isRecorded: subject.operation != nil), body: request.body)
    do {
      let response = try await upstream.send(outgoing)
      guard subject.operation != nil, !response.isStream else {
        line.report(response.status, .notRecorded(subject.reasonNotKept ?? "the answer is a stream"))
        return Answer(
          status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: false),
          body: .stream(response.body))
      }
      return try await keep(response, request, subject, line, at: endpoint, upstream: upstream)
    } catch {
      let failure = UpstreamFailure(error: error, url: url)
      line.report(failure.status, .notRecorded("\(url.shown): \(error.detail)"))
      return failure.answer
    }
  }

  /// Answers with the whole body, and keeps what is worth it.
  private func keep(
    _ response: UpstreamResponse, _ request: ClientRequest, _ subject: Subject, _ line: ExchangeLine,
    at endpoint: Endpoint, upstream: any Upstream
  ) async throws(UpstreamError) -> Answer {
    let body = try await response.collectBody(limit: engine.configuration.maximumRecordedBytes)
    let judged = Judgement(
      response, body: body, request: request, recordsErrors: engine.configuration.recordsErrors, upstream: upstream)
    switch judged {
    case .keep(let recorded):
      if let asked = subject.operation {
        if asked.operation.kind == .mutation { engine.warn(Self.mutationWarning) }
        engine.recorder.enqueue(asked, recorded, at: endpoint) { line.report(response.status, $0) }
      }
    case .pass(let reason): line.report(response.status, .notRecorded(reason))
    case .replace(let failure):
      line.report(failure.status, .notRecorded(failure.summary))
      return failure.answer
    }
    return Answer(
      status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: true),
      body: .bytes(body))
  }

  private static let mutationWarning =
    "A mutation was recorded. This version does not tie answers to the mutations before them; several answers to one request are replayed in the order of recording."

  private func noUpstream(_ endpoint: Endpoint) -> Answer {
    ErrorAnswer.make(
      status: 502,
      message:
        "The endpoint \"\(endpoint.name)\" has no upstream. Start with --upstream URL, or name it in \(endpoint.name)/endpoint.yaml: upstream: https://…",
      code: .upstreamUnreachable)
  }
}

extension RecordMode.Subject {
  fileprivate var reasonNotKept: String? { if case .other(let reason) = self { reason } else { nil } }
}

extension UpstreamResponse {
  /// Whether the body is no single document: events, or parts as they come.
  fileprivate var isStream: Bool {
    let type = headers.mediaType ?? ""
    return type == "text/event-stream" || type.hasPrefix("multipart/")
  }
}
