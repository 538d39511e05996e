package import Recordings

/// An error in an import, an export or a manifest: the place, the cause, what was expected, and what to do.
package struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as the user named it; nil if the error is not about one file.
  package let path: String?
  /// The place in the file; nil if there is none.
  package let place: RecordingError.Place?
  package let message: String

  package init(_ path: String? = nil, _ place: RecordingError.Place? = nil, _ message: String) {
    self.path = path
    self.place = place
    self.message = message
  }

  /// `file:line:column: sentence`, with control characters escaped, except line ends.
  package var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    let whole = path.map { "\($0)\(place): \(message)" } ?? message
    return whole.split(separator: "\n", omittingEmptySubsequences: false)
      .map { RecordingError.printable(String($0)) }.joined(separator: "\n")
  }
}
