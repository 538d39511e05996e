import EndpointConfiguration
import OrderedJSON
import Recordings
import Transports

extension Engine {
  /// An answer as it goes out over HTTP: results that come one after the other are spelt as the request's `Accept`
  /// says.
  func spelled(_ response: Response, for request: ClientRequest) -> Response {
    switch response {
    case .now(let answer): ready(spelled(answer, for: request))
    case .later(let operation): .later { [self] in spelled(await operation(), for: request) }
    }
  }

  /// What is there at once is written at once, and a body that still comes by somebody who can wait for it.
  private func ready(_ answer: Answer) -> Response {
    if case .stream = answer.body { return .later { answer } }
    return .now(answer)
  }

  private func spelled(_ answer: Answer, for request: ClientRequest) -> Answer {
    switch answer.body {
    case .events(let stream): spelled(stream, of: answer, for: StreamAccept(request))
    case .bytes(let bytes): spelled(bytes, of: answer, for: request)
    case .stream: answer
    }
  }

  private func spelled(_ stream: EventStream, of answer: Answer, for accept: StreamAccept) -> Answer {
    let spelling: StreamFormat
    switch stream.kind {
    case .subscription:
      guard let accepted = accept.subscription else {
        stream.feed.cancel()
        return accept.refusal ?? answer
      }
      spelling = accepted
    case .incremental(let format):
      // What was recorded is in one format; a client that asked for another one has another key.
      spelling = accept.incremental == .events ? .events : .parts(format)
    }
    var answer = answer
    answer.headers.set("content-type", spelling.contentType)
    answer.headers.set("cache-control", "no-cache")
    answer.body = .stream(EncodedStream(stream.feed, as: spelling, timer: context.timer))
    answer.isRepeatable = false
    answer.number = nil
    answer.isEndless = stream.kind == .subscription
    return answer
  }

  /// A single result for a client that takes events only: one event, and the end.
  private func spelled(_ bytes: [UInt8], of answer: Answer, for request: ClientRequest) -> Answer {
    guard answer.isResult, request.takesOnlyEvents else { return answer }
    var answer = answer
    var writer = StreamWriter(.events)
    var text: [UInt8] = []
    // Neither breaks the connection.
    try? writer.write(.next(bytes), to: &text)
    try? writer.write(.complete, to: &text)
    answer.headers.set("content-type", StreamFormat.events.contentType)
    answer.body = .bytes(text)
    // The number is that of the answer as it was.
    answer.number = nil
    return answer
  }
}

extension Answer {
  /// Whether it is a GraphQL result: what a client gets that asks an endpoint, and no page of ours.
  fileprivate var isResult: Bool {
    guard (200..<300).contains(status), let type = headers.mediaType,
      let source = headers[first: AnswerSource.header], source != AnswerSource.understudy.rawValue
    else { return false }
    return type == "application/json" || type.hasSuffix("+json")
  }
}

extension ClientRequest {
  /// Whether a single result has to be an event.
  var takesOnlyEvents: Bool { mayWantEvents && StreamAccept(self).takesOnlyEvents }

  /// Whether `Accept` names events at all: a short look, since every answer comes by here.
  private var mayWantEvents: Bool {
    headers.fields.contains { field in
      field.name.equalsIgnoringASCIICase("accept") && field.value.firstRange(ofText: "event-stream") != nil
    }
  }
}
