/// The results of a feed as the chunks of an HTTP body, taken no faster than the client reads.
///
/// Cancels the feed when released: the client has left, or the answer was never sent.
package struct EncodedStream: AsyncSequence, Sendable {
  private let reader: FeedReader
  private let format: StreamFormat
  private let timer: any StreamTimer

  /// The time without a result after which a heartbeat is sent, in milliseconds.
  package static let heartbeat = 12_000

  package init(_ feed: any EventFeed, as format: StreamFormat, timer: any StreamTimer) {
    reader = FeedReader(feed)
    self.format = format
    self.timer = timer
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(reader: reader, writer: StreamWriter(format), timer: timer)
  }

  package struct Iterator: AsyncIteratorProtocol {
    private let reader: FeedReader
    private var writer: StreamWriter
    private let timer: any StreamTimer
    private var isOver = false
    private var isBroken = false

    fileprivate init(reader: FeedReader, writer: StreamWriter, timer: any StreamTimer) {
      self.reader = reader
      self.writer = writer
      self.timer = timer
    }

    /// Returns the next chunk; nil after the last one.
    /// - Throws: if the stream breaks off or is cancelled.
    package mutating func next() async throws -> [UInt8]? {
      var bytes: [UInt8] = []
      while bytes.isEmpty, !isOver {
        if isBroken { throw StreamWriter.Dropped() }
        try Task.checkCancellation()
        let events = reader.feed.take(writer.format.eventsPerChunk)
        if events.isEmpty, await reader.waits(timer, atMost: EncodedStream.heartbeat) == .inVain {
          writer.writeHeartbeat(to: &bytes)
        }
        write(events, to: &bytes)
      }
      return bytes.isEmpty ? nil : bytes
    }

    private mutating func write(_ events: [StreamEvent], to bytes: inout [UInt8]) {
      for event in events where !isBroken {
        do {
          try writer.write(event, to: &bytes)
        } catch {
          // Results before the break are still sent.
          isBroken = true
        }
        if event.isLast { isOver = !isBroken }
      }
    }
  }
}

extension StreamFormat {
  /// The maximum number of results in a chunk. Parts of a result go out one at a time, which is their purpose.
  fileprivate var eventsPerChunk: Int {
    switch self {
    case .events, .subscriptionParts: 64
    case .parts: 1
    }
  }
}

/// The single reader of a feed. Cancels the feed when released.
private final class FeedReader: Sendable {
  let feed: any EventFeed

  init(_ feed: any EventFeed) { self.feed = feed }

  deinit { feed.cancel() }

  /// The end of a wait.
  enum Waiting: Sendable {
    case done
    case inVain
  }

  func waits(_ timer: any StreamTimer, atMost milliseconds: Int) async -> Waiting {
    let promise = Promise<Waiting>()
    feed.whenReady { promise.fulfill(.done) }
    let callOff = timer.after(milliseconds: milliseconds) { promise.fulfill(.inVain) }
    defer { callOff() }
    return await withTaskCancellationHandler {
      await promise.value
    } onCancel: {
      promise.fulfill(.done)
    }
  }
}
