/// Why recordings, or what belongs to them, cannot be read or written: where, what was found, what would be right.
///
/// Printed as `file:line:column: sentence`, as compilers do, so that editors jump to it.
package struct RecordingError: Error, Hashable, Sendable {
  /// The kind of fault, for code that has to decide; people read `description`.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The system refused: permissions, a full disk, a folder that vanished.
    case system
    /// There is no such folder.
    case missingFolder
    /// More bytes than are read.
    case tooLarge
    /// Not JSON.
    case notJSON
    /// Written by a newer version.
    case newerFormat
    /// JSON, but no recording.
    case invalidRecording
    /// The name of a file or folder does not belong to its content, or is not made like one.
    case misnamed
    /// Two files record the same.
    case duplicate
    /// The folder of recordings has no `operation.graphql`, or one that is not an operation.
    case invalidOperation
    /// A symbolic link, which could lead out of the folder.
    case outside
    /// The name of an endpoint's folder cannot be one.
    case invalidEndpoint
    /// `endpoint.yaml` is not right.
    case invalidConfiguration
  }

  package let code: Code
  /// The file or folder, as the user named it or below what the user named.
  package let path: String
  /// Where in the file, from 1; nil where no place can be named.
  package let place: Place?
  /// What is wrong and what would be right.
  package let message: String

  /// A line and a column, both from 1.
  package struct Place: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  package init(_ code: Code, _ path: String, _ place: Place? = nil, _ message: String) {
    self.code = code
    self.path = path
    self.place = place
    self.message = message
  }
}

extension RecordingError: CustomStringConvertible {
  /// `file:line:column: sentence`.
  ///
  package var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    return Self.printable("\(path)\(place): \(message)")
  }

  /// A text for a terminal. Names and contents of files come from anywhere, so what a terminal would obey is written as
  /// `\u{1b}`.
  package static func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
