import GraphQLLanguage
import Maintenance
import OrderedJSON
import Recordings

/// The entries of a HAR with their times: a second between requests, and the events of subscriptions in between.
struct HARSchedule {
  private(set) var entries: [JSON] = []
  /// The requests that a HAR cannot have, a line each.
  var left: [String] = []
  /// Milliseconds since the beginning of 2000.
  private var now = 0

  /// A subscription over a WebSocket whose events have not all come.
  private struct Open {
    let step: RecordedStep
    let events: RecordedEvents
    let place: Int
    let writer: HARWriter
    let began: Int
    var messages: [JSON]
    var given = 0
    /// The time of its last event.
    var last: Int
  }

  mutating func add(_ session: SessionPlan.Session, _ writer: HARWriter) {
    var open: [Open] = []
    for step in session.steps {
      guard let fields = writer.fields(of: step) else {
        left.append("\(step.file): no credential for \(step.identity)")
        continue
      }
      let began = now
      now += 1_000
      switch step.response.body {
      case .events(let events)
      where step.response.headers.isEmpty && step.kind == .subscription && events.canBeSaid:
        let subscribe: JSON = ["id": "1", "type": "subscribe", "payload": step.body]
        var stream = Open(
          step: step, events: events, place: entries.count, writer: writer, began: began,
          messages: HARWriter.opening(at: began) + [HARWriter.message(subscribe, isSent: true, at: began)], last: began)
        entries.append(.null)
        if !advance(&stream, state: nil, at: began) { open.append(stream) }
      case .events where !step.awaited.isEmpty || EncodedEvents(step.response) == nil:
        left.append(
          "\(step.file): its parts or events broke off, or wait for mutations, which a HAR cannot express")
      default: entries.append(writer.entry(step, fields, at: began))
      }
      guard let next = step.next, next != step.state else { continue }
      open = open.compactMap { stream in
        var stream = stream
        return advance(&stream, state: next, at: began) ? nil : stream
      }
    }
    for stream in open.reversed() {
      left.append("\(stream.step.file): its events wait for a mutation that its session does not run")
      entries.remove(at: stream.place)
    }
  }

  /// Adds the next events once a state is reached; returns true after the last one.
  private mutating func advance(_ stream: inout Open, state: String?, at moment: Int) -> Bool {
    var state = state
    if state != nil { stream.last = moment }
    while stream.given < stream.events.events.count {
      let event = stream.events.events[stream.given]
      guard event.after == nil || event.after == state else { return false }
      state = nil
      stream.last += event.wait
      stream.given += 1
      let message: JSON = ["id": "1", "type": "next", "payload": event.payload]
      stream.messages.append(HARWriter.message(message, isSent: false, at: stream.last))
      // The next request comes after it.
      now = max(now, stream.last + 1_000)
    }
    guard stream.events.endAfter == nil || stream.events.endAfter == state else { return false }
    stream.last += stream.events.endWait
    switch stream.events.end {
    case .complete, .dropped, .closed: say(["id": "1", "type": "complete"], isSent: false, &stream)
    case .errors(let errors): say(["id": "1", "type": "error", "payload": errors], isSent: false, &stream)
    case .open: say(["id": "1", "type": "complete"], isSent: true, &stream)
    }
    entries[stream.place] = stream.writer.entry(
      stream.step, stream.writer.fields(of: stream.step) ?? [], at: stream.began, messages: stream.messages)
    return true
  }

  private func say(_ message: JSON, isSent: Bool, _ stream: inout Open) {
    stream.messages.append(HARWriter.message(message, isSent: isSent, at: stream.last))
  }
}

extension RecordedEvents {
  /// Indicates whether messages can express how it ended.
  fileprivate var canBeSaid: Bool {
    switch end {
    case .complete, .errors, .open: true
    case .dropped, .closed: false
    }
  }
}
