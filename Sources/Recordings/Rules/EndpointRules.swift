import OrderedJSON

/// What `endpoint.yaml` says about which requests are the same, what mutations change, and what varies by itself.
///
/// A rule may change keys, so what was recorded before it is renamed by `understudy check --rules --apply`.
package struct EndpointRules: Hashable, Sendable {
  /// Whether a single variable that is `null` counts as absent.
  package let nullIsAbsent: Bool
  /// What varies by itself in every answer.
  package let volatile: VolatileRule
  /// What does not change by itself in any answer.
  package let stable: [VolatileRule.Place]
  /// The fields by which objects of a type are told apart, in the file's order.
  package let keys: [KeyFields]
  /// By operation, in the file's order.
  package let operations: [OperationRule]

  /// Whether any rule changes variables, so that most endpoints pay nothing.
  let changesVariables: Bool
  /// What holds for an operation that is named, own rules before those of `*`.
  private let named: [String: ResolvedRule]
  /// What holds for all others.
  private let others: ResolvedRule

  /// Where nothing is said.
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
    keys: [KeyFields] = [], operations: [OperationRule] = []
  ) {
    self.nullIsAbsent = nullIsAbsent
    self.volatile = volatile
    self.stable = stable
    self.keys = keys
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

  /// What holds for an operation; nil for one without a name.
  func rule(for operation: String?) -> ResolvedRule {
    guard let operation, !named.isEmpty else { return others }
    return named[operation] ?? others
  }

  // MARK: What others ask for

  /// The names of mutations, or of their root fields, that an operation is declared not to depend on.
  package func independentOf(_ operation: String?) -> [String] { rule(for: operation).independentOf }

  /// The fields by which objects of a type are told apart, besides those that look like ids.
  package func keyFields(of type: String) -> [String] {
    keys.first { $0.type.hasSameScalars(as: type) }?.fields ?? []
  }

  /// The headers of requests that count in the key of an operation: names in lower case, sorted.
  package func countedHeaders(of operation: String?) -> [String] { rule(for: operation).headers }

  /// Whether a variable of an operation that is `null` counts as absent.
  package func nullIsAbsent(in operation: String?) -> Bool {
    changesVariables && rule(for: operation).nullIsAbsent
  }

  /// What a mutation does to the state.
  ///
  /// - Parameters:
  ///   - operation: its name; nil if it has none.
  ///   - rootFields: the names of its root fields. Where the operation's own name has no rule, they decide, if each of
  ///     them has one.
  /// - Returns: the rule; `counts` where nothing is said.
  package func mutationRule(of operation: String?, rootFields: [String] = []) -> MutationRule {
    let own = rule(for: operation).mutation
    let fields = rootFields.filter { $0 != "__typename" }
    guard own == .counts, !fields.isEmpty else { return own }
    let rules = fields.map { rule(for: $0).mutation }
    if rules.contains(.counts) { return .counts }
    return rules.contains(.idempotent) ? .idempotent : .changesNothing
  }
}

/// What a rule says of a mutation.
package enum MutationRule: String, Hashable, Sendable, CaseIterable {
  /// It leads to another state.
  case counts
  /// `changes: nothing`: it leads nowhere.
  case changesNothing
  /// `idempotent: true`: right after itself it counts once.
  case idempotent
}
