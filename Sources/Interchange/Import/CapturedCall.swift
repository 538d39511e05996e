import Requests
import Transports

/// An exchange of a capture in flight: the engine has sent the request and gets the answer at the file's time. So the
/// recorder sees the same overlaps as the client did.
final class CapturedCall: Sendable {
  struct Answer: Sendable {
    let status: Int
    let headers: HeaderList
    let body: [UInt8]
  }

  private let arrivals: AsyncStream<Void>
  private let arriving: AsyncStream<Void>.Continuation
  private let answers: AsyncStream<Answer>
  private let answering: AsyncStream<Answer>.Continuation

  init() {
    (arrivals, arriving) = AsyncStream.makeStream()
    (answers, answering) = AsyncStream.makeStream()
  }

  // MARK: The player's side

  /// Waits until the endpoint gets the request, or will not get it.
  func arrival() async { for await _ in arrivals {} }

  func answer(_ answer: Answer) {
    answering.yield(answer)
    answering.finish()
  }

  // MARK: The upstream's side

  /// Notes that the endpoint got the request, or will not get it.
  func hasArrived() { arriving.finish() }

  /// Waits for the answer; nil if the wait is canceled.
  func answered() async -> Answer? {
    for await answer in answers { return answer }
    return nil
  }
}
