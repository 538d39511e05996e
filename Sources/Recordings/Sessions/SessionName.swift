import OrderedJSON

/// The name of a session.
package enum SessionName {
  /// The session of requests that name none.
  package static let standard = "default"

  /// Whether requests of this session are recorded as a session of its own, rather than as unnamed ones.
  package static func isNamed(_ session: String) -> Bool { !name(of: session).hasSameScalars(as: standard) }

  // MARK: One session on several listeners

  /// Separates a session's name from its listener. No name has a control character.
  private static let separator: UInt8 = 0x1F

  /// The name of a session inside of an engine: its name, and on a listener its listener's number. In replay and
  /// generation any number of listeners run the same session at once, each with progress of its own.
  package static func place(_ name: String, listener: Int) -> String {
    listener == 0 ? name : "\(name)\(Character(UnicodeScalar(separator)))\(listener)"
  }

  /// The name of a session, whichever listener runs it.
  package static func name(of place: String) -> String {
    // In bytes: asked several times for each request, and characters take a microsecond.
    guard let last = place.utf8.last, (0x30...0x39).contains(last) else { return place }
    return place.utf8.lastIndex(of: separator).flatMap { String(place.utf8[..<$0]) } ?? place
  }
}
