/// How far one client has come in a recorded stream: which event may come next, by what has happened in its session.
struct ScriptProgress: Sendable {
  /// In which order the events of a stream come.
  enum Order: Hashable, Sendable {
    /// As they were recorded: one that waits holds up those behind it.
    case recorded
    /// As their causes come, since the session was not where the recording began: what comes without a cause at the
    /// beginning is left out, and what comes behind a cause comes with it.
    case caused
  }

  private let script: EventScript
  private let order: Order
  /// The event that comes next in what is being played.
  private var position: Int
  /// Where what is being played ends.
  private var end: Int
  /// What has happened and nothing was played for yet, oldest first.
  private var happenings: [SessionEvent] = []
  /// Where the groups begin that were not played; only where they come as their causes come.
  private var groups: [Int]

  init(_ script: EventScript, _ order: Order) {
    self.script = script
    let groups = script.causes.indices.filter { script.causes[$0] != nil }
    // Where nothing was ever waited for, nothing of it hangs on what the session has done.
    self.order = groups.isEmpty ? .recorded : order
    self.groups = self.order == .caused ? groups : []
    position = 0
    end = self.order == .caused ? 0 : script.events.count
  }

  /// A mutation was answered. What no event waits for, or no further one, is forgotten.
  mutating func note(_ sessionEvent: SessionEvent) {
    let known = happenings.count { $0.isSame(as: sessionEvent) }
    if known < script.count(causedBy: sessionEvent) { happenings.append(sessionEvent) }
  }

  /// The next event that may come; nil where it waits for a mutation, or where there is no more.
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
