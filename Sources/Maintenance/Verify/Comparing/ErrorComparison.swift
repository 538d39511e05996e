import OrderedJSON

/// Compares the GraphQL errors of an answer with the recorded ones, by their paths.
struct ErrorComparison {
  private struct Failure {
    let index: Int
    let path: JSONPath?
    let message: String
    let code: String?

    init(_ index: Int, _ error: JSON) {
      self.index = index
      path = error["path"]?.arrayValue.map { steps in
        JSONPath(
          steps.compactMap { step in
            step.stringValue.map { .name($0) } ?? step.intValue.map { .index($0) }
          })
      }
      message = error["message"]?.stringValue ?? error.brief(limit: 100)
      code = error["extensions"]?["code"]?.stringValue
    }

    var place: JSONPath { [.name("errors"), .index(index)] }

    func isLike(_ other: Failure) -> Bool {
      path?.withoutIndices == other.path?.withoutIndices && code == other.code
        && (path != nil || message == other.message || code != nil)
    }

    /// The error in messages: `at country.name: Not found. (NOT_FOUND)`.
    var words: String {
      let place = path.map { $0.steps.isEmpty ? "" : " at \($0)" } ?? ""
      let text = message.count > 300 ? "\(message.prefix(300))…" : message
      return "\(place): \(text)\(code.map { " (\($0))" } ?? "")"
    }
  }

  /// New and missing errors, and changed messages.
  private(set) var found: [Drift] = []
  /// The paths of errors, from the root of the answer.
  private(set) var failedPaths: [JSONPath] = []

  init(recorded: JSON, now: JSON) {
    let old = Self.failures(of: recorded)
    let new = Self.failures(of: now)
    for failure in new {
      if let path = failure.path { failedPaths.append(JSONPath([.name("data")] + path.steps)) }
      guard let known = old.first(where: { $0.isLike(failure) }) else {
        found.append(Drift(.error, at: failure.place, "new error\(failure.words)"))
        continue
      }
      guard known.message != failure.message else { continue }
      found.append(
        Drift(
          .value, at: known.place, "the error\(known.words) has a different message: \(failure.message.prefix(300))"))
    }
    for failure in old where !new.contains(where: { $0.isLike(failure) }) {
      found.append(Drift(.warning, at: failure.place, "the recorded error no longer occurs\(failure.words)"))
    }
  }

  private static func failures(of body: JSON) -> [Failure] {
    (body["errors"]?.arrayValue ?? []).enumerated().map { Failure($0.offset, $0.element) }
  }
}
