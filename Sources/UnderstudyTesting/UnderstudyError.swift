/// Why there is no stand-in, or why it cannot do what it was asked: what was given, and what to do next.
public struct UnderstudyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole text, some lines long.
  public let description: String

  init(_ description: String) { self.description = description }
}
