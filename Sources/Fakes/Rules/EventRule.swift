import GraphQLLanguage

/// What may happen to an object.
enum EventKind: String, Hashable, Sendable {
  case created, updated, deleted
}

/// What somebody says that a subscription tells of: `created Post`, `User.trips`, `none`.
struct EventRule: Hashable, Sendable {
  /// Nil for all that may happen.
  var kinds: Set<EventKind>?
  /// Nil for nothing.
  var type: String?
  /// The list of whoever asks whose changes it counts, where it does.
  var list: String?

  /// Nil for a text that says nothing.
  init?(_ text: String) {
    var parts = text.split(separator: " ").map(String.init)
    guard let subject = parts.popLast() else { return nil }
    let said = parts.filter { $0 != "or" }.map { EventKind(rawValue: $0) }
    guard !said.contains(nil) else { return nil }
    if !said.isEmpty { kinds = Set(said.compactMap { $0 }) }
    if subject == "none" {
      if !said.isEmpty { return nil }
    } else if let coordinate = Coordinate(subject) {
      if !said.isEmpty { return nil }
      (type, list) = (coordinate.type, coordinate.field)
    } else {
      if subject.contains(".") || EventKind(rawValue: subject) != nil { return nil }
      type = subject
    }
  }
}
