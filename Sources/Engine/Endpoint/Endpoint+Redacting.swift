import EndpointConfiguration
package import Recordings
package import Redaction
import Replay
package import Requests
import Synchronization
import Transports

extension Endpoint {
  /// A redacted answer.
  struct Redacted: Sendable {
    /// The answer, or the reason why nothing is written.
    var answer: Result<RecordedResponse, NotRecorded>
    /// The same answer with its hashes; nil if they were not computed beforehand.
    var hashed: Hashed?

    struct Hashed: Sendable {
      let response: RecordedResponse
      let logged: LoggedAnswer
    }
  }

  struct NotRecorded: Error {
    let reason: String
  }

  /// The largest body in bytes that is redacted and hashed while the endpoint's other requests wait.
  private static let largestAtOnce = 32 << 10

  /// Redacts a large answer; nil for a small one.
  ///
  /// Uses a copy of the redactor, so that other requests do not wait. The copy replaces the redactor unless that has
  /// learned something meanwhile. Then this is repeated, a few times at most.
  func redactedBeforehand(_ outcome: Outcome, _ inFlight: InFlightRequest) -> Redacted? {
    guard outcome.bodySize > Self.largestAtOnce else { return nil }
    for _ in 0..<4 {
      let known = state.withLock { $0.redactor }
      var redactor = known
      var redacted = redacted(outcome, inFlight, &redactor)
      let (isUpToDate, isLogged) = state.withLock { [redactor] state in
        guard state.redactor == known else { return (false, false) }
        state.redactor = redactor
        return (true, state.sessions[inFlight.asked.session]?.attempt != nil)
      }
      guard isUpToDate else { continue }
      if isLogged, let response = try? redacted.answer.get() {
        let places = configuration.rules.volatilePlaces(of: inFlight.asked.name, kind: inFlight.asked.kind)
        redacted.hashed = Redacted.Hashed(response: response, logged: LoggedAnswer(response, ignoring: places))
      }
      return redacted
    }
    return nil
  }

  /// Redacts the answer, or returns the reason why it cannot be written.
  func redacted(_ outcome: Outcome, _ inFlight: InFlightRequest, _ redactor: inout Redactor) -> Redacted {
    switch outcome {
    case .notSent: return Redacted(answer: .failure(NotRecorded(reason: "it never reached the API")))
    case .passed(let reason), .undecided(let reason), .refused(nil, let reason):
      return Redacted(answer: .failure(NotRecorded(reason: reason)))
    case .answered(let captured), .refused(let captured?, _):
      do {
        let response = try written(captured, inFlight.asked, session: inFlight.session, &redactor)
        return Redacted(answer: .success(response))
      } catch {
        return Redacted(answer: .failure(NotRecorded(reason: "\(error)")))
      }
    }
  }

  /// Returns an answer as it is written: with selected headers, without secrets and echoes. Throws an error if secrets
  /// in it cannot be recognized, or the salt cannot be written.
  package func written(
    _ captured: CapturedResponse, _ asked: ResolvedRequest, session: Int, _ redactor: inout Redactor
  ) throws -> RecordedResponse {
    let (headers, kept) = (captured.headers.fields.map { ($0.name, $0.value) }, configuration.responseHeaders)
    let recorded =
      asked.isExchange
      ? RecordedResponse(ofExchange: captured.status, headers: headers, body: captured.body, keeping: kept)
      : RecordedResponse(status: captured.status, headers: headers, body: captured.body, keeping: kept)
    let response = try redactor.response(
      recorded, setCookies: captured.headers[all: RecordedResponse.setCookie], date: captured.headers[first: "date"],
      to: asked.redacted, session: session)
    let hidesSomething = response != recorded || asked.hidesSomething
    if hidesSomething { try salt.requireWritten() }
    return withoutEchoes(response, asked)
  }

  private func withoutEchoes(_ response: RecordedResponse, _ asked: ResolvedRequest) -> RecordedResponse {
    guard configuration.rules.hasEchoes(asked.name) else { return response }
    return response.mappingAnswers {
      configuration.rules.withoutEchoes($0, sent: asked.sentWithoutSecrets, operation: asked.name)
    }
  }
}
