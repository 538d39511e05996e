package import OrderedJSON

extension EndpointRules {
  /// The start of an echo's placeholder.
  static let echoMarker = "understudy-echo "

  /// Replaces sent values that come back in an answer (`echo: true`) with placeholders for the recording, such as
  /// `understudy-echo input.clientMutationId`.
  ///
  /// A value in the answer is an echo if it equals the sent value (a string, number, Boolean or `null`), and if its
  /// field has the name of the variable's last part or it is a string of at least 16 bytes. `sent` are the original
  /// variables, before values are replaced with placeholders.
  package func withoutEchoes(_ body: JSON, sent: JSONObject, operation: String?) -> JSON {
    let echoes = echoes(in: sent, operation)
    return echoes.isEmpty ? body : EchoTaker(echoes: echoes).rewritten(body, at: nil)
  }

  /// Replaces the echoes in a recorded answer with the values that this request sent. A placeholder without a sent
  /// value stays, so that the problem is visible.
  package func withEchoes(_ body: JSON, sent: JSONObject, operation: String?) -> JSON {
    let echoes = echoes(in: sent, operation)
    if echoes.isEmpty { return body }
    let values = Dictionary(echoes.map { ($0.placeholder, $0.value) }, uniquingKeysWith: { first, _ in first })
    return EchoGiver(values: values).rewritten(body, at: ())
  }

  /// Indicates whether the answers to an operation may contain echoes.
  package func hasEchoes(_ operation: String?) -> Bool {
    changesVariables && !rule(for: operation).echoes.isEmpty
  }

  /// The sent values that may come back, in the order of the variables.
  private func echoes(in sent: JSONObject, _ operation: String?) -> [Echo] {
    guard hasEchoes(operation) else { return [] }
    let rules = rule(for: operation).echoes
    let values = JSON.object(sent).walk(at: (path: JSONPath(), rules: RulesInVariables(rules))) { slot, place in
      let inner = place.rules.inside(slot, rules)
      return inner.isEmpty ? nil : (place.path.appending(slot.step), inner)
    }
    return values.compactMap { value, place in
      place.rules.met.isEmpty || value.isContainer ? nil : Echo(path: place.path, value: value)
    }
  }
}

extension EndpointRules {
  /// Replaces the placeholders of echoes with the values that the recorded request sent, whatever the present rules are.
  /// Removes a placeholder whose value is not recorded.
  package static func withoutEchoPlaceholders(_ body: JSON, sent: JSONObject) -> JSON {
    guard holdsEcho(body) else { return body }
    var values: [String: JSON] = [:]
    for (value, path) in JSON.object(sent).paths where !value.isContainer {
      if case .string(let text) = value, VariableRule.isPlaceholder(text) { continue }
      values["\(echoMarker)\(path)"] = value
    }
    return EchoGiver(values: values, removesOthers: true).rewritten(body, at: ())
  }
}

/// A sent value that may come back.
private struct Echo {
  /// The path to it in the variables.
  let path: JSONPath
  let value: JSON

  var placeholder: String { "\(EndpointRules.echoMarker)\(path)" }

  /// The name of the variable or of the innermost field.
  var name: String? {
    for case .name(let name) in path.steps.reversed() { return name }
    return nil
  }

  /// True if the value alone identifies it as an echo, in any field.
  var isUnmistakable: Bool { (value.stringValue?.utf8.count ?? 0) >= 16 }

  func isValue(_ other: JSON) -> Bool {
    switch (value, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    case (.number(let left), .number(let right)): left.canonicalText == right.canonicalText
    default: false
    }
  }
}

/// Replaces echoes with placeholders. A place is the name of the field that contains the value.
private struct EchoTaker: JSONRewriter {
  let echoes: [Echo]

  func decide(_ slot: JSONSlot, in _: JSONObject?, at place: String?) -> JSONRewrite<String?> {
    let field = slot.name ?? place
    if slot.value.isContainer { return .enter(field) }
    let same = echoes.filter { $0.isValue(slot.value) }
    let named = same.first { echo in field.map { echo.name?.hasSameScalars(as: $0) == true } ?? false }
    guard let echo = named ?? same.first(where: \.isUnmistakable) else { return .keep }
    return .replace(.string(echo.placeholder))
  }
}

/// Replaces placeholders with values.
private struct EchoGiver: JSONRewriter {
  let values: [String: JSON]
  /// Indicates whether placeholders without a value are removed.
  var removesOthers = false

  func decide(_ slot: JSONSlot, in _: JSONObject?, at _: Void) -> JSONRewrite<Void> {
    switch slot.value {
    case .object, .array: return .enter(())
    case .string(let text):
      if let value = values[text] { return .replace(value) }
      return removesOthers && text.utf8.starts(with: EndpointRules.echoMarker.utf8) ? .remove : .keep
    default: return .keep
    }
  }
}
