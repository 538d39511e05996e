package import OrderedJSON

/// The bytes of an upload on their way upstream, parsed as they pass.
package struct UploadTee: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private let chunks: any AsyncSequence<[UInt8], any Error> & Sendable
  private let contentType: String
  private let report: @Sendable (Result<JSON, UploadProblem>) -> Void

  /// - Parameters:
  ///   - chunks: the client's bytes.
  ///   - contentType: the request's content type.
  ///   - report: called once with the parsed request, or with the problem. The bytes are passed on even then, since the
  ///     upstream reports the problem in its own way.
  package init(
    _ chunks: any AsyncSequence<[UInt8], any Error> & Sendable, contentType: String,
    report: @escaping @Sendable (Result<JSON, UploadProblem>) -> Void
  ) {
    self.chunks = chunks
    self.contentType = contentType
    self.report = report
  }

  package func makeAsyncIterator() -> Iterator {
    var iterator = Iterator(base: chunks.makeAsyncIterator(), report: report)
    do throws(UploadProblem) {
      iterator.reader = try UploadReader(contentType: contentType)
    } catch {
      report(.failure(error))
    }
    return iterator
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: any AsyncIteratorProtocol<[UInt8], any Error>
    fileprivate let report: @Sendable (Result<JSON, UploadProblem>) -> Void
    /// Nil after `report` was called.
    fileprivate var reader: UploadReader?

    package mutating func next() async throws -> [UInt8]? {
      let chunk: [UInt8]?
      do {
        chunk = try await base.next(isolation: nil)
      } catch {
        reportOnce { _ throws(UploadProblem) in throw error as? UploadProblem ?? .cutOff }
        throw error
      }
      guard let chunk else {
        reportOnce { reader throws(UploadProblem) in try reader.finish() }
        return nil
      }
      do throws(UploadProblem) {
        try reader?.feed(chunk)
      } catch {
        reportOnce { _ throws(UploadProblem) in throw error }
      }
      // Reports before the last chunk goes upstream, which may answer without waiting for the end.
      if reader?.isWhole == true { reportOnce { reader throws(UploadProblem) in try reader.finish() } }
      return chunk
    }

    private mutating func reportOnce(_ result: (inout UploadReader) throws(UploadProblem) -> JSON) {
      guard var reader else { return }
      self.reader = nil
      do throws(UploadProblem) {
        report(.success(try result(&reader)))
      } catch {
        report(.failure(error))
      }
    }
  }
}
