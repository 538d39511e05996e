import FakeClauses
import FakeValues
import GraphQLLanguage
import OrderedJSON

/// The effect of a mutation by a rule: `create Post`, `add User.trips`, `none`.
struct ActionRule: Hashable, Sendable {
  let verb: Verb
  /// The type that it changes; nil if the verb needs none.
  var type: String?
  /// The field that it changes, if the verb needs one.
  var field: String?

  enum Verb: String, CaseIterable, Sendable {
    case create, update, upsert, delete, add, remove, connect, disconnect, set, toggle, login, logout, none

    /// The required subject after the verb.
    var subject: Subject {
      switch self {
      case .create, .update, .upsert, .delete, .login: .type
      case .add, .remove, .connect, .disconnect, .set, .toggle: .field
      case .logout, .none: .nothing
      }
    }

    /// Indicates whether it links objects, if its field leads to some.
    var connects: Bool { [.add, .connect, .set].contains(self) }
  }

  enum Subject { case type, field, nothing }

  /// - Throws: the error in the text, to follow "…: ".
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
  /// The words for a field's new value.
  enum Word: String, CaseIterable {
    case now
    /// The opposite of a Boolean.
    case turned
    /// A number by one.
    case more, less
    /// The viewer is added to the list, or the object to a list of the viewer's.
    case joins
    case leaves
  }

  var word: Word? { value.stringValue.flatMap(Word.init) }
}

/// The kinds of events of an object.
enum EventKind: String, Hashable, Sendable {
  case created, updated, deleted
}

/// The events of a subscription by a rule: `created Post`, `User.trips`, `none`.
struct EventRule: Hashable, Sendable {
  /// Nil for all kinds.
  var kinds: Set<EventKind>?
  /// Nil for no events.
  var type: String?
  /// The viewer's list whose changes it counts, if any.
  var list: String?

  /// Reads a rule; nil for an invalid text.
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
