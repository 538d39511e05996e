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
    var found: [RecordedPlaceholder] = []
    // A stack of its own, the next value last.
    var open: [(value: JSON, path: JSONPath, met: [Int], rest: RuleProgress)] = [
      (.object(variables), JSONPath(), [], .start(rules))
    ]
    while let (value, path, met, rest) = open.popLast() {
      switch value {
      case .object(let object):
        for member in object.members.reversed() {
          let (metHere, further) = rest.after(member.name, rules)
          open.append((member.value, path.appending(.name(member.name)), metHere, further))
        }
      case .array(let elements):
        for (index, element) in elements.enumerated().reversed() {
          open.append((element, path.appending(.index(index)), met, rest))
        }
      case .string(let text) where VariableRule.isPlaceholder(text):
        let own = met.filter { rules[$0].placeholder.hasSameScalars(as: text) }
        found.append(
          RecordedPlaceholder(
            path: path, text: text, hasRule: !own.isEmpty, isEchoed: own.contains { rules[$0].isEchoed }))
      default: break
      }
    }
    return found
  }

  /// Indicates whether an answer contains an echo's placeholder (`withoutEchoes(_:sent:operation:)`).
  package static func holdsEcho(_ body: JSON) -> Bool {
    body.scalars.contains { $0.stringValue?.utf8.starts(with: echoMarker.utf8) == true }
  }
}
