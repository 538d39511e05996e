/// Texts in recordings that stand for a value that is not written down.
package enum StandIn {
  /// Whether a whole text is one: a secret's pseudonym, or what a rule puts for a value that does not count or that
  /// comes back. The real value may have been of any type.
  package static func isOne(_ text: String) -> Bool {
    Pseudonym.isOne(Array(text.utf8)) || VariableRule.isPlaceholder(text)
      || text.utf8.starts(with: EndpointRules.echoMarker.utf8)
  }
}
