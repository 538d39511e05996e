package import OrderedJSON

/// The bytes of an upload on their way upstream, parsed as they pass.
package struct UploadTee: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private let chunks: any AsyncSequence<[UInt8], any Error> & Sendable
  private let contentType: String
  private let tell: @Sendable (Result<JSON, UploadProblem>) -> Void

  /// - Parameters:
  ///   - chunks: the client's bytes.
  ///   - contentType: the request's content type.
  ///   - tell: called once with the parsed request, or with the problem. The bytes are passed on even then, since the
  ///     upstream reports the problem in its own way.
  package init(
    _ chunks: any AsyncSequence<[UInt8], any Error> & Sendable, contentType: String,
    tell: @escaping @Sendable (Result<JSON, UploadProblem>) -> Void
  ) {
    self.chunks = chunks
    self.contentType = contentType
    self.tell = tell
  }

  package func makeAsyncIterator() -> Iterator {
    var iterator = Iterator(base: chunks.makeAsyncIterator(), tell: tell)
    do throws(UploadProblem) {
      iterator.reader = try UploadReader(contentType: contentType)
    } catch {
      tell(.failure(error))
    }
    return iterator
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: any AsyncIteratorProtocol<[UInt8], any Error>
    fileprivate let tell: @Sendable (Result<JSON, UploadProblem>) -> Void
    /// Nil after `tell` was called.
    fileprivate var reader: UploadReader?

    package mutating func next() async throws -> [UInt8]? {
      let chunk: [UInt8]?
      do {
        chunk = try await base.next(isolation: nil)
      } catch {
        tellOnce { _ throws(UploadProblem) in throw error as? UploadProblem ?? .cutOff }
        throw error
      }
      guard let chunk else {
        tellOnce { reader throws(UploadProblem) in try reader.finish() }
        return nil
      }
      do throws(UploadProblem) {
        try reader?.feed(chunk)
      } catch {
        tellOnce { _ throws(UploadProblem) in throw error }
      }
      // Reports before the last chunk goes upstream, which may answer without waiting for the end.
      if reader?.isWhole == true { tellOnce { reader throws(UploadProblem) in try reader.finish() } }
      return chunk
    }

    private mutating func tellOnce(_ result: (inout UploadReader) throws(UploadProblem) -> JSON) {
      guard var reader else { return }
      self.reader = nil
      do throws(UploadProblem) {
        tell(.success(try result(&reader)))
      } catch {
        tell(.failure(error))
      }
    }
  }
}
