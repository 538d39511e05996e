import OrderedJSON

/// Lines for `endpoint.yaml` with variable rules of one operation.
package struct RuleLines: Hashable, Sendable {
  package let operation: String
  /// The rules, in order.
  package let rules: [VariableRule]

  /// - Returns: nil if there are no rules, or if `endpoint.yaml` cannot express one of them.
  package init?(operation: String, rules: [VariableRule]) {
    guard !rules.isEmpty, operation.isGraphQLName,
      rules.allSatisfy({ rule in
        Self.isPlain(rule.effect) && rule.path.allSatisfy(\.isGraphQLName)
          && !(rule.path.count > 1 && rule.path[0] == "variables")
      })
    else { return nil }
    self.operation = operation
    self.rules = rules
  }

  /// Returns the lines beside existing rules of the operation; nil if these have all of them. A value that has another
  /// rule comes from several generators, so the values of both match.
  package func besides(_ existing: [VariableRule]) -> RuleLines? {
    let new = rules.compactMap { rule in
      guard let old = existing.first(where: { $0.path == rule.path }) else { return rule }
      let merged = VariableRule(rule.path, old.effect.or(rule.effect), isEchoed: old.isEchoed || rule.isEchoed)
      return merged == old ? nil : merged
    }
    return RuleLines(operation: operation, rules: new)
  }

  /// Returns these lines and others of the same operation.
  package func joined(with other: RuleLines) -> RuleLines {
    guard let new = other.besides(rules)?.rules else { return self }
    let kept = rules.filter { rule in !new.contains { $0.path == rule.path } }
    return RuleLines(operation: operation, rules: kept + new) ?? self
  }

  /// The complete YAML, from the top level of the file.
  package var lines: [String] {
    ["operations:", "  \(Self.key(operation)):", "    variables:"] + ruleLines.map { "      \($0)" }
  }

  /// The same lines without `operations:`, for a file that has this section.
  package var linesBelowOperations: [String] { Array(lines.dropFirst()) }

  /// The lines of the rules, without indentation.
  package var ruleLines: [String] {
    rules.map { rule in
      let value: String
      switch rule.effect {
      case .any: value = rule.isEchoed ? "{ any: true, echo: true }" : "any"
      case .matches(let pattern): value = "{ matches: \"\(pattern)\"\(rule.isEchoed ? ", echo: true" : "") }"
      }
      return "\(Self.key(rule.pathText)): \(value)"
    }
  }

  /// Indicates whether YAML reads a pattern between quotation marks as it is.
  private static func isPlain(_ effect: VariableRule.Effect) -> Bool {
    guard case .matches(let pattern) = effect else { return true }
    return !pattern.text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }
  }

  /// A key, quoted if YAML might not read it as text.
  package static func key(_ text: String) -> String {
    let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    return words.contains(text.lowercased()) ? "\"\(text)\"" : text
  }
}
