import OrderedJSON

/// The reason why a recording, or a file that belongs to it, cannot be read or written, with the place and the fix.
///
/// Printed as `file:line:column: sentence`, the format of compilers, so that editors can open the place.
package struct RecordingError: Error, Hashable, Sendable {
  /// The kind of error, for code; people read `description`.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The system refused: permissions, a full disk, a folder that disappeared.
    case system
    case missingFolder
    /// The file exceeds the limit in bytes.
    case tooLarge
    case notJSON
    /// Written by a newer version.
    case newerFormat
    /// Valid JSON, but not a recording.
    case invalidRecording
    /// The name of a file or folder does not match its content, or does not have the form of one.
    case misnamed
    /// Two files record the same.
    case duplicate
    /// The folder of recordings has no `operation.graphql`, or one that is not an operation.
    case invalidOperation
    /// A symbolic link, which could lead out of the folder.
    case outside
    /// The name of an endpoint's folder is not valid.
    case invalidEndpoint
    case invalidConfiguration
  }

  package let code: Code
  /// The file or folder, as the user named it or below a folder that the user named.
  package let path: String
  /// The place in the file, from 1; nil if there is none.
  package let place: Place?
  /// The problem and the fix.
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
  package var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    return Self.printable("\(path)\(place): \(message)")
  }

  /// A text that is safe for a terminal. Names and contents of files come from anywhere, so control characters are
  /// written like `\u{1b}`.
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
  /// Quotes a word for a shell, unless it has only letters, digits and the characters in `plain`.
  package static func shellQuoted(_ word: String, plain: String = "/._-=:@%+,") -> String {
    let isPlain = word.utf8.allSatisfy { $0.isLetterOrDigit || plain.utf8.contains($0) }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }

  /// Returns a command for a shell.
  package static func shellCommand(_ words: [String]) -> String {
    words.map { shellQuoted($0) }.joined(separator: " ")
  }
}
