import Recordings
import Synchronization

/// Notes on the sessions of one port: warnings, and requests that were not recorded.
package final class SessionNotes: Sendable {
  /// More lines are dropped.
  package static let limit = 1_000
  /// The most bytes of lines.
  package static let byteLimit = 1 << 20

  private let state = Mutex(State())

  package init() {}

  private struct State {
    var lines: [(session: String?, text: String)] = []
    var bytes = 0
  }

  package func receive(_ event: Event) {
    switch event {
    case .warning(let text): add(text, session: nil)
    case .exchange(let exchange):
      guard case .failed(let why) = exchange.outcome else { return }
      add("\(exchange.requestLine) was not recorded: \(why)", session: exchange.session)
    case .session(let saved):
      guard saved.outcome != .saved else { return }
      add(saved.description, session: saved.session)
    case .miss, .refusal, .notice: break
    }
  }

  private func add(_ text: String, session: String?) {
    let session = session.map(SessionName.name(of:))
    state.withLock { state in
      guard !state.lines.contains(where: { $0.session == session && $0.text == text }) else { return }
      let size = text.utf8.count + (session?.utf8.count ?? 0) + 64
      guard state.lines.count < Self.limit, state.bytes + size <= Self.byteLimit else { return }
      state.bytes += size
      state.lines.append((session, text))
    }
  }

  /// The lines about a session and about none; with nil all.
  package func lines(ofSession session: String?) -> [String] {
    state.withLock { $0.lines.filter { session == nil || $0.session == nil || $0.session == session }.map(\.text) }
  }

  /// Forgets the lines about a session.
  package func forget(session: String) {
    state.withLock { state in
      state.lines.removeAll { $0.session == session }
      state.bytes = state.lines.reduce(0) { $0 + $1.text.utf8.count + ($1.session?.utf8.count ?? 0) + 64 }
    }
  }
}
