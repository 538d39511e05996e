/// The texts of documents that requests name instead of sending them.
package protocol DocumentTexts: Sendable {
  /// The text that an id stands for: its SHA-256 in hexadecimal digits, or a name that a manifest gives it; nil where
  /// it is not known.
  func text(of id: String) -> String?

  /// Where a manifest has to be named for ids that are not known, e.g. `recordings/posts/endpoint.yaml`.
  var configurationPath: String { get }
}

/// No text is known.
package struct NoDocumentTexts: DocumentTexts {
  package let configurationPath = "endpoint.yaml"

  package init() {}

  package func text(of id: String) -> String? { nil }
}
