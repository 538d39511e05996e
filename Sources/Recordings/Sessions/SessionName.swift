import OrderedJSON

/// The name of a session.
package enum SessionName {
  /// The session of requests without a session name.
  package static let standard = "default"

  /// Indicates whether requests of this session are recorded as a named session.
  package static func isNamed(_ session: String) -> Bool { !name(of: session).hasSameScalars(as: standard) }

  /// Returns a session's name as a segment of the control API's URLs, for messages.
  package static func inURL(_ session: String) -> String {
    PercentEncoding.encoded(Array(name(of: session).utf8), keeping: ":@").text
  }

  // MARK: One session on several listeners

  /// Separates a session's name from its listener. Names contain no control characters.
  private static let separator: UInt8 = 0x1F

  /// The internal name of a session: its name, and on a listener the listener's number. In replay and generation, any
  /// number of listeners run the same session at once, each with its own progress.
  package static func place(_ name: String, listener: Int) -> String {
    listener == 0 ? name : "\(name)\(Character(UnicodeScalar(separator)))\(listener)"
  }

  /// The name of a session, without its listener.
  package static func name(of place: String) -> String {
    // In bytes, because this runs several times per request, and iterating over characters takes a microsecond.
    guard let last = place.utf8.last, last.isDigit else { return place }
    return place.utf8.lastIndex(of: separator).flatMap { String(place.utf8[..<$0]) } ?? place
  }
}
