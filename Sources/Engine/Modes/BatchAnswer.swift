import OrderedJSON
import Transports

/// The answers to a batch as one.
enum BatchAnswer {
  /// What an operation gets that is answered by a stream of results: an array has no room for it.
  static var streamRefusal: Answer {
    ErrorAnswer.make(
      status: 200,
      message:
        "An item of a batch gets one result, and this operation has several (a subscription, @defer or @stream). Send it on its own.",
      code: .unsupported)
  }

  /// An answer as it can stand in an array: one JSON value, or an error that says why there is none.
  static func single(_ answer: Answer) -> Answer {
    switch answer.body {
    case .bytes(let bytes):
      if (try? JSON.parse(bytes)) != nil { return answer }
      return ErrorAnswer.make(
        status: 200,
        message: "The recorded answer is not JSON, and cannot stand in a batch. Send the request on its own.",
        code: .unsupported)
    case .events(let stream):
      stream.feed.cancel()
      return streamRefusal
    case .stream:
      return ErrorAnswer.make(
        status: 200, message: "The upstream answered with a stream, which cannot stand in a batch.", code: .unsupported)
    }
  }

  /// One array of all answers, in order; status 200 whatever stands in it, since each has its errors in its place.
  ///
  /// The headers are those that hold for all of them.
  static func join(_ answers: [Answer]) -> Answer {
    var body: [UInt8] = [UInt8(ascii: "[")]
    for (place, answer) in answers.enumerated() {
      guard case .bytes(let bytes) = answer.body else { continue }
      if place > 0 { body.append(UInt8(ascii: ",")) }
      body.append(contentsOf: bytes.trimmingWhitespace)
    }
    body.append(UInt8(ascii: "]"))
    let types = distinct(answers, "content-type")
    let isRecorded = distinct(answers, AnswerSource.header) == [AnswerSource.recorded.rawValue]
    var headers: HeaderList = [
      "content-type": isRecorded && types.count == 1 ? types[0] : MediaType.json,
      AnswerSource.header: distinct(answers, AnswerSource.header).joined(separator: ", "),
    ]
    let states = distinct(answers, AnswerState.header)
    if !states.isEmpty {
      let isExact = states == [AnswerState.exact.rawValue]
      headers.append(AnswerState.header, (isExact ? AnswerState.exact : .inferred).rawValue)
    }
    var joined = Answer(
      status: 200, headers: headers, body: .bytes(body), isRepeatable: answers.allSatisfy(\.isRepeatable))
    // All of one session: what holds for one holds for all.
    joined.validity = answers.lazy.compactMap(\.validity).first
    joined.marks = answers.flatMap(\.marks)
    joined.logged = answers.flatMap(\.logged)
    let notification = answers.compactMap(\.notification)
    // Held until the whole is handed out, and told then.
    if !notification.isEmpty { joined.notification = Notification { withExtendedLifetime(notification) {} } }
    return joined
  }

  /// The values of a header in all answers, each once, in order.
  private static func distinct(_ answers: [Answer], _ name: String) -> [String] {
    var values: [String] = []
    for answer in answers {
      for value in answer.headers[all: name] where !values.contains(value) { values.append(value) }
    }
    return values
  }
}

extension [UInt8] {
  /// Without the spaces and line ends of JSON at both ends.
  fileprivate var trimmingWhitespace: ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    var rest = self[...]
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
