import OrderedJSON

/// A rule of `endpoint.yaml` for the value of a variable, or for a part of it.
package struct VariableRule: Hashable, Sendable {
  /// The names on the path from the variables to the value, such as `input` and `sentAt`; `*` is any name. The path
  /// continues through lists.
  package let path: [String]
  package let effect: Effect
  /// True if the value comes back in the answer, where replay inserts the sent value.
  package let isEchoed: Bool

  /// The effect on the key.
  package enum Effect: Hashable, Sendable {
    /// The value is ignored. An absent value still differs from a present one.
    case any
    /// All strings, numbers and Booleans that match the pattern are equal; other values are compared as they are.
    case matches(ValuePattern)

    /// The effect for the values of two generators: those that match either pattern.
    package func or(_ other: Effect) -> Effect {
      guard case .matches(let pattern) = self, case .matches(let second) = other else { return .any }
      if "|\(pattern.text)|".contains("|\(second.text)|") { return self }
      if "|\(second.text)|".contains("|\(pattern.text)|") { return other }
      // One that would be too long leaves the second one out, which then misses.
      return (try? ValuePattern("\(pattern.text)|\(second.text)")).map { .matches($0) } ?? self
    }
  }

  package init(_ path: [String], _ effect: Effect, isEchoed: Bool = false) {
    self.path = path
    self.effect = effect
    self.isEchoed = isEchoed
  }

  /// The form in `endpoint.yaml`.
  package var pathText: String { path.joined(separator: ".") }

  /// The placeholder for a value that is not matched by value, also in files.
  package var placeholder: String {
    switch effect {
    case .any: "understudy-any"
    case .matches(let pattern): "\(Self.matchesPrefix)\(pattern)"
    }
  }

  private static let matchesPrefix = "understudy-matches "

  /// Indicates whether a text is the placeholder of a current or former rule.
  package static func isPlaceholder(_ text: String) -> Bool {
    text.hasSameScalars(as: "understudy-any")
      || (text.utf8.starts(with: "\(matchesPrefix)/".utf8) && text.utf8.last == UInt8(ascii: "/"))
  }
}
