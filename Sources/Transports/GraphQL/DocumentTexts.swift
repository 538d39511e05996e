/// The texts of persisted documents.
package protocol DocumentTexts: Sendable {
  /// Returns the text for an id: its SHA-256 in hexadecimal digits, or its name in a manifest. Nil if unknown.
  func text(of id: String) -> String?

  /// The file in which to list a manifest for unknown ids, e.g. `recordings/posts/endpoint.yaml`.
  var configurationPath: String { get }
}

/// An empty set of documents.
package struct NoDocumentTexts: DocumentTexts {
  package let configurationPath = "endpoint.yaml"

  package init() {}

  package func text(of id: String) -> String? { nil }
}
