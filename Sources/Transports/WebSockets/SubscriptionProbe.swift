import OrderedJSON
import Recordings
import Synchronization

/// Waits for the first result of a subscription that was rejected over HTTP. If the WebSocket rejects it, too, nothing
/// is passed on; otherwise all results are.
///
/// Neither protocol acknowledges a subscription. Silence for a while on an accepted connection counts as acceptance.
package final class SubscriptionProbe: Sendable {
  package enum Verdict: Hashable, Sendable {
    case goesOn
    /// The upstream rejected it, with its message.
    case refused(String)
  }

  /// The silence that counts as acceptance: at least this long, at most twice, in milliseconds.
  package static let pause = 500

  private let pass: SocketLine.Listener
  private let state = Mutex(State())

  private struct State {
    var verdict: Verdict?
    var waiting: CheckedContinuation<Verdict, Never>?
  }

  /// `pass` receives all results of an accepted subscription.
  package init(_ pass: @escaping SocketLine.Listener) { self.pass = pass }

  /// Receives a result from the upstream.
  /// - Returns: the action of `SocketLine.Listener`.
  package func receive(_ result: UpstreamResult) -> (@Sendable () -> Void)? {
    let (verdict, waiting) = decide { Verdict(result) }
    // Passed on first, so that the waiting task finds it.
    let rest = verdict == .goesOn ? pass(result) : nil
    waiting?.resume(returning: verdict)
    return rest
  }

  /// Waits for a verdict. `timer` measures silence. The upstream accepts the connection in time, or closes it.
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

  /// Sets the verdict, unless there is one.
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
  /// A result without `data` belongs to a request that was not executed.
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
