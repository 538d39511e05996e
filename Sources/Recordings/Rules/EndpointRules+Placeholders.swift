package import OrderedJSON

/// A placeholder in recorded variables, with the current rules for its place.
package struct RecordedPlaceholder: Hashable, Sendable {
  /// The path to it in the variables.
  package let path: JSONPath
  package let text: String
  /// True if a current rule creates it. Otherwise its rule was removed.
  package let hasRule: Bool
  /// True if a current rule says that its value comes back in answers (`echo: true`).
  package let isEchoed: Bool
}

extension EndpointRules {
  /// The placeholders in variables, recorded or current, in the order of the variables.
  package func placeholders(in variables: JSONObject, of operation: String?) -> [RecordedPlaceholder] {
    let rules = rule(for: operation).variables
    let values = JSON.object(variables).walk(at: (path: JSONPath(), rules: RulesInVariables(rules))) { slot, place in
      (place.path.appending(slot.step), place.rules.inside(slot, rules))
    }
    return values.compactMap { value, place in
      guard let text = value.stringValue, VariableRule.isPlaceholder(text) else { return nil }
      let own = place.rules.met.filter { rules[$0].placeholder.hasSameScalars(as: text) }
      return RecordedPlaceholder(
        path: place.path, text: text, hasRule: !own.isEmpty, isEchoed: own.contains { rules[$0].isEchoed })
    }
  }

  /// Indicates whether an answer contains an echo's placeholder (`withoutEchoes(_:sent:operation:)`).
  package static func holdsEcho(_ body: JSON) -> Bool {
    body.scalars.contains { $0.stringValue?.utf8.starts(with: echoMarker.utf8) == true }
  }
}
