import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// The upstream, with requests limited in rate and repeated after rate-limit errors.
struct LiveEndpoint {
  /// The result of a request.
  enum Reply {
    /// A GraphQL response, including errors.
    case answered(CapturedResponse)
    /// Another answer, described; `isForeign` if it may come from a gateway.
    case unusable(String, isForeign: Bool)
    case failed(UpstreamError)
    /// The upstream still limits the rate after waiting.
    case limited(String)
  }

  let url: UpstreamURL
  let upstream: any Upstream
  let clock: any VerifyClock
  let rate: Double
  let onEvent: @Sendable (VerifyEvent) -> Void
  /// The earliest time of the next request.
  private var next: UInt64 = 0

  /// The maximum number of waits for a request, and the maximum length of each in seconds.
  static let most = (waits: 3, seconds: 60)
  private static let limit = 64 << 20

  init(
    url: UpstreamURL, upstream: any Upstream, clock: any VerifyClock, rate: Double,
    onEvent: @escaping @Sendable (VerifyEvent) -> Void
  ) {
    self.url = url
    self.upstream = upstream
    self.clock = clock
    self.rate = rate
    self.onEvent = onEvent
  }

  /// Sends a request. `recorded` is the status of the recorded answer, which is accepted even if it is an error.
  /// - Throws: `CancellationError`.
  mutating func ask(_ body: JSON, _ headers: HeaderList, _ kind: OperationKind, recorded: Int) async throws -> Reply {
    let request = UpstreamRequest(
      method: "POST", url: url.appending(path: "", query: nil), headers: headers, body: body.serialize())
    for wait in 1... {
      try await keepPace()
      let response: UpstreamResponse
      let bytes: [UInt8]
      do throws(UpstreamError) {
        response = try await upstream.send(request)
        bytes = try await response.collectBody(limit: Self.limit)
      } catch {
        try Task.checkCancellation()
        return .failed(error)
      }
      let retry = response.headers[first: "retry-after"]
      let isLimited = response.status == 429 || (response.status == 503 && retry != nil)
      guard isLimited, response.status != recorded else {
        return reply(response, bytes, headers, kind, recorded: recorded)
      }
      let said = "status \(response.status)\(retry.map { ", Retry-After: \($0.prefix(40))" } ?? "")"
      // Without `Retry-After`: one second, then twice as long each time.
      let seconds = Self.seconds(retry, since: response.headers[first: "date"]) ?? 1 << (wait - 1)
      guard wait <= Self.most.waits, seconds <= Self.most.seconds else { return .limited(said) }
      onEvent(.waiting(url: url.shown, said: said, seconds: seconds))
      try await clock.pause(nanoseconds: UInt64(seconds) * 1_000_000_000)
    }
    return .limited("no end")
  }

  /// Returns the seconds of `Retry-After`: a number, or a date relative to the answer's `Date`, because this machine's
  /// clock may be wrong. Nil if it is absent, or a date without `Date`.
  private static func seconds(_ retry: String?, since date: String?) -> Int? {
    guard let retry, !retry.isEmpty else { return nil }
    // A number that overflows is a long time.
    if retry.utf8.allSatisfy(\.isDigit) { return Int(retry) ?? .max }
    guard let end = HTTPDate(retry), let now = date.flatMap(HTTPDate.init) else { return nil }
    return max(0, end.seconds(since: now))
  }

  /// Waits until the next request may be sent.
  private mutating func keepPace() async throws {
    let now = clock.now()
    if now < next { try await clock.pause(nanoseconds: next - now) }
    next = max(now, next) + UInt64(1_000_000_000 / rate)
  }

  private func reply(
    _ response: UpstreamResponse, _ body: [UInt8], _ headers: HeaderList, _ kind: OperationKind, recorded: Int
  ) -> Reply {
    let keepsErrors = response.status == recorded
    let asked = ClientRequest(method: "POST", target: "/", headers: headers)
    let judged = RecordingDecision(
      response, body: body, request: asked, kind: kind, recordsErrors: keepsErrors, upstream: upstream)
    switch judged {
    case .keep(let captured): return .answered(captured)
    case .refused(let captured?, _): return .answered(captured)
    case .refused(nil, let reason), .handshake(let reason):
      return .unusable(Self.sentence(reason), isForeign: false)
    case .fail(let answer): return .unusable(Self.sentence(answer.failure { $0 }), isForeign: true)
    case .pass(let reason), .undecided(let reason):
      if (300..<400).contains(response.status) {
        return .unusable("\(Self.sentence(reason)) If that URL is right, pass it with --upstream.", isForeign: true)
      }
      let plain = (try? RecordingDecision.decoded(body, of: response, upstream: upstream)) ?? body
      guard let json = try? JSON.parse(plain), json["data"] != nil || json["errors"] != nil else {
        let failure = UpstreamFailure(
          status: response.status, mediaType: response.headers.mediaType ?? "", body: plain)
        return .unusable(failure.message, isForeign: true)
      }
      let message = json["errors"]?[0]?["message"]?.stringValue.map { ": \($0.prefix(200))" } ?? "."
      return .unusable("The upstream answered status \(response.status)\(message)", isForeign: false)
    }
  }

  private static func sentence(_ reason: String) -> String {
    "\(reason.prefix(1).uppercased())\(reason.dropFirst())."
  }
}

/// A source of time. Injected, so that tests need none.
package protocol VerifyClock: Sendable {
  /// Nanoseconds since a fixed moment.
  func now() -> UInt64
  /// Waits.
  /// - Throws: `CancellationError`.
  func pause(nanoseconds: UInt64) async throws
}

/// Real time.
package struct RunningVerifyClock: VerifyClock {
  private let stopwatch = MonotonicStopwatch()

  package init() {}

  package func now() -> UInt64 { stopwatch.now() }

  package func pause(nanoseconds: UInt64) async throws { try await Task.sleep(for: .nanoseconds(Int64(nanoseconds))) }
}
