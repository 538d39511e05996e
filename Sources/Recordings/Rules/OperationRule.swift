import OrderedJSON

/// The rules of `endpoint.yaml` for one operation, or for all with the name `*`.
package struct OperationRule: Hashable, Sendable {
  /// The name for all operations.
  package static let everyOperation = "*"
  /// The name for all mutations in `independentOf`.
  package static let everyMutation = everyOperation

  /// The operation's name. For `changes` and `idempotent`, also the name of a mutation's root field.
  package var operation: String
  /// Names of mutations, or of their root fields, that the answers do not depend on.
  package var independentOf: [String] = []
  /// The request headers in the key, with names in lowercase.
  package var headers: [String] = []
  /// True if a variable that is `null` counts as absent; nil: as for the endpoint.
  package var nullIsAbsent: Bool?
  /// True if repeating a mutation right after itself changes nothing; nil: as for `*`, else false.
  package var isIdempotent: Bool?
  package var changesNothing = false
  /// False if its answers are never derived from the recordings of other queries; nil: as for `*`, else true.
  package var derives: Bool?
  /// In the file's order.
  package var variables: [VariableRule] = []
  package var volatile = VolatileRule()
  /// The stable places of the answers: `verify` warns if they have changed.
  package var stable: [VolatileRule.Place] = []

  package init(_ operation: String) { self.operation = operation }
}

/// The rules that apply to an operation: its own, then those of `*`, then the endpoint's.
struct ResolvedRule: Hashable, Sendable {
  var independentOf: [String] = []
  var headers: [String] = []
  var nullIsAbsent: Bool
  var mutation = MutationRule.counts
  let derives: Bool
  var variables: [VariableRule] = []
  /// The rules of `variables` whose values come back in answers.
  var echoes: [VariableRule] = []
  var volatile: VolatileRule
  var stable: [VolatileRule.Place]

  /// `rules` are ordered from specific to general.
  init(_ rules: [OperationRule], nullIsAbsent: Bool, volatile: VolatileRule, stable: [VolatileRule.Place] = []) {
    self.nullIsAbsent = rules.lazy.compactMap(\.nullIsAbsent).first ?? nullIsAbsent
    derives = rules.lazy.compactMap(\.derives).first ?? true
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
