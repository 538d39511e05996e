package import Recordings
import Synchronization

/// The salt of an endpoint's redaction: the one in its folder, or the one derived from its name. A recorder writes the
/// derived one when it first redacts something.
package final class EndpointSalt: Sendable {
  package let value: RedactionSalt
  private let folder: Mutex<EndpointFolder?>

  /// - Parameters:
  ///   - value: the salt.
  ///   - folder: where `requireWritten` writes it; nil if it is on disk already, or nothing is ever written.
  package init(_ value: RedactionSalt, writingTo folder: EndpointFolder?) {
    self.value = value
    self.folder = Mutex(folder)
  }

  /// Sees to it that the salt is on disk.
  ///
  /// - Throws: where it cannot be written, or another recorder has written another one since this one started.
  package func requireWritten() throws(RecordingError) {
    try folder.withLock { folder throws(RecordingError) in
      guard let place = folder else { return }
      let there = try place.writeSaltIfAbsent(value)
      guard there == value else { throw RecordingError.foreignSalt(place.path) }
      folder = nil
    }
  }
}
