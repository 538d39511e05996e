package import EndpointConfiguration
import GraphQLLanguage
package import Recordings
import Synchronization
import Transports

/// The documents that requests may name by hash or id: those sent with a hash in this run, and those on disk.
package final class EndpointDocuments: DocumentTexts {
  package let configurationPath: String
  /// The warnings about manifests, a line each.
  package let warnings: [String]
  /// Nil if texts are not saved.
  private let folder: EndpointFolder?
  private let known: Mutex<PersistedDocuments>
  /// The texts of this run, a bounded table. Clients send an evicted one again (`PersistedQueryNotFound`).
  private let learned = BoundedCache<String, String>(byteLimit: learnedLimit)
  /// The most bytes of texts that clients sent with their hash.
  package static let learnedLimit = 32 << 20

  /// The ids of the documents on disk by their operations, computed when first needed.
  private let ids = Mutex<[ContentHash: String]?>(nil)

  /// Creates a table without documents that saves none.
  package init() {
    configurationPath = EndpointFolder.configurationFileName
    warnings = []
    folder = nil
    known = Mutex(PersistedDocuments())
  }

  /// Reads the documents on disk, if the folder exists, by the manifests that `configuration` names.
  package init(in folder: EndpointFolder, _ configuration: EndpointConfiguration) throws(RecordingError) {
    configurationPath = folder.configurationPath
    self.folder = folder
    let documents = try PersistedDocuments.load(folder, configuration.persistedQueries)
    warnings = documents.warnings
    known = Mutex(documents)
  }

  package func text(of id: String) -> String? { learned[id] ?? known.withLock { $0[id] } }

  /// Returns the id of a document on disk; nil if there is none.
  package func id(of key: DocumentKey) -> String? {
    ids.withLock { ids in
      if ids == nil {
        let known = known.withLock { $0 }
        ids = [:]
        for id in known.ids {
          guard let document = known[id].flatMap({ try? parse(SourceText($0)) }),
            let operation = try? CanonicalOperation(of: document, operationName: nil)
          else { continue }
          ids?[DocumentKey(endpoint: key.endpoint, operation: operation).hash] = id
        }
      }
      return ids?[key.hash]
    }
  }

  package var learnedBytes: Int { learned.bytes }

  /// Keeps a text that a client sent with its hash for the rest of the run.
  package func learn(_ text: String, hash: String) {
    if learned[hash] == nil { learned.keep(text, for: hash, bytes: text.utf8.count + hash.utf8.count + 200) }
  }

  /// Saves texts for the next run.
  package func keep(_ texts: some Sequence<String> & Sendable) throws(RecordingError) {
    guard let folder else { return }
    let result = known.withLock { known -> Result<Void, RecordingError> in
      Result { () throws(RecordingError) in
        for text in texts { known.learn(text, isSaved: true) }
        try known.save(in: folder)
      }
    }
    try result.get()
  }
}
