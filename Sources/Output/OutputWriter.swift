import Dispatch
import Synchronization

/// Writes lines to standard output and standard error on a thread of its own.
///
/// `print` never waits, so event loops may call it. If nobody reads (Ctrl-S in a terminal, a full pipe), lines past a
/// bound are dropped. When output flows again, a line in their place gives their number.
package final class OutputWriter: Sendable {
  /// The stream that a line is written to.
  package enum Stream: Int, Sendable, CaseIterable {
    case output
    case error
  }

  private let descriptors: [Descriptor]
  private let notice: @Sendable (Stream, Int) -> String
  private let state: Mutex<State>
  private let thread = DispatchQueue(label: "understudy.output")
  /// Entered while the thread writes.
  private let writing = DispatchGroup()

  /// The time in milliseconds that a stream may accept nothing before lines for the other one pass.
  private static let patience: Int32 = 100
  /// The time in milliseconds between two looks at the queues while a stream is stuck.
  private static let interval: Int32 = 50

  private struct State {
    var queues: [LineQueue]
    var isClosed = [false, false]
    var failures: [Int32?] = [nil, nil]
    var count = 0
    var isWriting = false
    var written = 0
  }

  /// - Parameters:
  ///   - output: the descriptor of standard output.
  ///   - error: the descriptor of standard error.
  ///   - lines: the most lines that wait for a stream.
  ///   - bytes: the most bytes that wait for a stream.
  ///   - notice: returns the line that reports how many lines of a stream were dropped, without its newline.
  package init(
    output: Int32 = 1, error: Int32 = 2, lines: Int = 10_000, bytes: Int = 1 << 20,
    notice: @escaping @Sendable (Stream, Int) -> String
  ) {
    descriptors = [Descriptor(output), Descriptor(error)]
    self.notice = notice
    let queue = LineQueue(bound: .init(lines: lines, bytes: bytes))
    state = Mutex(State(queues: [queue, queue]))
  }

  /// Prints whole lines, with their newlines, after the lines before them; required ones even if the queue is full.
  package func print(_ text: String, to stream: Stream, isRequired: Bool = false) {
    guard !text.isEmpty else { return }
    let starts = state.withLock { state in
      guard !state.isClosed[stream.rawValue] else { return false }
      state.count += 1
      state.queues[stream.rawValue].append(Array(text.utf8), number: state.count, isRequired: isRequired)
      if state.isWriting { return false }
      state.isWriting = true
      writing.enter()
      return true
    }
    if starts { thread.async { self.write() } }
  }

  /// Waits until everything is written. Returns false if a reader read nothing for this many seconds.
  @discardableResult
  package func flush(givingUpAfter seconds: Double) -> Bool {
    var written = state.withLock { $0.written }
    while writing.wait(timeout: .now() + seconds) == .timedOut {
      let now = state.withLock { $0.written }
      if now == written { return false }
      written = now
    }
    return true
  }

  /// The `errno` of the first failed write to a stream; nil if none failed, or if the reader closed it.
  package func failure(of stream: Stream) -> Int32? { state.withLock { $0.failures[stream.rawValue] } }

  // MARK: The thread

  /// An entry that is being written.
  private struct Pending {
    let number: Int
    let stream: Stream
    var rest: ArraySlice<UInt8>
  }

  private func write() {
    var pending: [Pending] = []
    var stuck: Set<Stream> = []
    while fill(&pending) {
      // In order, except that streams that accept nothing come last.
      pending.sort { (stuck.contains($0.stream) ? 1 : 0, $0.number) < (stuck.contains($1.stream) ? 1 : 0, $1.number) }
      let first = pending[0]
      let isStuck = stuck.contains(first.stream)
      let place = first.stream.rawValue
      // If the first stream is stuck, all are. New lines may come for the other one.
      let waits = isStuck ? Self.interval : Self.patience
      guard Descriptor.wait([descriptors[place]] + (isStuck ? others(pending) : []), milliseconds: waits) else {
        stuck.insert(first.stream)
        if isStuck, pending.count > 1 { stuck.remove(pending[1].stream) }
        continue
      }
      stuck.remove(first.stream)
      switch descriptors[place].write(first.rest) {
      case .wrote(let count):
        state.withLock { $0.written += count }
        pending[0].rest = first.rest.dropFirst(count)
        if pending[0].rest.isEmpty { pending.remove(at: 0) }
      case .busy: _ = Descriptor.wait([], milliseconds: 10)
      case .closed:
        pending.remove(at: 0)
        state.withLock { state in
          state.isClosed[place] = true
          state.queues[place].removeAll()
        }
      case .failed(let code):
        pending.remove(at: 0)
        state.withLock { $0.failures[place] = $0.failures[place] ?? code }
      }
    }
  }

  private func others(_ pending: [Pending]) -> [Descriptor] {
    pending.dropFirst().map { descriptors[$0.stream.rawValue] }
  }

  /// Takes the next entry of each stream that has none pending. If there is nothing to write, returns false, and the
  /// thread ends.
  private func fill(_ pending: inout [Pending]) -> Bool {
    let missing = Stream.allCases.filter { stream in !pending.contains { $0.stream == stream } }
    let taken = state.withLock { state in
      let taken = missing.compactMap { stream in state.queues[stream.rawValue].popFirst().map { (stream, $0) } }
      if taken.isEmpty, pending.isEmpty {
        state.isWriting = false
        writing.leave()
      }
      return taken
    }
    for (stream, entry) in taken {
      let bytes: [UInt8] =
        switch entry.content {
        case .text(let text, _): text
        case .dropped(let lines): Array((notice(stream, lines) + "\n").utf8)
        }
      pending.append(Pending(number: entry.number, stream: stream, rest: bytes[...]))
    }
    return !pending.isEmpty
  }
}
