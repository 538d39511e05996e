/// One difference between two versions of a schema.
package struct SchemaChange: Hashable, Sendable, CustomStringConvertible {
  package var kind: Kind
  /// What changed, in one line, in the reference implementation's words where it has some.
  package var sentence: String

  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// What it means for clients that were written against the older version.
  package var severity: Severity { kind.severity }

  /// `FIELD_REMOVED: Query.a was removed.`
  package var description: String { "\(kind.rawValue): \(sentence)" }

  /// What a change means for clients, the worst first.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// An operation that was valid is so no more, or gets what its client cannot read.
    case breaking
    /// Operations stay valid, and a client may still be surprised: by a new enum value, by another default.
    case dangerous
    /// Clients do not notice.
    case safe
  }
}
