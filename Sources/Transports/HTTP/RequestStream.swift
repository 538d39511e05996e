/// A request's body that comes while the request is answered, read once by whoever answers it.
///
/// It is pulled: what is not read waits with the client. Where it is not read to its end, the connection closes.
package final class RequestStream: Sendable, Hashable {
  /// Its bytes as they come; an error where the client breaks off, or sends more than it may.
  package let chunks: any AsyncSequence<[UInt8], any Error> & Sendable
  /// How many bytes were announced; nil where that was not said.
  package let length: Int?

  package init(_ chunks: any AsyncSequence<[UInt8], any Error> & Sendable, length: Int? = nil) {
    self.chunks = chunks
    self.length = length
  }

  package static func == (left: RequestStream, right: RequestStream) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
