/// The reason why a text is not JSON, and the place: `Expected a value, found "}" (line 3, column 5)`.
package struct JSONError: Error, Hashable, Sendable {
  /// The kind of error, for code; people read `description`.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text starts with a byte order mark (RFC 8259, section 8.1).
    case byteOrderMark
    /// A string contains an unescaped control character.
    case controlCharacter
    case expectedColon
    /// Neither a comma nor the closing bracket follows an element or a member.
    case expectedComma
    /// Something follows the value.
    case expectedEnd
    /// A member does not start with a string.
    case expectedName
    case expectedValue
    /// An unknown escape follows a backslash.
    case invalidEscape
    /// A number is incomplete or has leading zeros.
    case invalidNumber
    case invalidUTF8
    /// Containers are nested deeper than `JSONLimits.depth`.
    case tooDeep
    /// The text has more bytes than `JSONLimits.bytes`.
    case tooLarge
    /// The text ends inside a string.
    case unterminatedString
  }

  package let code: Code

  /// The place of the error, in bytes from the start of the text, from 0.
  package let offset: Int

  /// The line of `offset`, from 1. A line ends with LF, CR LF or CR.
  package let line: Int

  /// The column of `offset` in its line, in Unicode scalars, from 1.
  package let column: Int

  /// The sentence without the place, for callers that print the place themselves.
  package let message: String

  package init(code: Code, offset: Int, line: Int, column: Int, message: String) {
    self.code = code
    self.offset = offset
    self.line = line
    self.column = column
    self.message = message
  }
}

extension JSONError: CustomStringConvertible {
  /// The sentence and its place, such as `Expected a value, found "}" (line 3, column 5)`.
  package var description: String {
    code == .tooLarge ? message : "\(message) (line \(line), column \(column))"
  }
}
