/// The reason why an answer must not be stored: it may contain secrets that cannot be found.
package struct RedactionRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation's name; empty if it has none.
  package let operation: String
  /// The kind of body: `text/html`, `no text`.
  package let body: String
  /// True if a rule could allow it.
  package let isText: Bool

  package var description: String {
    let subject = operation.isEmpty ? "the operation without a name" : operation
    let start = "The answer to \(subject) was not recorded: it is \(body), not JSON, and may hold secrets"
    guard isText else {
      return "\(start) that cannot be found in it. To get JSON, send the header Accept: application/json."
    }
    let name = operation.isEmpty ? "true" : "[\(operation)]"
    return "\(start). If it contains none, add this to endpoint.yaml: redaction: { text: \(name) }"
  }
}
