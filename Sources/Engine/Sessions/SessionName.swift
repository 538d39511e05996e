import OrderedJSON

/// The name of a session, as a request gives it (design §3).
enum SessionName {
  /// The session of requests that name none.
  static let standard = "default"
  /// The header that names a session, unless another one was asked for.
  static let header = "X-Understudy-Session"
  /// The header that names a session's start.
  static let startHeader = "X-Understudy-Start"

  /// Whether requests of this session are recorded as a session of its own, rather than as unnamed ones.
  static func isNamed(_ name: String) -> Bool { !name.hasSameScalars(as: standard) }

  /// In bytes: names of tests are long, but no name is longer.
  static let limit = 200

  /// What is wrong with a name, as the end of a sentence; nil for a good one.
  ///
  /// A name is shown in lists and logs and stands in URLs, so it is one line and no path.
  static func problem(with name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf8.count > limit { return "has \(name.utf8.count) bytes, and \(limit) are the most" }
    if name == "." || name == ".." { return "is a path" }
    if name.utf8.contains(UInt8(ascii: "/")) || name.utf8.contains(UInt8(ascii: "\\")) { return "is a path" }
    if name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
      return "has control characters"
    }
    return nil
  }

  /// A name as messages have it: in quotation marks, cut where it is long, and without what a terminal would obey.
  static func shown(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars.prefix(60) {
      if scalar.properties.generalCategory == .control {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(text)\(name.unicodeScalars.count > 60 ? "…" : "")\""
  }

  /// The session of a request: the name in its URL's path, or in its header, or the standard one. Throws where a name is
  /// none, or two names contradict each other.
  static func of(
    _ request: ClientRequest, path: String?, header: String
  ) throws(SessionNameProblem) -> String {
    var names: [String] = path.map { [$0] } ?? []
    // White space around a field's value is no part of it (RFC 9110, section 5.5).
    for name in request.headers[all: header].map({ $0.trimmingSpaces() })
    where !names.contains(where: { $0.hasSameScalars(as: name) }) {
      names.append(name)
    }
    for name in names {
      if let problem = problem(with: name) {
        throw SessionNameProblem(
          "The session's name \(shown(name)) \(problem). A session's name is up to \(limit) bytes of text on one line, without slashes, such as \"LoginTests.wrongPassword\"."
        )
      }
    }
    if names.count > 1 {
      throw SessionNameProblem(
        "The request names two sessions, \(shown(names[0])) and \(shown(names[1])). Name one, by the path (/<endpoint>/~name) or by the header \(header)."
      )
    }
    return names.first ?? standard
  }
}

/// Why a request has no session.
struct SessionNameProblem: Error, Hashable, Sendable {
  let message: String

  init(_ message: String) { self.message = message }

  var answer: Answer { ErrorAnswer.make(status: 400, message: message, code: .badSession) }
}
