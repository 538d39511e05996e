import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Transports

extension Engine {
  /// Encodes an answer for HTTP, with streamed results in a format that the request's `Accept` allows.
  func encoded(_ response: Response, for request: ClientRequest) -> Response {
    switch response {
    case .now(let answer): ready(encoded(answer, for: request))
    case .later(let operation): .later { [self] in encoded(await operation(), for: request) }
    }
  }

  /// Returns an answer now, or later if its body still arrives.
  private func ready(_ answer: Answer) -> Response {
    if case .stream = answer.body { return .later { answer } }
    return .now(answer)
  }

  private func encoded(_ answer: Answer, for request: ClientRequest) -> Answer {
    switch answer.body {
    case .events(let stream): encoded(stream, of: answer, for: StreamAccept(request))
    case .bytes(let bytes): encoded(bytes, of: answer, for: request)
    case .stream: answer
    }
  }

  private func encoded(_ stream: EventStream, of answer: Answer, for accept: StreamAccept) -> Answer {
    let format: StreamFormat
    switch stream.kind {
    case .subscription:
      guard let accepted = accept.subscription else {
        stream.feed.cancel()
        return accept.refusal ?? answer
      }
      format = accepted
    case .incremental(let parts):
      // Recorded parts have one format. A client that accepts only another one has another key.
      format = accept.incremental == .events ? .events : .parts(parts)
    }
    var answer = answer
    answer.headers.set("content-type", format.contentType)
    answer.headers.set("cache-control", "no-cache")
    answer.body = .stream(EncodedStream(stream.feed, as: format, timer: context.timer))
    answer.isRepeatable = false
    answer.number = nil
    answer.isEndless = stream.kind == .subscription
    answer.headWaits = stream.beginsAtOnce
    return answer
  }

  /// Sends a single result as one event, followed by the end, to a client that accepts only events.
  private func encoded(_ bytes: [UInt8], of answer: Answer, for request: ClientRequest) -> Answer {
    guard answer.isResult, request.takesOnlyEvents else { return answer }
    var answer = answer
    var writer = StreamWriter(.events)
    var text: [UInt8] = []
    // Neither fails.
    try? writer.write(.next(bytes), to: &text)
    try? writer.write(.complete, to: &text)
    answer.headers.set("content-type", StreamFormat.events.contentType)
    answer.body = .bytes(text)
    // The number belongs to the original answer.
    answer.number = nil
    return answer
  }
}

extension Answer {
  /// True for a GraphQL result from an endpoint, not a page of the control API.
  fileprivate var isResult: Bool {
    guard (200..<300).contains(status), let type = headers.mediaType,
      let source = headers[first: AnswerSource.header], source != AnswerSource.understudy.rawValue
    else { return false }
    return type == "application/json" || type.hasSuffix("+json")
  }
}

extension ClientRequest {
  /// True if a single result must be sent as an event.
  var takesOnlyEvents: Bool { mayWantEvents && StreamAccept(self).takesOnlyEvents }

  /// True if `Accept` names events: a fast check, since every answer takes it.
  private var mayWantEvents: Bool {
    headers.fields.contains { field in
      field.name.equalsIgnoringASCIICase("accept") && field.value.firstRange(ofText: "event-stream") != nil
    }
  }
}
