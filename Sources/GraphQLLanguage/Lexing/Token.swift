/// A lexical token (section 2.1.6 "Lexical Tokens"), as a range of the text.
struct Token {
  enum Kind: UInt8 {
    case endOfFile, bang, dollar, ampersand, parenLeft, parenRight, spread, colon, equals, at, bracketLeft,
      bracketRight, braceLeft, pipe, braceRight, name, int, float, string, blockString

    /// The kind's name in messages: punctuators in quotes, others by name.
    var description: String {
      switch self {
      case .endOfFile: "<EOF>"
      case .bang: "\"!\""
      case .dollar: "\"$\""
      case .ampersand: "\"&\""
      case .parenLeft: "\"(\""
      case .parenRight: "\")\""
      case .spread: "\"...\""
      case .colon: "\":\""
      case .equals: "\"=\""
      case .at: "\"@\""
      case .bracketLeft: "\"[\""
      case .bracketRight: "\"]\""
      case .braceLeft: "\"{\""
      case .pipe: "\"|\""
      case .braceRight: "\"}\""
      case .name: "Name"
      case .int: "Int"
      case .float: "Float"
      case .string: "String"
      case .blockString: "BlockString"
      }
    }
  }

  var kind: Kind
  /// True if a string's text may differ from its value.
  var hasEscapes = false
  var start: Int
  var end: Int

  var place: Place { Place(start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end)) }
}
