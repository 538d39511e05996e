/// What `endpoint.yaml` says about one place: that a secret stands there, or that none does.
package struct RedactionRule: Hashable, Sendable {
  package var target: Target
  /// The operation it is about, by name; nil for all.
  package var operation: String?
  package var effect: Effect

  /// What a rule does. `redact` is stronger than `keep`.
  package enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Everything at the place and below is replaced.
    case redact
    /// Names and looks are no reason to replace something at the place or below.
    case keep
  }

  /// What a rule is about.
  package enum Target: Hashable, Sendable {
    /// `User.token`, `LoginInput.code` or `Mutation.login(code:)`. Where an object's type is not known, the name of
    /// the field decides: nothing secret is kept because a client did not ask for `__typename`.
    case coordinate(type: String, field: String, argument: String?)
    /// `data.login.token`, `variables.input.password`: response keys or names, from the root. Lists are passed
    /// through; `*` is any name.
    case path(root: Root, names: [String])
  }

  /// What a path starts with.
  package enum Root: String, Hashable, Sendable, CaseIterable {
    case data, errors, extensions, variables
  }

  package init(_ target: Target, operation: String? = nil, effect: Effect = .redact) {
    self.target = target
    self.operation = operation
    self.effect = effect
  }
}

extension RedactionRule.Target: CustomStringConvertible {
  /// As it is written in `endpoint.yaml`.
  package var description: String {
    switch self {
    case .coordinate(let type, let field, let argument): "\(type).\(field)\(argument.map { "(\($0):)" } ?? "")"
    case .path(let root, let names): ([root.rawValue] + names).joined(separator: ".")
    }
  }
}

/// All that is said about redaction of an endpoint.
package struct RedactionRules: Hashable, Sendable {
  package var rules: [RedactionRule]
  /// The answers that may be stored though they are not JSON.
  package var text: TextAllowance
  /// Whether card numbers are secrets wherever they stand. Off unless said.
  package var cards: Bool

  /// Whose answers may be text.
  package enum TextAllowance: Hashable, Sendable {
    case nobody
    case everybody
    case operations([String])

    func covers(_ operation: String) -> Bool {
      switch self {
      case .nobody: false
      case .everybody: true
      case .operations(let names): names.contains { $0.utf8.elementsEqual(operation.utf8) }
      }
    }
  }

  package init(_ rules: [RedactionRule] = [], text: TextAllowance = .nobody, cards: Bool = false) {
    self.rules = rules
    self.text = text
    self.cards = cards
  }

  /// What the rules say of a place; nil if nothing.
  func effect(at place: RedactionPlace, operation: String) -> RedactionRule.Effect? {
    var effect: RedactionRule.Effect?
    for rule in rules where effect != .redact && rule.operation.map({ $0 == operation }) ?? true {
      if place.isMet(by: rule.target) { effect = rule.effect }
    }
    return effect
  }
}

/// A place in variables, a document or an answer, as far as rules and names ask for it.
struct RedactionPlace: Sendable {
  /// From the root: `data`, `login`, `token`; without indices.
  var names: [String] = []
  /// The schema coordinates it may have: a field in an object, an argument of a field.
  var coordinates: [Coordinate] = []
  /// The type of an object that stands here, where a declaration names it.
  var objectType: String?
  /// The names that tell whether it is a secret: of the field, of an alias, of arguments a variable is used for.
  var labels: [String] = []

  struct Coordinate: Hashable, Sendable {
    /// nil where it is not known.
    var type: String?
    var field: String
    var argument: String?
  }

  func isMet(by target: RedactionRule.Target) -> Bool {
    switch target {
    case .coordinate(let type, let field, let argument):
      return coordinates.contains { place in
        place.field == field && place.argument == argument && (place.type ?? type) == type
      }
    case .path(let root, let wanted):
      guard names.first == root.rawValue, names.count == wanted.count + 1 else { return false }
      return zip(names.dropFirst(), wanted).allSatisfy { $1 == "*" || $0 == $1 }
    }
  }
}
