import FakeClauses
import FakeValues
import GraphQLLanguage
import OrderedJSON

/// What somebody says that a mutation does: `create Post`, `add User.trips`, `none`.
struct ActionRule: Hashable, Sendable {
  let verb: Verb
  /// The type that it is about; nil where the verb says it all.
  var type: String?
  /// The field of the type that it is about, where it is about one.
  var field: String?

  enum Verb: String, CaseIterable, Sendable {
    case create, update, upsert, delete, add, remove, connect, disconnect, set, toggle, login, logout, none

    /// What has to stand behind it.
    var subject: Subject {
      switch self {
      case .create, .update, .upsert, .delete, .login: .type
      case .add, .remove, .connect, .disconnect, .set, .toggle: .field
      case .logout, .none: .nothing
      }
    }

    /// Whether it links objects, where its field leads to some.
    var connects: Bool { [.add, .connect, .set].contains(self) }
  }

  enum Subject { case type, field, nothing }

  /// - Throws: what is wrong with the text, to be set behind "…: ".
  init(_ text: String) throws(ActionRuleError) {
    let parts = text.split(separator: " ").map(String.init)
    let known = Verb.allCases.map(\.rawValue)
    guard let word = parts.first, let verb = Verb(rawValue: word) else {
      throw ActionRuleError(word: parts.first ?? "", known: known)
    }
    self.verb = verb
    switch (verb.subject, parts.count) {
    case (.nothing, 1): break
    case (.type, 2) where !parts[1].contains("."): type = parts[1]
    case (.field, 2):
      guard let coordinate = Coordinate(parts[1]) else { throw ActionRuleError(verb: verb) }
      (type, field) = (coordinate.type, coordinate.field)
    default: throw ActionRuleError(verb: verb)
    }
  }
}

struct ActionRuleError: Error {
  let message: String

  init(word: String, known: [String]) {
    let hint = didYouMean(suggestionList(word, known))
    message =
      "\"\(word)\" is not an action of a mutation.\(hint.isEmpty ? " It may be: \(known.joined(separator: ", "))." : hint)"
  }

  init(verb: ActionRule.Verb) {
    switch verb.subject {
    case .nothing: message = "\"\(verb.rawValue)\" takes no type or field."
    case .type: message = "\"\(verb.rawValue)\" needs a type, as in \"\(verb.rawValue) User\"."
    case .field: message = "\"\(verb.rawValue)\" needs a field, as in \"\(verb.rawValue) User.posts\"."
    }
  }
}

extension SaidEffect {
  /// What may be said of a field instead of a value.
  enum Word: String, CaseIterable {
    /// The moment of the mutation.
    case now
    /// True where it was false, and false where it was true.
    case turned
    /// A number by one.
    case more, less
    /// Whoever asks comes into the list, or the object into a list of whoever asks.
    case joins
    case leaves
  }

  /// The word that was said; nil for values.
  var word: Word? { value.stringValue.flatMap(Word.init) }
}

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
