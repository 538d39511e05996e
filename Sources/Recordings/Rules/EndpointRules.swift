import OrderedJSON

/// The rules of `endpoint.yaml` for matching requests, the effects of mutations, and volatile places.
///
/// A rule may change keys. `understudy check --rules --apply` then renames existing recordings.
package struct EndpointRules: Hashable, Sendable {
  /// True if a variable that is `null` counts as absent.
  package let nullIsAbsent: Bool
  package let volatile: VolatileRule
  package let stable: [VolatileRule.Place]
  /// The key fields of types, in the file's order.
  package let keys: [KeyFields]
  /// The root fields of queries that look an object up, each with the argument that is the object's key.
  package let lookups: [String: String]
  /// The rules by operation, in the file's order.
  package let operations: [OperationRule]

  /// True if any rule changes variables, so that most endpoints skip this work.
  let changesVariables: Bool
  /// The rules for named operations, with their own before those of `*`.
  private let named: [String: ResolvedRule]
  /// The rules for all other operations.
  private let others: ResolvedRule

  package static let none = EndpointRules()

  /// The fields of a type that are ids.
  package struct KeyFields: Hashable, Sendable {
    package let type: String
    package let fields: [String]

    package init(_ type: String, _ fields: [String]) {
      self.type = type
      self.fields = fields
    }
  }

  package init(
    nullIsAbsent: Bool = false, volatile: VolatileRule = VolatileRule(), stable: [VolatileRule.Place] = [],
    keys: [KeyFields] = [], lookups: [String: String] = [:], operations: [OperationRule] = []
  ) {
    self.nullIsAbsent = nullIsAbsent
    self.volatile = volatile
    self.stable = stable
    self.keys = keys
    self.lookups = lookups
    self.operations = operations
    changesVariables = nullIsAbsent || operations.contains { !$0.variables.isEmpty || $0.nullIsAbsent == true }
    let everyone = operations.first { $0.operation == OperationRule.everyOperation }
    func resolved(_ own: OperationRule?) -> ResolvedRule {
      ResolvedRule(
        [own, everyone].compactMap { $0 }, nullIsAbsent: nullIsAbsent, volatile: volatile, stable: stable)
    }
    others = resolved(nil)
    named = Dictionary(operations.map { ($0.operation, resolved($0)) }, uniquingKeysWith: { first, _ in first })
  }

  func rule(for operation: String?) -> ResolvedRule {
    guard let operation, !named.isEmpty else { return others }
    return named[operation] ?? others
  }

  // MARK: Queries

  /// The names of mutations, or of their root fields, that an operation is declared not to depend on.
  package func independentOf(_ operation: String?) -> [String] { rule(for: operation).independentOf }

  /// Indicates whether the answers to a query may be derived from the recordings of others.
  package func derives(_ operation: String?) -> Bool { rule(for: operation).derives }

  /// The fields that identify objects of a type, besides those that look like ids.
  package func keyFields(of type: String) -> [String] {
    keys.first { $0.type.hasSameScalars(as: type) }?.fields ?? []
  }

  /// The request headers in the keys of any operations, with names in lowercase.
  package var countedHeaders: Set<String> { Set(operations.flatMap(\.headers)) }

  /// The request headers in the key of an operation, sorted, with names in lowercase.
  package func countedHeaders(of operation: String?) -> [String] { rule(for: operation).headers }

  /// Indicates whether a variable of an operation that is `null` counts as absent.
  package func nullIsAbsent(in operation: String?) -> Bool {
    changesVariables && rule(for: operation).nullIsAbsent
  }

  /// The effect of a mutation on the state; `counts` without a rule. If the operation's own name has no rule, the rules
  /// of its root fields decide, if each of them has one.
  package func mutationRule(of operation: String?, rootFields: [String] = []) -> MutationRule {
    let own = rule(for: operation).mutation
    let fields = rootFields.filter { $0 != "__typename" }
    guard own == .counts, !fields.isEmpty else { return own }
    let rules = fields.map { rule(for: $0).mutation }
    if rules.contains(.counts) { return .counts }
    return rules.contains(.idempotent) ? .idempotent : .changesNothing
  }
}

/// The effect of a mutation by its rule.
package enum MutationRule: String, Hashable, Sendable, CaseIterable {
  /// It leads to another state.
  case counts
  /// `changes: nothing`: the state stays.
  case changesNothing
  /// `idempotent: true`: a repetition right after it does not change the state again.
  case idempotent
}
