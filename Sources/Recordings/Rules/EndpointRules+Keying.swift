package import OrderedJSON

extension EndpointRules {
  /// Returns the variables of the key, with placeholders for values that are not matched by value. `variables` are in
  /// canonical form, with secrets replaced, and without the `null`s that count as absent (`VariableCoercion`).
  ///
  /// Placeholders stay, so that the variables in a file give the file's key. If several rules apply to a value, the
  /// first one decides, and the inside of a replaced value is not visited. Literals in the document are always part of
  /// the key, because they make another operation.
  package func keyed(_ variables: JSONObject, of operation: String?) -> JSONObject {
    guard changesVariables, !variables.isEmpty else { return variables }
    let rules = rule(for: operation).variables
    if rules.isEmpty { return variables }
    let keyer = VariableKeyer(rules: rules)
    guard case .object(let keyed) = keyer.rewritten(.object(variables), at: .start(rules)) else { return variables }
    return keyed
  }
}

/// The rules whose first names lead to a value.
struct RuleProgress {
  /// The indices of the rules.
  let rules: [Int]
  /// The number of names so far.
  let depth: Int

  static func start(_ rules: [VariableRule]) -> RuleProgress { RuleProgress(rules: Array(rules.indices), depth: 0) }

  /// Advances by a name. `met` are the rules for exactly this value.
  func after(_ name: String, _ rules: [VariableRule]) -> (met: [Int], rest: RuleProgress) {
    var met: [Int] = []
    var rest: [Int] = []
    for index in self.rules {
      let path = rules[index].path
      guard path[depth] == "*" || path[depth].hasSameScalars(as: name) else { continue }
      if path.count == depth + 1 { met.append(index) } else { rest.append(index) }
    }
    return (met, RuleProgress(rules: rest, depth: depth + 1))
  }
}

/// Replaces variables with placeholders.
private struct VariableKeyer: JSONRewriter {
  let rules: [VariableRule]

  func member(
    _ member: JSONObject.Member, of _: JSONObject, at place: Place
  ) -> JSONRewrite<Place> {
    let (met, rest) = place.after(member.name, rules)
    return decide(member.value, met, rest)
  }

  /// The rules for a list also apply to its elements.
  func element(_ element: JSON, index _: Int, at place: Place) -> JSONRewrite<Place> {
    decide(element, place.met, place.rest)
  }

  private func decide(_ value: JSON, _ met: [Int], _ rest: RuleProgress) -> JSONRewrite<Place> {
    if case .string(let text) = value, met.contains(where: { rules[$0].placeholder.hasSameScalars(as: text) }) {
      return .keep
    }
    for index in met {
      let rule = rules[index]
      switch rule.effect {
      case .any: return .replace(.string(rule.placeholder))
      case .matches(let pattern):
        if pattern.matches(value) { return .replace(.string(rule.placeholder)) }
      }
    }
    return met.isEmpty && rest.rules.isEmpty ? .keep : .enter(Place(met: met, rest: rest))
  }

  struct Place {
    /// The rules for the list that contains the elements.
    var met: [Int]
    var rest: RuleProgress

    static func start(_ rules: [VariableRule]) -> Place { Place(met: [], rest: .start(rules)) }

    func after(_ name: String, _ rules: [VariableRule]) -> (met: [Int], rest: RuleProgress) {
      rest.after(name, rules)
    }
  }
}
