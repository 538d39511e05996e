/// Detects CI systems, where nothing is recorded unless requested explicitly.
package enum ContinuousIntegration {
  /// The variable that CI systems set, by convention to `true` or `1`.
  package static let variable = "CI"

  /// True if the variable's value means CI.
  package static func isMeant(by value: String?) -> Bool {
    guard let value else { return false }
    return !["", "0", "false", "no"].contains(value.lowercased())
  }
}
