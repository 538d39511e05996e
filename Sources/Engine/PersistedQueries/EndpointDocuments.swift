/// The documents of an endpoint that can be asked for by their hash or their id: those that clients sent with their
/// hash in this run, and those that are on disk.
package final class EndpointDocuments: DocumentTexts {
  package let configurationPath: String
  private let learned = BoundedCache<String, String>(limit: 10_000)
  private let kept: (any KeptDocuments)?

  /// - Parameters:
  ///   - kept: what is on disk; nil where there is no folder.
  ///   - configurationPath: of the `endpoint.yaml` that names manifests.
  package init(_ kept: (any KeptDocuments)? = nil, configurationPath: String = "endpoint.yaml") {
    self.kept = kept
    self.configurationPath = configurationPath
  }

  package func text(of id: String) -> String? { learned[id] ?? kept?.text(of: id) }

  /// Takes note of a text that a client sent with its hash, for the rest of the run.
  package func learn(_ text: String, hash: String) {
    if learned[hash] == nil { learned.keep(text, for: hash) }
  }

  /// Writes a text down, so that the next run knows it.
  ///
  /// - Throws: where it cannot be written.
  package func keep(_ text: String) throws { try kept?.keep(text) }
}

/// The documents of an endpoint on disk.
package protocol KeptDocuments: Sendable {
  /// The text that an id or a hash stands for.
  func text(of id: String) -> String?

  /// Keeps a text under its hash.
  func keep(_ text: String) throws
}
