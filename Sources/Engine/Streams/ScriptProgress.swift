/// The progress of one client in a recorded stream, which decides the next event from the mutations of its session.
struct ScriptProgress: Sendable {
  /// The order of a stream's events.
  enum Order: Hashable, Sendable {
    /// In recorded order: an event that waits delays those after it.
    case recorded
    /// In the order of their causes, since the session does not start where the recording did. Events without a cause
    /// at the beginning are skipped, and those after a cause come with it.
    case caused
  }

  private let script: EventScript
  private let order: Order
  /// The next event of the current group.
  private var position: Int
  /// The end of the current group.
  private var end: Int
  /// The mutations that no event was sent for yet, oldest first.
  private var happenings: [SessionEvent] = []
  /// The starts of the groups that were not sent, in order of causes only.
  private var groups: [Int]

  init(_ script: EventScript, _ order: Order) {
    self.script = script
    let groups = script.causes.indices.filter { script.causes[$0] != nil }
    // Without causes, nothing depends on the session.
    self.order = groups.isEmpty ? .recorded : order
    self.groups = self.order == .caused ? groups : []
    position = 0
    end = self.order == .caused ? 0 : script.events.count
  }

  /// Notes an answered mutation. Ignores it if no further event waits for it.
  mutating func note(_ sessionEvent: SessionEvent) {
    let known = happenings.count { $0.isSame(as: sessionEvent) }
    if known < script.count(causedBy: sessionEvent) { happenings.append(sessionEvent) }
  }

  /// The next event to send; nil if it waits for a mutation, or there are no more.
  mutating func step() -> Int? {
    if position == end, order == .caused { beginNextGroup() }
    guard position < end else { return nil }
    if order == .recorded, let cause = script.causes[position] {
      guard let met = happenings.firstIndex(where: cause.isMet) else { return nil }
      happenings.remove(at: met)
    }
    defer { position += 1 }
    return position
  }

  private mutating func beginNextGroup() {
    while !happenings.isEmpty {
      let sessionEvent = happenings.removeFirst()
      let group = groups.firstIndex { script.causes[$0]?.isMet(by: sessionEvent) ?? false }
      guard let group else { continue }
      position = groups.remove(at: group)
      end = script.causes[(position + 1)...].firstIndex { $0 != nil } ?? script.events.count
      return
    }
  }
}
