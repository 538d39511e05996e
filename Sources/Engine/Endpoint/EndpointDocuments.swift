package import EndpointConfiguration
import GraphQLLanguage
package import Recordings
import Synchronization
import Transports

/// The documents of an endpoint that can be asked for by their hash or their id: those that clients sent with their
/// hash in this run, and those that are on disk.
package final class EndpointDocuments: DocumentTexts {
  package let configurationPath: String
  /// What was odd about the manifests, a line each.
  package let warnings: [String]
  /// Nil where there is none to write to.
  private let folder: EndpointFolder?
  private let known: Mutex<PersistedDocuments>
  /// In this run only: a client may send any number of texts. One that was given up is asked for again, as the protocol
  /// for persisted queries has it (`PersistedQueryNotFound`).
  private let learned = BoundedCache<String, String>(byteLimit: learnedLimit)
  /// The most bytes of texts that clients sent with their hash.
  static let learnedLimit = 32 << 20

  /// The ids of what is on disk, by the operations; made when it is first asked for.
  private let ids = Mutex<[ContentHash: String]?>(nil)

  /// None are known, and none are written.
  package init() {
    configurationPath = EndpointFolder.configurationFileName
    warnings = []
    folder = nil
    known = Mutex(PersistedDocuments())
  }

  /// Reads what is on disk.
  ///
  /// - Parameters:
  ///   - folder: the endpoint's, which need not be there.
  ///   - configuration: of the endpoint; it names manifests.
  /// - Throws: where a manifest cannot be read, or is none.
  package init(in folder: EndpointFolder, _ configuration: EndpointConfiguration) throws(RecordingError) {
    configurationPath = folder.configurationPath
    self.folder = folder
    let documents = try PersistedDocuments.load(folder, configuration.persistedQueries)
    warnings = documents.warnings
    known = Mutex(documents)
  }

  package func text(of id: String) -> String? { learned[id] ?? known.withLock { $0[id] } }

  /// The id by which a document on disk can be called.
  ///
  /// - Parameter key: of the operation.
  /// - Returns: the id; nil where there is none.
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

  /// The bytes of texts that clients sent with their hash.
  var learnedBytes: Int { learned.bytes }

  /// Takes note of a text that a client sent with its hash, for the rest of the run.
  func learn(_ text: String, hash: String) {
    if learned[hash] == nil { learned.keep(text, for: hash, bytes: text.utf8.count + hash.utf8.count + 200) }
  }

  /// Writes texts down, so that the next run knows them.
  ///
  /// - Throws: where they cannot be written.
  func keep(_ texts: some Sequence<String> & Sendable) throws(RecordingError) {
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
