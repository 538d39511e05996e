package import Recordings

/// Why a file of another tool cannot be taken in, or recordings cannot be put out: where, what was found, what would be
/// right, what to do next.
package struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as the user named it; nil where it is about no single file.
  package let path: String?
  /// Where in the file; nil where no place can be named.
  package let place: RecordingError.Place?
  package let message: String

  package init(_ path: String? = nil, _ place: RecordingError.Place? = nil, _ message: String) {
    self.path = path
    self.place = place
    self.message = message
  }

  /// `file:line:column: sentence`, without what a terminal would obey; lines of a list stay lines.
  package var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    let whole = path.map { "\($0)\(place): \(message)" } ?? message
    return whole.split(separator: "\n", omittingEmptySubsequences: false)
      .map { RecordingError.printable(String($0)) }.joined(separator: "\n")
  }
}
