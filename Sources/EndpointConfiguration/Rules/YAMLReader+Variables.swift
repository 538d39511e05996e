import OrderedJSON
import Recordings
import Yams

extension YAMLReader {
  private enum VariableKey: String, CaseIterable {
    case any, echo, matches
  }

  private enum Shorthand: String, CaseIterable {
    case any
  }

  /// Reads the rules of one operation, in the file's order.
  mutating func variables(_ node: Node) throws(RecordingError) -> [VariableRule] {
    var rules: [VariableRule] = []
    for (key, value) in try mapping(node, "\"variables\"", such: "input.clientMutationId: any") {
      let path = try variablePath(key)
      if path[0] != "*" { mention(.variable(path[0], operation: operation), at: key) }
      rules.append(try rule(path, value, path.joined(separator: ".")))
    }
    return rules
  }

  private func rule(_ path: [String], _ node: Node, _ name: String) throws(RecordingError) -> VariableRule {
    if let text = node.scalar?.string, !node.isEmptyScalar {
      guard Shorthand(rawValue: text) == .any else {
        throw error(
          node.mark,
          "the rule for \"\(name)\" is \(found(node)): expected any, or keys and values such as `matches: \"/^[0-9]+$/\"`."
        )
      }
      return VariableRule(path, .any)
    }
    var pattern: ValuePattern?
    var isAny = false
    var echo: Node?
    for (key, value) in try mapping(node, "the rule for \"\(name)\"", such: "any: true") {
      switch try self.key(key, of: VariableKey.self) {
      case .any: isAny = try boolean(value, "\"any\"")
      case .echo: echo = try boolean(value, "\"echo\"") ? key : nil
      case .matches: pattern = try self.pattern(value)
      }
    }
    if isAny, pattern != nil {
      throw error(node.mark, "the rule for \"\(name)\" has \"any\" and \"matches\": keep one of the two.")
    }
    if isAny { return VariableRule(path, .any, isEchoed: echo != nil) }
    if let pattern { return VariableRule(path, .matches(pattern), isEchoed: echo != nil) }
    if let echo {
      throw error(
        echo.mark, "\"echo\" needs a value that is ignored in matching: add `any: true`, or `matches`.")
    }
    throw error(node.mark, "the rule for \"\(name)\" is empty: expected `any: true` or `matches`.")
  }

  private func pattern(_ node: Node) throws(RecordingError) -> ValuePattern {
    let text = try string(node, "\"matches\"", such: "\"/^[0-9]+$/\"")
    do throws(ValuePattern.Problem) {
      return try ValuePattern(text)
    } catch {
      throw self.error(
        node.mark, "\(RecordingError.shown(.string(text))) is not a regular expression: \(error.reason). Correct it.")
    }
  }

  /// Reads the path of a variable, such as `input.items.clientId`, as names.
  private func variablePath(_ node: Node) throws(RecordingError) -> [String] {
    let text = try string(node, "a variable", such: "input.clientMutationId")
    let shown = RecordingError.shown(.string(text))
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if text.hasPrefix("$") {
      throw error(node.mark, "\(shown) starts with a dollar sign: write \(text.dropFirst()).")
    }
    if names.count > 1, names[0] == "variables" {
      throw error(
        node.mark,
        "\(shown) is below \"variables\" already: write \(names.dropFirst().joined(separator: ".")).")
    }
    if text.contains("[") {
      throw error(
        node.mark, "\(shown) has an index, and a rule applies to all elements of a list: remove the brackets.")
    }
    for name in names {
      guard !name.isEmpty else {
        throw error(node.mark, "\(shown) has two dots in a row, or one at its start or end: remove one.")
      }
    }
    return names
  }
}
