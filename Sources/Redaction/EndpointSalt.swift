package import Recordings
import Synchronization

/// The salt of an endpoint's redaction: the one in its folder, or the one derived from its name. A recorder writes a
/// derived salt when it first redacts something.
package final class EndpointSalt: Sendable {
  package let value: RedactionSalt
  private let folder: Mutex<EndpointFolder?>

  /// `folder` is the folder to write it to; nil if it is on disk already or never written.
  package init(_ value: RedactionSalt, writingTo folder: EndpointFolder?) {
    self.value = value
    self.folder = Mutex(folder)
  }

  /// Writes the salt, unless it is on disk.
  ///
  /// - Throws: if it cannot be written, or if another recorder has written a different one since this one started.
  package func requireWritten() throws(RecordingError) {
    try folder.withLock { folder throws(RecordingError) in
      guard let place = folder else { return }
      let there = try place.writeSaltIfAbsent(value)
      guard there == value else { throw RecordingError.foreignSalt(place.path) }
      folder = nil
    }
  }
}
