import Recordings

/// The secrets that only clients know and that have the same placeholder, since it has only one byte of the secret's
/// hash (`RedactionSalt`). Replay cannot distinguish them.
struct PlaceholderCollisions: Equatable, Sendable {
  /// The hash of the first secret with each placeholder.
  private var first: [String: ContentHash] = [:]
  private var reported: Set<String> = []
  private var new: [String] = []

  /// The most placeholders to remember: those of sixteen names.
  private static let limit = 16 * 256

  /// Registers the placeholder of a secret that a client sent under this name.
  mutating func note(_ secret: ContentHash, as placeholder: String, named name: String) {
    guard let known = first[placeholder] else {
      if first.count < Self.limit { first[placeholder] = secret }
      return
    }
    guard known != secret, reported.insert(placeholder).inserted else { return }
    new.append(
      "two different values of \(name) have the same placeholder, \(placeholder), so replay answers one like the other. "
        + "There are 256 such placeholders. Send another value in one of your tests.")
  }

  /// Returns what is new since the last call, as sentences.
  mutating func takeNew() -> [String] {
    defer { new = [] }
    return new
  }
}

extension Redactor {
  /// Returns warnings of the requests since the last call: different secrets that replay cannot distinguish.
  package mutating func takeWarnings() -> [String] { collisions.takeNew() }
}
