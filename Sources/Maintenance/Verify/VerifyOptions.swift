import Engine
import Recordings
package import Transports

/// What `understudy verify` is asked to do.
package struct VerifyOptions: Sendable {
  /// Whether recorded mutations are executed on the endpoint, and what was recorded after them is asked.
  package var executesMutations = false
  /// Resets the endpoint before each session, and returns the reason if that failed; nil if nothing resets it.
  package var reset: (@Sendable () async -> String?)?
  /// Whether recordings whose answer is another one now are written anew.
  package var updates = false
  /// What every request carries besides: credentials, above all.
  package var headers = HeaderList()
  /// Requests a second, at most.
  package var rate = 5.0
  /// Only these operations: names, folders or files; all where it is empty.
  package var chosen: [String] = []

  package init() {}

  /// Whether a recorded request is one of those that are wanted, and by which word.
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
