import OrderedJSON

/// A session on one listener: the same session may run on several listeners at once, each with its own progress.
struct SessionID: Hashable, Sendable {
  /// The session's name, e.g. `CartTests/a`.
  var name: String
  /// The number of the listener, 0 for the main port.
  var listener: Int

  init(name: String, listener: Int = 0) {
    self.name = name
    self.listener = listener
  }

  /// Compares names scalar by scalar: Swift's `==` on strings folds composed and decomposed characters.
  static func == (left: SessionID, right: SessionID) -> Bool {
    left.listener == right.listener && left.name.hasSameScalars(as: right.name)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(listener)
    for scalar in name.unicodeScalars { hasher.combine(scalar) }
  }
}
