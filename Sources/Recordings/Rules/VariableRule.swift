import OrderedJSON

/// What `endpoint.yaml` says about the value of a variable, or of a part of one.
package struct VariableRule: Hashable, Sendable {
  /// The names on the way from the variables to the value, `input` and `sentAt`; `*` is any name. Lists on the way are
  /// gone through.
  package let path: [String]
  package let effect: Effect
  /// Whether the value comes back in the answer, where replay puts what it was sent.
  package let isEchoed: Bool

  /// How the value counts in the key.
  package enum Effect: Hashable, Sendable {
    /// Not at all. A value that is absent still differs from one that is there.
    case any
    /// A string, number or Boolean in which the pattern is found counts as that; any other value counts by itself.
    case matches(ValuePattern)
  }

  package init(_ path: [String], _ effect: Effect, isEchoed: Bool = false) {
    self.path = path
    self.effect = effect
    self.isEchoed = isEchoed
  }

  /// As it is written in `endpoint.yaml`.
  package var pathText: String { path.joined(separator: ".") }

  /// What stands in the place of a value that does not count by itself, also in files.
  package var placeholder: String {
    switch effect {
    case .any: "understudy-any"
    case .matches(let pattern): "\(Self.matchesPrefix)\(pattern)"
    }
  }

  private static let matchesPrefix = "understudy-matches "

  /// Whether a text is what a rule, of now or of before, has put in the place of a value.
  package static func isPlaceholder(_ text: String) -> Bool {
    text.hasSameScalars(as: "understudy-any")
      || (text.utf8.starts(with: "\(matchesPrefix)/".utf8) && text.utf8.last == UInt8(ascii: "/"))
  }
}
