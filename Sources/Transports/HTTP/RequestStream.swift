/// A request's body that is read once, while the request is being answered.
///
/// Unread bytes stay with the client. If the body is not read to its end, the connection closes.
package final class RequestStream: Sendable, Hashable {
  /// The bytes; throws if the client disconnects or sends more than the limit.
  package let chunks: any AsyncSequence<[UInt8], any Error> & Sendable
  /// The announced number of bytes; nil if unknown.
  package let length: Int?

  package init(_ chunks: any AsyncSequence<[UInt8], any Error> & Sendable, length: Int? = nil) {
    self.chunks = chunks
    self.length = length
  }

  package static func == (left: RequestStream, right: RequestStream) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
