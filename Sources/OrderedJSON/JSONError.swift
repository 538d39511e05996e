/// Why a text is not JSON, and where.
///
/// Printed, it says what was found and what would be right:
/// `Expected a value, found "}" (line 3, column 5)`.
package struct JSONError: Error, Hashable, Sendable {
  /// What is wrong, for code that has to decide; people read `description`.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text starts with a byte order mark (RFC 8259, section 8.1).
    case byteOrderMark
    /// A control character stands unescaped in a string.
    case controlCharacter
    /// A member's name is not followed by a colon.
    case expectedColon
    /// Neither a comma nor the closing bracket follows an element or a member.
    case expectedComma
    /// Something follows the value.
    case expectedEnd
    /// A member does not start with a string.
    case expectedName
    /// Something else stands where a value has to.
    case expectedValue
    /// A backslash is followed by something that is no escape.
    case invalidEscape
    /// A number breaks off or starts with needless zeros.
    case invalidNumber
    /// Bytes that are no UTF-8.
    case invalidUTF8
    /// More containers inside each other than `JSONLimits.depth`.
    case tooDeep
    /// More bytes than `JSONLimits.bytes`.
    case tooLarge
    /// The text ends inside a string.
    case unterminatedString
  }

  package let code: Code

  /// Where, in bytes from the start of the text, from 0.
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
  /// The sentence and its place, e.g. `Expected a value, found "}" (line 3, column 5)`.
  package var description: String {
    code == .tooLarge ? message : "\(message) (line \(line), column \(column))"
  }
}
