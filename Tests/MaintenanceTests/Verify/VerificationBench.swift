import Engine
import Maintenance
import OrderedJSON
import Recordings
import Requests
import Synchronization
import TestSupport
import Testing
import Transports

/// Records with one scripted endpoint, asks another one again.
struct VerificationBench {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Records requests with their answers, in one session.
  func record(_ exchanges: [(body: String, answer: String)], headers: HeaderList = [:]) async throws {
    let upstream = ScriptedUpstream(exchanges.map { .answer(chunks: [$0.answer]) })
    let engine = try folder.recorder(upstream, name: "countries")
    for (body, _) in exchanges {
      var all = headers
      all.append("content-type", "application/json")
      let request = ClientRequest(method: "POST", target: "/countries", headers: all, body: Array(body.utf8))
      _ = try await engine.respond(to: request).get().text
    }
    await engine.finish()
  }

  /// What a verification said, waited and asked.
  struct Outcome {
    var report: VerifyReport
    var lines: [String]
    var pauses: [UInt64]
    var requests: [UpstreamRequest]
  }

  func verify(
    _ steps: [ScriptedUpstream.Step], _ change: (inout VerifyOptions) -> Void = { _ in }
  ) async throws -> Outcome {
    var options = VerifyOptions()
    options.rate = 10
    change(&options)
    let upstream = ScriptedUpstream(steps)
    let clock = NotedClock()
    let lines = Mutex<[String]>([])
    let verification = try Verification(
      recordings: folder.path, schemas: folder.path, url: "http://127.0.0.1:1/graphql", options: options,
      upstream: upstream, clock: clock
    ) { event in
      if let line = Self.line(event, below: folder.path) { lines.withLock { $0.append(line) } }
    }
    let report = await verification.run()
    return Outcome(
      report: report, lines: lines.withLock { $0 }, pauses: clock.pauses, requests: upstream.requests)
  }

  private static func line(_ event: VerifyEvent, below path: String) -> String? {
    switch event {
    case .began, .progress: nil
    case .waiting(_, let said, let seconds): "waiting \(seconds): \(said)"
    case .found(let finding): "\(finding.severity.rawValue): \(finding.message)"
    case .replaced(_, let what): "sent: \(what)"
    case .updated: "updated"
    case .kept(_, let why): "kept: \(why)"
    case .failed(_, let why): "failed: \(why)"
    }
  }
}

/// A clock that stands still but for the pauses that it is asked for.
private final class NotedClock: VerifyClock {
  private let state = Mutex<(now: UInt64, pauses: [UInt64])>((0, []))

  var pauses: [UInt64] { state.withLock { $0.pauses } }

  func now() -> UInt64 { state.withLock { $0.now } }

  func pause(nanoseconds: UInt64) async throws {
    state.withLock {
      $0.now += nanoseconds
      $0.pauses.append(nanoseconds)
    }
  }
}
