import Testing
import Transports

@Suite("Answers that break off")
struct UpstreamErrorTests {
  /// One chunk, and then an error.
  private struct Breaking: AsyncSequence, Sendable {
    let error: any Error

    func makeAsyncIterator() -> Iterator { Iterator(error: error) }

    struct Iterator: AsyncIteratorProtocol {
      let error: any Error
      var hasBegun = false

      mutating func next() async throws -> [UInt8]? {
        defer { hasBegun = true }
        guard hasBegun else { return [0x7B] }
        throw error
      }
    }
  }

  @Test("A client that left is said in words, and so is what the endpoint did")
  func words() async throws {
    func failure(_ error: any Error) async -> UpstreamError? {
      do throws(UpstreamError) {
        _ = try await UpstreamResponse(status: 200, headers: [:], body: Breaking(error: error)).collectBody(limit: 100)
        return nil
      } catch {
        return error
      }
    }
    #expect(await failure(CancellationError()) == .clientLeft)
    #expect(UpstreamError.clientLeft.description == "broken: the client disconnected before the answer was complete")
    let closed = UpstreamError(.timeout, "no answer")
    #expect(await failure(closed) == closed)
  }
}
