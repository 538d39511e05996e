import OrderedJSON
import Recordings
import Synchronization

/// What a WebSocket says first of a subscription that was refused over HTTP: another refusal goes no further, anything
/// else is passed on, and what comes after it.
///
/// Neither protocol says that a subscription was taken. An endpoint that has taken the connection and refuses nothing
/// for a while has taken the subscription too.
package final class SubscriptionProbe: Sendable {
  package enum Verdict: Hashable, Sendable {
    case goesOn
    /// It is refused here too, and with what words.
    case refused(String)
  }

  /// How long nothing has to be said, in milliseconds: at least once, at most twice this time.
  package static let pause = 500

  private let pass: SocketLine.Listener
  private let state = Mutex(State())

  private struct State {
    var verdict: Verdict?
    var waiting: CheckedContinuation<Verdict, Never>?
  }

  /// - Parameter pass: is told all results of a subscription that goes on.
  package init(_ pass: @escaping SocketLine.Listener) { self.pass = pass }

  /// The endpoint says something.
  ///
  /// - Returns: as `SocketLine.Listener`.
  package func receive(_ result: UpstreamResult) -> (@Sendable () -> Void)? {
    let (verdict, waiting) = decide { Verdict(result) }
    // Whoever waits finds it there.
    let rest = verdict == .goesOn ? pass(result) : nil
    waiting?.resume(returning: verdict)
    return rest
  }

  /// Waits for a verdict.
  ///
  /// - Parameters:
  ///   - timer: measures silence.
  ///   - isAcknowledged: whether the endpoint has taken the connection; it says so in time, or closes it.
  /// - Returns: whether the subscription goes on.
  package func verdict(_ timer: any StreamTimer, isAcknowledged: @escaping @Sendable () -> Bool) async -> Verdict {
    listen(timer, isAcknowledged, for: false)
    return await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.verdict == nil { state.waiting = continuation }
        return state.verdict
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  private func listen(
    _ timer: any StreamTimer, _ isAcknowledged: @escaping @Sendable () -> Bool, for wasAcknowledged: Bool
  ) {
    _ = timer.after(milliseconds: Self.pause) { [weak self] in
      guard let self, state.withLock({ $0.verdict == nil }) else { return }
      if wasAcknowledged {
        let (verdict, waiting) = decide { .goesOn }
        waiting?.resume(returning: verdict)
      } else {
        listen(timer, isAcknowledged, for: isAcknowledged())
      }
    }
  }

  /// The first one decides.
  private func decide(_ verdict: () -> Verdict) -> (Verdict, CheckedContinuation<Verdict, Never>?) {
    state.withLock { state in
      if let known = state.verdict { return (known, nil) }
      let verdict = verdict()
      state.verdict = verdict
      defer { state.waiting = nil }
      return (verdict, state.waiting)
    }
  }
}

extension SubscriptionProbe.Verdict {
  /// A result without a member `data` is of a request that was not executed.
  fileprivate init(_ result: UpstreamResult) {
    switch result {
    case .next(let payload):
      let errors = payload["errors"]
      self = payload["data"] == nil && errors != nil ? .refused(Self.words(errors)) : .goesOn
    case .errors(let errors): self = .refused(Self.words(errors))
    case .lost(let error): self = .refused(error.detail)
    case .closed(let close): self = .refused("it closed the WebSocket (\(close.shown))")
    case .complete: self = .goesOn
    }
  }

  private static func words(_ errors: JSON?) -> String {
    errors?[0]?["message"]?.stringValue ?? "it answered with errors"
  }
}
