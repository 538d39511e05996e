import Recordings
import Synchronization

/// The salt of an endpoint's redaction: the one in its folder, or one that a recorder brings and that is written when
/// there is first something to hide.
final class EndpointSalt: Sendable {
  let value: RedactionSalt
  /// Where it is still to be written; nil where it is there, or nothing is ever written.
  private let folder: Mutex<EndpointFolder?>

  /// Of a run that only reads, and where nothing was ever hidden: any salt will do.
  static let unsalted = EndpointSalt(.none, writingTo: nil)

  init(_ value: RedactionSalt, writingTo folder: EndpointFolder?) {
    self.value = value
    self.folder = Mutex(folder)
  }

  /// Sees to it that the salt is on disk.
  ///
  /// - Throws: where it cannot be written, or another recorder has written another one since this one started.
  func requireWritten() throws(RecordingError) {
    try folder.withLock { folder throws(RecordingError) in
      guard let place = folder else { return }
      let there = try place.writeSaltIfAbsent(value)
      guard there == value else { throw RecordingError.foreignSalt(place.path) }
      folder = nil
    }
  }
}
