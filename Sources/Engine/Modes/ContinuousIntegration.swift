/// Whether a program runs in a CI system, where no recording is written without being told to.
package enum ContinuousIntegration {
  /// The variable that CI systems set, by convention to `true` or `1`.
  package static let variable = "CI"

  /// Whether a value of the variable says so; nil where it is not set.
  package static func isMeant(by value: String?) -> Bool {
    guard let value else { return false }
    return !["", "0", "false", "no"].contains(value.lowercased())
  }
}
