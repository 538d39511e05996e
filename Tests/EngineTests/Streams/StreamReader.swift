import OrderedJSON
import Requests
import Testing

/// Reads an answer of many results as a client does, chunk by chunk.
final class StreamReader {
  let answer: Answer
  private var chunks: any AsyncIteratorProtocol<[UInt8], any Error>

  init(_ answer: Answer) throws {
    var read = Answer(status: answer.status, headers: answer.headers, body: .bytes([]))
    read.headWaits = answer.headWaits
    self.answer = read
    guard case .stream(let body) = answer.body else {
      throw NoStream(text: "status \(answer.status), \(answer.headers)")
    }
    chunks = body.makeAsyncIterator()
  }

  struct NoStream: Error {
    let text: String
  }

  /// The next chunk as text; nil after the last one.
  func next() async throws -> String? {
    try await chunks.next(isolation: nil).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The rest as text.
  func rest() async throws -> String {
    var text = ""
    while let chunk = try await next() { text += chunk }
    return text
  }
}

extension String {
  /// The payloads of server-sent events, and the names of events that have none.
  var eventPayloads: [String] {
    split(separator: "\n\n").map(String.init).map { event in
      event.hasPrefix("event: next\ndata: ") ? String(event.dropFirst(18)) : event
    }
  }
}
