import Recordings
package import Transports

/// The options of `understudy verify`.
package struct VerifyOptions: Sendable {
  /// True to execute recorded mutations on the endpoint, and to send the requests recorded after them.
  package var executesMutations = false
  /// Resets the endpoint before each session. Returns the reason of a failure. Nil if there is no reset command.
  package var reset: (@Sendable () async -> String?)?
  /// True to update recordings whose answer changed.
  package var updates = false
  /// The header fields to add to every request, such as credentials.
  package var headers = HeaderList()
  /// The maximum number of requests a second.
  package var rate = 5.0
  /// The operations to verify, as names, folders or files; all if empty.
  package var chosen: [String] = []

  package init() {}

  /// Returns the element of `chosen` that selects a recorded request; nil for none.
  func choice(of step: RecordedStep, recordings: String) -> String? {
    let folder = "\(step.file.split(separator: "/").first ?? "")/\(step.stored.folder)"
    let names = [
      step.operationName, step.stored.folder, step.stored.file, step.file, folder, step.stored.path,
      "\(recordings)/\(folder)", "\(recordings)/\(folder)/operation.graphql",
    ]
    return chosen.first { word in
      var word = word[...]
      if word.hasPrefix("./") { word = word.dropFirst(2) }
      while word.count > 1, word.hasSuffix("/") { word = word.dropLast() }
      return names.contains(String(word))
    }
  }
}
