import OrderedJSON
import Requests
import Transports

/// Joins the answers to a batch.
enum BatchAnswer {
  /// The answer to an operation with a stream of results, which do not fit in an array.
  static var streamRefusal: Answer {
    ErrorAnswer.make(
      status: 200,
      message:
        "An item of a batch gets one result, and this operation has several (a subscription, @defer or @stream). Send it on its own.",
      code: .unsupported)
  }

  /// Returns an answer for an array: one JSON value, or an error that explains why there is none.
  static func single(_ answer: Answer) -> Answer {
    switch answer.body {
    case .bytes(let bytes):
      if (try? JSON.parse(bytes)) != nil { return answer }
      return ErrorAnswer.make(
        status: 200,
        message: "The recorded answer is not JSON, so it cannot be part of a batch. Send the request on its own.",
        code: .unsupported)
    case .events(let stream):
      stream.feed.cancel()
      return streamRefusal
    case .stream:
      return ErrorAnswer.make(
        status: 200, message: "The upstream answered with a stream, which cannot be part of a batch.",
        code: .unsupported)
    }
  }

  /// Returns one array of all answers, with the headers that they share. The status is 200; items have their own
  /// errors.
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
    for cookie in distinct(answers, "set-cookie") { headers.append("set-cookie", cookie) }
    let states = distinct(answers, AnswerState.header)
    if !states.isEmpty {
      // The least certain of all.
      let match: AnswerState = [.overlapped, .inferred].first { states.contains($0.rawValue) } ?? .exact
      headers.append(AnswerState.header, match.rawValue)
    }
    var joined = Answer(
      status: 200, headers: headers, body: .bytes(body), isRepeatable: answers.allSatisfy(\.isRepeatable))
    // All have the same session, so one validity holds for all.
    joined.validity = answers.lazy.compactMap(\.validity).first
    joined.marks = answers.flatMap(\.marks)
    joined.logged = answers.flatMap(\.logged)
    let notification = answers.compactMap(\.notification)
    // Released with the joined answer, which sends the notifications.
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
  /// The bytes without JSON's white space at both ends.
  fileprivate var trimmingWhitespace: ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    var rest = self[...]
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
