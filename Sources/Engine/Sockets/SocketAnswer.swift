import OrderedJSON
import Requests
import Transports

/// Converts an answer to the results of one operation.
enum SocketAnswer {
  /// The largest answer in bytes that is collected from a stream.
  static let limit = 64 << 20

  /// The results of an answer whose body may still arrive.
  static func feed(of answer: Answer, in words: any SocketProtocol) async -> any EventFeed {
    guard case .stream(let chunks) = answer.body else { return feed(ofWhole: answer, in: words) }
    var body: [UInt8] = []
    do {
      for try await chunk in chunks {
        guard body.count + chunk.count <= limit else { return refusal("The answer is larger than \(limit) bytes.") }
        body += chunk
      }
    } catch {
      return refusal("The answer broke off: \(UpstreamError(breakingOff: error).detail).")
    }
    var whole = answer
    whole.body = .bytes(body)
    return feed(ofWhole: whole, in: words)
  }

  /// The results of a complete answer.
  static func feed(ofWhole answer: Answer, in words: any SocketProtocol) -> any EventFeed {
    switch answer.body {
    case .events(let stream): return stream.feed
    case .bytes(let body):
      let source = answer.headers[first: AnswerSource.header].flatMap(AnswerSource.init)
      let isResult =
        words.sendsErrorsAsResult && !answer.isErrorMessage && (source == .recorded || source == .upstream)
      return FixedFeed(events(of: body, status: answer.status, isResult: isResult))
    case .stream: return refusal("The answer is a stream.")
    }
  }

  /// Returns a result for an executed operation, and errors for others, unless `isResult` makes them a result.
  private static func events(of body: [UInt8], status: Int, isResult: Bool) -> [StreamEvent] {
    guard case .object(let response)? = try? JSON.parse(body) else {
      return [.errors(errors(saying: "The answer (status \(status)) is not a GraphQL response."))]
    }
    if response["data"] != nil { return [.next(body), .complete] }
    guard case .array(let errors)? = response["errors"], !errors.isEmpty else {
      return [.errors(self.errors(saying: "The answer (status \(status)) has neither data nor errors."))]
    }
    return isResult ? [.next(body), .complete] : [.errors(JSON.array(errors).serialize())]
  }

  private static func refusal(_ message: String) -> FixedFeed { FixedFeed([.errors(errors(saying: message))]) }

  private static func errors(saying message: String) -> [UInt8] {
    JSON.array([ErrorAnswer.error(message: message, code: .badRequest)]).serialize()
  }
}
