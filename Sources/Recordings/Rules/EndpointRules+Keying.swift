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
    guard case .object(let keyed) = keyer.rewritten(.object(variables), at: RulesInVariables(rules)) else {
      return variables
    }
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

/// The rules for a value in variables, and for those in it.
struct RulesInVariables {
  /// The indices of the rules for exactly this value. Those for a list also apply to its elements.
  var met: [Int] = []
  var rest: RuleProgress

  init(_ rules: [VariableRule]) { rest = .start(rules) }

  var isEmpty: Bool { met.isEmpty && rest.rules.isEmpty }

  func inside(_ slot: JSONSlot, _ rules: [VariableRule]) -> RulesInVariables {
    guard let name = slot.name else { return self }
    var inner = self
    (inner.met, inner.rest) = rest.after(name, rules)
    return inner
  }
}

/// Replaces variables with placeholders.
private struct VariableKeyer: JSONRewriter {
  let rules: [VariableRule]

  func decide(_ slot: JSONSlot, in _: JSONObject?, at place: RulesInVariables) -> JSONRewrite<RulesInVariables> {
    let place = place.inside(slot, rules)
    if case .string(let text) = slot.value,
      place.met.contains(where: { rules[$0].placeholder.hasSameScalars(as: text) })
    {
      return .keep
    }
    for index in place.met {
      let rule = rules[index]
      switch rule.effect {
      case .any: return .replace(.string(rule.placeholder))
      case .matches(let pattern):
        if pattern.matches(slot.value) { return .replace(.string(rule.placeholder)) }
      }
    }
    return place.isEmpty ? .keep : .enter(place)
  }
}
