import GraphQLLanguage

/// The unnamed recordings of a run that replaces those of earlier runs, held in memory until the run has ended.
struct Replacement: Sendable {
  /// The files to replace, as they were when the run began.
  let before: [FolderChanges.Place: FileStamp]
  private(set) var held: [OperationKey: Held] = [:]
  /// The requests without an answer that can be saved, in order.
  private(set) var unsaved: [Unsaved] = []
  /// True after the end of the run. Then nothing is written.
  var hasEnded = false

  /// A recording that is not written yet.
  struct Held: Sendable {
    var recording: Recording
    let document: Document
    /// The place in the endpoint's folder.
    let place: FolderChanges.Place
  }

  struct Unsaved: Sendable {
    let key: ContentHash?
    let reason: String
  }

  init(before: [FolderChanges.Place: FileStamp]) { self.before = before }

  mutating func hold(_ recording: Recording, of key: OperationKey, document: Document, at place: FolderChanges.Place) {
    held[key] = Held(recording: recording, document: document, place: place)
  }

  /// Registers why a request was not saved, or with a nil reason that it was saved in the end. A note without a key
  /// stays.
  mutating func note(_ key: ContentHash?, unsaved reason: String?) {
    if let reason {
      if key == nil || !unsaved.contains(where: { $0.key == key }) { unsaved.append(Unsaved(key: key, reason: reason)) }
    } else if !unsaved.isEmpty {
      unsaved.removeAll { $0.key == key }
    }
  }
}
