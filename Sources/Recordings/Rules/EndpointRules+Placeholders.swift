package import OrderedJSON

/// A placeholder in recorded variables, and what rules of now say of its place.
package struct RecordedPlaceholder: Hashable, Sendable {
  /// The way to it in the variables.
  package let path: JSONPath
  package let text: String
  /// Whether a rule of now puts it there. If none does, the rule that did is gone.
  package let hasRule: Bool
  /// Whether the value that it stands for comes back in answers by a rule of now (`echo: true`).
  package let isEchoed: Bool
}

extension EndpointRules {
  /// The placeholders in recorded variables, in the order of the variables.
  ///
  /// - Parameters:
  ///   - variables: as a file has them, or as they are keyed now.
  ///   - operation: its name; nil if it has none.
  /// - Returns: each with what rules of now say of its place.
  package func placeholders(in variables: JSONObject, of operation: String?) -> [RecordedPlaceholder] {
    let rules = rule(for: operation).variables
    var found: [RecordedPlaceholder] = []
    // A stack of its own, the next one last.
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

  /// Whether an echo stands anywhere in an answer (`withoutEchoes(_:sent:operation:)`).
  package static func holdsEcho(_ body: JSON) -> Bool {
    body.scalars.contains { $0.stringValue?.utf8.starts(with: echoMarker.utf8) == true }
  }
}
