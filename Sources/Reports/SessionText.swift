import Engine

/// What became of recorded sessions, as lines for people: those that were saved as a count, the others one by one.
enum SessionText {
  static func lines(_ sessions: [SavedSession]) -> [String] {
    let saved = sessions.count { $0.outcome == .saved }
    let lines = saved > 0 ? ["Saved: \(saved) \(saved == 1 ? "session" : "sessions")."] : []
    return lines + sessions.filter { $0.outcome != .saved }.map(\.description)
  }
}
