import NIOCore
import Synchronization
import Transports

/// The unread messages of an upstream socket, for one reader.
///
/// Limited by pausing: `isFull` holds the socket's reads, and `hasRoom` is called to resume them.
final class UpstreamMessages: Sendable {
  private let state = Mutex(State())
  private let limit: Int
  private let hasRoom: @Sendable () -> Void

  private struct State {
    var waiting: [UpstreamSocketMessage] = []
    var bytes = 0
    var reader: CheckedContinuation<UpstreamSocketMessage?, Never>?
    var isOver = false
    var wasFull = false
  }

  /// - Parameters:
  ///   - limit: the number of waiting bytes that pauses reading.
  ///   - hasRoom: called from any thread when there is room again.
  init(limit: Int, hasRoom: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.hasRoom = hasRoom
  }

  /// True if reading should pause.
  var isFull: Bool {
    state.withLock { state in
      state.wasFull = state.bytes >= limit
      return state.wasFull
    }
  }

  func push(_ message: UpstreamSocketMessage) {
    let reader = state.withLock { state -> CheckedContinuation<UpstreamSocketMessage?, Never>? in
      guard !state.isOver else { return nil }
      if case .closed = message { state.isOver = true }
      guard let reader = state.reader else {
        state.waiting.append(message)
        state.bytes += message.bytes
        return nil
      }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: message)
  }

  func next() async -> UpstreamSocketMessage? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enum Step {
          case wait
          case give(UpstreamSocketMessage?, hasRoom: Bool)
        }
        let step = state.withLock { state -> Step in
          guard !state.waiting.isEmpty else {
            if state.isOver || Task.isCancelled { return .give(nil, hasRoom: false) }
            state.reader = continuation
            return .wait
          }
          let message = state.waiting.removeFirst()
          state.bytes -= message.bytes
          let hasRoom = state.wasFull && state.bytes < limit
          if hasRoom { state.wasFull = false }
          return .give(message, hasRoom: hasRoom)
        }
        guard case .give(let message, let hasRoom) = step else { return }
        if hasRoom { self.hasRoom() }
        continuation.resume(returning: message)
      }
    } onCancel: {
      cancel()
    }
  }

  func cancel() {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }
}

extension UpstreamSocketMessage {
  fileprivate var bytes: Int {
    switch self {
    case .text(let text): text.utf8.count + 64
    case .closed: 0
    }
  }
}
