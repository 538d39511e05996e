import Engine
import Transports

/// An exchange of a capture on its way: the engine has asked, and is answered when the file says that it was. What else
/// happens meanwhile is then as simultaneous to the recorder as it was.
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

  // MARK: Of who plays the file

  /// Waits until the endpoint is asked, or will not be.
  func arrival() async { for await _ in arrivals {} }

  func answer(_ answer: Answer) {
    answering.yield(answer)
    answering.finish()
  }

  // MARK: Of who is asked

  /// The endpoint is asked, or will not be.
  func hasArrived() { arriving.finish() }

  /// What it answers, when it does; nil where nobody waits any more.
  func answered() async -> Answer? {
    for await answer in answers { return answer }
    return nil
  }
}
