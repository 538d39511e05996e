/// An error of the mock server or of its arguments: what happened, why, and what to do.
public struct UnderstudyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole text, some lines long.
  public let description: String

  init(_ description: String) { self.description = description }
}
