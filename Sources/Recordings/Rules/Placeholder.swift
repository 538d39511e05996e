/// Placeholders in recordings for values that are not written.
package enum Placeholder {
  /// Indicates whether a whole text is a placeholder: for a secret, or from a rule, for a value that is not matched or
  /// that comes back. The real value may have any type.
  package static func isOne(_ text: String) -> Bool {
    Pseudonym.isOne(Array(text.utf8)) || VariableRule.isPlaceholder(text)
      || text.utf8.starts(with: EndpointRules.echoMarker.utf8)
  }
}
