/// A rule of `endpoint.yaml` about one place: it contains a secret, or it does not.
package struct RedactionRule: Hashable, Sendable {
  package var target: Target
  /// The name of the operation that the rule is limited to; nil for all.
  package var operation: String?
  package var effect: Effect

  /// The effect of a rule. `redact` overrides `keep`.
  package enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Replaces everything at the place and below.
    case redact
    /// Ignores names and forms as reasons to replace values at the place and below.
    case keep
  }

  /// The target of a rule.
  package enum Target: Hashable, Sendable {
    /// `User.token`, `LoginInput.code` or `Mutation.login(code:)`. If an object's type is unknown, the field's name
    /// decides, so that no secret is kept because a client did not request `__typename`.
    case coordinate(type: String, field: String, argument: String?)
    /// `data.login.token`, `variables.input.password`: response keys or names from the root. The path continues through
    /// lists, and `*` is any name.
    case path(root: Root, names: [String])
  }

  /// The start of a path.
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
  /// The form in `endpoint.yaml`.
  package var description: String {
    switch self {
    case .coordinate(let type, let field, let argument): "\(type).\(field)\(argument.map { "(\($0):)" } ?? "")"
    case .path(let root, let names): ([root.rawValue] + names).joined(separator: ".")
    }
  }
}

/// All redaction rules of an endpoint.
package struct RedactionRules: Hashable, Sendable {
  package var rules: [RedactionRule]
  /// The answers that may be stored without being JSON.
  package var text: TextAllowance
  /// True to treat card numbers as secrets everywhere.
  package var cards: Bool

  /// The operations whose answers may be text.
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

  /// The effect of the rules on a place; nil if there is none.
  func effect(at place: RedactionPlace, operation: String) -> RedactionRule.Effect? {
    var effect: RedactionRule.Effect?
    for rule in rules where effect != .redact && rule.operation.map({ $0 == operation }) ?? true {
      if place.isMet(by: rule.target) { effect = rule.effect }
    }
    return effect
  }
}

/// A place in variables, a document or an answer, with the properties that rules and names need.
struct RedactionPlace: Sendable {
  /// The names from the root, without indices: `data`, `login`, `token`.
  var names: [String] = []
  /// The possible schema coordinates: a field of an object, an argument of a field.
  var coordinates: [Coordinate] = []
  /// The type of an object here, if a declaration names it.
  var objectType: String?
  /// The names that may make it a secret: of the field, of an alias, of arguments that a variable is used for.
  var labels: [String] = []

  struct Coordinate: Hashable, Sendable {
    /// Nil if it is unknown.
    var type: String?
    var field: String
    var argument: String?
  }

  /// Members that contain the value of their object: `token { value }`.
  private static let wrappers: Set<String> = ["value", "text", "raw", "plain", "plaintext"]

  /// Returns the labels of a member here: its names, and for `token { value }` those of its object.
  func labels(ofMember name: String, alsoNamed others: [String] = []) -> [String] {
    [name] + others + (Self.wrappers.contains(name) ? labels : [])
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
