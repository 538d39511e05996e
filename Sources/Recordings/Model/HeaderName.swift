import OrderedJSON

/// The grammar of header names (RFC 9110, section 5.1).
package enum HeaderName {
  /// Indicates whether a text is a token, the form of header names.
  package static func isValid(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
