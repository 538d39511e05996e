package import OrderedJSON

extension EndpointRules {
  /// The variables as they count in the key: with placeholders for the values that do not count by themselves.
  ///
  /// What was keyed once stays as it is, so that the variables in a file give the file's key. Of several rules for one
  /// value the first that applies counts; what stands inside a value that does not count is not looked at. Literals in
  /// the document count always: another literal is another operation.
  ///
  /// - Parameters:
  ///   - variables: in canonical form, secrets replaced; `null`s are taken out before that, where they count as absent
  ///     (`VariableCoercion`).
  ///   - operation: its name; nil if it has none.
  /// - Returns: the variables of the key.
  package func keyed(_ variables: JSONObject, of operation: String?) -> JSONObject {
    guard changesVariables, !variables.isEmpty else { return variables }
    let rules = rule(for: operation).variables
    if rules.isEmpty { return variables }
    let keyer = VariableKeyer(rules: rules)
    guard case .object(let keyed) = keyer.rewritten(.object(variables), at: .start(rules)) else { return variables }
    return keyed
  }
}

/// How far a value is on the ways of rules: those rules whose first names lead to it.
struct RuleProgress {
  /// The positions of the rules.
  let rules: [Int]
  /// How many names lead here.
  let depth: Int

  static func start(_ rules: [VariableRule]) -> RuleProgress { RuleProgress(rules: Array(rules.indices), depth: 0) }

  /// What is left after another name, and the rules that are about that very value.
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

/// Puts placeholders into variables.
private struct VariableKeyer: JSONRewriter {
  let rules: [VariableRule]

  func member(
    _ member: JSONObject.Member, of _: JSONObject, at place: Place
  ) -> JSONRewrite<Place> {
    let (met, rest) = place.after(member.name, rules)
    return decide(member.value, met, rest)
  }

  /// The rules that a list has met are about its elements as well.
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
    /// The rules about the list in which elements stand.
    var met: [Int]
    var rest: RuleProgress

    static func start(_ rules: [VariableRule]) -> Place { Place(met: [], rest: .start(rules)) }

    func after(_ name: String, _ rules: [VariableRule]) -> (met: [Int], rest: RuleProgress) {
      rest.after(name, rules)
    }
  }
}
