import OrderedJSON

/// What `endpoint.yaml` says about one operation, or with the name `*` about all.
package struct OperationRule: Hashable, Sendable {
  /// The name that stands for all operations.
  package static let everyOperation = "*"

  /// The operation's name. Of a mutation the name of a root field will do for `changes` and `idempotent`.
  package var operation: String
  /// Names of mutations, or of their root fields, that the answers do not depend on.
  package var independentOf: [String] = []
  /// Request headers that count in the key: names in lower case.
  package var headers: [String] = []
  /// Whether a variable that is `null` counts as absent; nil: as for the endpoint.
  package var nullIsAbsent: Bool?
  /// Whether a mutation right after itself counts once; nil: as for `*`, else not.
  package var isIdempotent: Bool?
  /// Whether a mutation changes nothing.
  package var changesNothing = false
  /// In the file's order.
  package var variables: [VariableRule] = []
  /// What varies by itself in the answers.
  package var volatile = VolatileRule()
  /// What does not: `verify` warns where it has changed.
  package var stable: [VolatileRule.Place] = []

  package init(_ operation: String) { self.operation = operation }
}

/// What holds for an operation: its own rules, then those of `*`, then the endpoint's.
struct ResolvedRule: Hashable, Sendable {
  var independentOf: [String] = []
  /// Sorted.
  var headers: [String] = []
  var nullIsAbsent: Bool
  var mutation = MutationRule.counts
  var variables: [VariableRule] = []
  /// The rules of `variables` whose values come back in answers.
  var echoes: [VariableRule] = []
  var volatile: VolatileRule
  /// What does not vary by itself.
  var stable: [VolatileRule.Place]

  /// Of several `rules` the more particular ones come first.
  init(_ rules: [OperationRule], nullIsAbsent: Bool, volatile: VolatileRule, stable: [VolatileRule.Place] = []) {
    self.nullIsAbsent = rules.lazy.compactMap(\.nullIsAbsent).first ?? nullIsAbsent
    self.volatile = volatile
    self.stable = stable + rules.flatMap(\.stable).filter { !stable.contains($0) }
    for rule in rules {
      independentOf += rule.independentOf.filter { !independentOf.contains($0) }
      headers += rule.headers.filter { !headers.contains($0) }
      variables += rule.variables
    }
    for rule in rules.reversed() { self.volatile.add(rule.volatile) }
    headers.sort { $0.precedesByScalars($1) }
    echoes = variables.filter(\.isEchoed)
    if rules.contains(where: \.changesNothing) {
      mutation = .changesNothing
    } else if rules.lazy.compactMap(\.isIdempotent).first == true {
      mutation = .idempotent
    }
  }
}
