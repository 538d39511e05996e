/// Detects CI systems, where nothing is recorded unless requested explicitly.
enum ContinuousIntegration {
  /// The variable that CI systems set, by convention to `true` or `1`.
  static let variable = "CI"

  /// True if the variable's value means CI.
  static func isMeant(by value: String?) -> Bool {
    guard let value else { return false }
    return !["", "0", "false", "no"].contains(value.lowercased())
  }
}
