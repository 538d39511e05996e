import OrderedJSON
import Recordings

/// Writes recorded answers as JSON, with a bound on the bytes of all bodies.
struct AnswerWriter {
  /// The most bytes of one body.
  private let bodyLimit: Int
  /// The bytes that are left for all bodies.
  private var left: Int
  /// The number of answers so far.
  private(set) var count = 0

  /// The writer for a page that lists answers.
  static let listing = AnswerWriter(64 << 10, all: 4 << 20)

  /// The writer for one answer, which is never cut.
  static let whole = AnswerWriter(.max, all: .max)

  private init(_ bodyLimit: Int, all: Int) {
    self.bodyLimit = bodyLimit
    left = all
  }

  /// Returns an answer. `state` is nil for an answer of named sessions.
  mutating func json(_ response: RecordedResponse, file: String, state: String?, index: Int) -> JSON {
    var members: JSONObject = [
      "index": .int(index), "file": .text(file), "state": .text(state), "status": .int(response.status),
      "headers": .array(response.fields.map { [.text($0.name), .text($0.value)] }),
    ]
    count += 1
    let bytes = response.body.bytes.count
    let isCut = bytes > min(bodyLimit, left) && !response.body.isBinary
    if !isCut, !response.body.isBinary { left -= bytes }
    var (body, text, events): (JSON?, String?, [JSON]?)
    switch response.body {
    case .json(let json): body = json
    case .text(let found): text = found
    case .events(let stream): events = stream.events.map(\.payload)
    // Only their size is shown.
    case .bytes, .file: break
    }
    members["body"] = isCut ? .null : body ?? .null
    members["text"] = isCut ? .null : .text(text)
    members["events"] = isCut ? .null : events.map { .array($0) } ?? .null
    members["bytes"] = .int(bytes)
    members["isCut"] = .bool(isCut)
    return .object(members)
  }
}

extension RecordedBody {
  fileprivate var isBinary: Bool {
    switch self {
    case .bytes, .file: true
    case .json, .text, .events: false
    }
  }
}
