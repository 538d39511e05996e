package import OrderedJSON

/// The bytes of an upload on their way to the real endpoint, read in passing.
package struct UploadTee: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private let chunks: any AsyncSequence<[UInt8], any Error> & Sendable
  private let contentType: String
  private let tell: @Sendable (Result<JSON, UploadProblem>) -> Void

  /// - Parameters:
  ///   - chunks: the client's bytes.
  ///   - contentType: the request's.
  ///   - tell: called once, with what was read when all of it has come, or with why it cannot be understood. It is
  ///     passed on all the same: the endpoint has its own words for that.
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
    /// Nil when there is nothing more to tell.
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
      // Before the endpoint has the last of it: it may answer before anybody asks for more.
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
