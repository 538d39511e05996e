import FakeValues

/// The events that have happened in a state, by the words of both: a delivered order was paid and shipped.
enum StateEvents {
  /// Returns the events that have happened in a state; none for an unknown state.
  static func happened(in state: String) -> Set<String> { table[words(of: state).joined(separator: " ")] ?? [] }

  /// Indicates whether nothing has happened in a state yet.
  static func isBeginning(_ state: String) -> Bool { beginnings.contains(words(of: state).joined(separator: " ")) }

  /// Returns the state of a new object: one that is usual, or else the first one in which nothing has happened. Nil if no
  /// state is known, such as for those of a country.
  static func initial(of states: [String]) -> String? {
    let usual = states.first { state in
      isBeginning(state) || ["opened", "active", "unread"].contains(words(of: state).joined(separator: " "))
    }
    if let usual { return usual }
    let isKnown = { (state: String) in isInactive(state) || !happened(in: state).isEmpty }
    return states.contains(where: isKnown) ? states.first { !isKnown($0) } : nil
  }

  /// Returns the event in the name of a time or a Boolean: `closed` for `closedAt`, `isClosed` and `date_closed`; nil for
  /// none.
  static func event(of name: String) -> String? {
    let event = core(of: name)
    return events.contains(event) ? event : nil
  }

  /// Returns the words of a time's or a Boolean's name without those for any time or Boolean.
  static func core(of name: String) -> String {
    var parts = words(of: name)[...]
    if let first = parts.first, ["is", "was", "has", "been", "date", "time"].contains(first) {
      parts = parts.dropFirst()
    }
    if let last = parts.last, ["at", "on", "date", "time"].contains(last) { parts = parts.dropLast() }
    return parts.joined(separator: " ")
  }

  /// The events that end something, which no beginning has seen.
  static let finishing: Set<String> = [
    "completed", "finished", "done", "closed", "merged", "resolved", "cancelled", "canceled", "rejected", "declined",
    "archived", "deleted", "removed", "delivered", "returned", "refunded", "published", "paid", "ended", "shipped",
    "dispatched", "approved", "accepted", "checked in", "checked out", "expired", "revoked", "failed",
    "voided", "void",
  ]

  /// Indicates whether the name of a time or a Boolean is that of an event after which nothing is due.
  static func isCompletion(_ name: String) -> Bool {
    let event = core(of: name)
    return event == "complete" || (finishing.contains(event) && !continuing.contains(event))
  }

  /// The events of `finishing` after which something else may be due, and an expiry, which may be a due date itself.
  private static let continuing: Set<String> = [
    "published", "shipped", "dispatched", "approved", "accepted", "checked in", "expired", "failed",
  ]

  /// Indicates whether what a state is about goes on in it.
  static func isPresent(_ state: String) -> Bool {
    ["active", "in progress", "running", "started", "ongoing", "live"].contains(words(of: state).joined(separator: " "))
  }

  /// Indicates whether an object in a state is not active.
  static func isInactive(_ state: String) -> Bool {
    let name = words(of: state).joined(separator: " ")
    return ["inactive", "suspended", "draft", "disabled"].contains(name)
      || !happened(in: state).isDisjoint(with: ["cancelled", "expired", "archived", "closed", "deleted", "completed"])
  }

  private static let events = finishing.union(table.values.joined())

  private static let beginnings: Set<String> = [
    "todo", "to do", "open", "new", "draft", "pending", "backlog", "requested", "created", "unpaid", "queued",
    "waiting", "scheduled", "planned", "upcoming", "not started", "idea", "proposed", "submitted", "received", "placed",
    "awaiting payment", "unstarted", "invited",
  ]

  private static let table: [String: Set<String>] = {
    let paid: Set<String> = ["paid", "confirmed", "issued"]
    let shipped = paid.union(["shipped", "dispatched", "packed", "picked up", "collected"])
    let delivered = shipped.union(["delivered"])
    let completed: Set<String> = ["completed", "finished", "done", "ended", "started", "fulfilled"]
    let rows: [(states: [String], events: Set<String>)] = [
      (["done", "completed", "complete", "finished", "fulfilled", "succeeded", "ended"], completed),
      (["closed"], ["closed"]), (["merged"], ["merged", "closed"]), (["resolved"], ["resolved"]),
      (["cancelled", "canceled"], ["cancelled", "canceled"]), (["rejected", "declined"], ["rejected", "declined"]),
      (["approved", "accepted"], ["approved", "accepted"]), (["published", "live"], ["published"]),
      (["archived"], ["archived"]), (["deleted", "removed"], ["deleted", "removed"]),
      (["paid", "settled"], paid), (["partially refunded", "refunded"], paid.union(["refunded"])),
      (["shipped", "dispatched", "in transit", "out for delivery"], shipped), (["delivered"], delivered),
      (["picked up", "collected"], ["picked up", "collected"]),
      (["returned"], delivered.union(["returned"])), (["confirmed", "booked"], ["confirmed", "booked"]),
      (["in progress", "running", "started", "ongoing", "active", "in review", "paused"], ["started"]),
      (["failed"], ["failed"]), (["void", "voided"], ["void", "voided"]), (["expired"], ["expired"]),
      (["revoked"], ["revoked"]),
      (["checked in"], ["checked in"]), (["checked out"], ["checked in", "checked out"]),
      (["sent"], ["sent"]), (["authorized", "authorised"], ["authorized", "authorised"]), (["issued"], ["issued"]),
      (["captured"], ["authorized", "authorised", "captured"]),
      (["read", "seen"], ["sent", "delivered", "read", "seen"]), (["verified"], ["verified"]),
    ]
    var table: [String: Set<String>] = [:]
    for row in rows { for state in row.states { table[state] = row.events } }
    return table
  }()
}
