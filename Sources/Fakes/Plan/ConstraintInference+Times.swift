import FakeValues
import GraphQLSchema

// Times of events, starts and ends.

extension ConstraintInference {
  func time(_ field: FieldPlan) -> FieldConstraint? {
    guard !field.isNonNull, Self.isTime(field) else { return nil }
    let event = StateEvents.event(of: field.name)
    let found = event.flatMap(happened) ?? ownState(StateEvents.core(of: field.name))
    if let found { return .timeInStates(found.state, found.values) }
    // A draft is not published.
    guard event == "published", let draft = self.field(["is draft", "draft"]), draft.named.name == "Boolean" else {
      return nil
    }
    return .timeIfFlag(draft, isOpposite: true)
  }

  /// Returns the state with a value of this name: an application in the state `HIRED` has `hiredAt`.
  private func ownState(_ event: String) -> (state: FieldPlan, values: Set<String>)? {
    for state in states {
      let own = state.named.values.map(\.name).first { words(of: $0).joined(separator: " ") == event }
      if let own, !StateEvents.isBeginning(own) { return (state, [own]) }
    }
    return nil
  }

  private static let expiries = [
    "expires at", "expires on", "expires", "expiry", "expiry date", "expiration date", "expiration", "valid until",
    "valid to",
  ]
  private static let ends = expiries + ["ends at", "ends on", "end date", "end at", "end time"]

  /// Returns the time after which an object has expired.
  var expiry: FieldPlan? { field(Self.ends).flatMap { Self.isTime($0) && $0.role == .leaf ? $0 : nil } }

  static let dues = [
    "due at", "due date", "due", "due on", "due by", "deadline", "payment due at", "payment due date",
  ]

  /// Returns the constraint of an end that a state or a flag depends on.
  func end(_ field: FieldPlan) -> FieldConstraint? {
    let name = words(of: field.name).joined(separator: " ")
    if Self.isTime(field), field.leaf.value.kind.milestone == .due {
      if let (state, values) = flagged("overdue") { return .endInStates(state, values.union(finished(state))) }
      return .due(after: plannedStart, unless: completion)
    }
    guard field.id == expiry?.id else { return nil }
    let isExpiry = Self.expiries.contains(name)
    if isExpiry, let (state, values) = flagged("expired") { return .endInStates(state, values) }
    let flags: Set<[String]> = [["expired"], ["active"], ["is", "expired"], ["is", "active"]]
    let isTold = fields.contains { $0.named.name == "Boolean" && flags.contains(words(of: $0.name)) }
    if isTold, flagged("active") == nil { return .endByChance(percent: 40) }
    // Other words for an expiry are generated in the future.
    return isExpiry && field.leaf.value.kind.milestone == .ended ? .due(after: plannedStart, unless: completion) : nil
  }

  /// Returns the values of a state in which something has ended.
  func finished(_ state: FieldPlan) -> Set<String> {
    Set(
      state.named.values.map(\.name).filter {
        !StateEvents.happened(in: $0).isDisjoint(with: StateEvents.finishing)
      })
  }

  /// The fields that show that an object is in a final state.
  var completion: Completion {
    for state in states {
      let values = finished(state)
      if !values.isEmpty { return Completion(fields: [state], states: values) }
    }
    let signs = fields.filter {
      $0.role == .leaf && !$0.isList && StateEvents.isCompletion($0.name)
        && ($0.named.name == "Boolean" || (Self.isTime($0) && !$0.isNonNull))
    }
    return Completion(fields: signs)
  }

  /// The start of a plan, which is in the future in some states.
  private var plannedStart: FieldPlan? {
    for field in fields where field.role == .leaf {
      if case .planned(let start, _, _, _, _)? = planned(field) { return start }
    }
    return nil
  }

  /// Returns the constraint of a planned start or end. Times of events (`startedAt`) are past.
  func planned(_ field: FieldPlan) -> FieldConstraint? {
    guard Self.isTime(field), field.leaf.value.form != .time, let state = states.first else { return nil }
    let values = state.named.values.map(\.name)
    let future = Set(values.filter(StateEvents.isBeginning))
    let present = Set(values.filter(StateEvents.isPresent))
    guard !future.isEmpty || !present.isEmpty else { return nil }
    for (start, end) in [("start", "end"), ("starts", "ends")] {
      for ending in ["", " at", " on", " date", " time"] {
        guard let from = self.field([start + ending]), let to = self.field([end + ending]), Self.isTime(from),
          Self.isTime(to), field.id == from.id || field.id == to.id
        else { continue }
        return .planned(from: from, to: to, state: state, future: future, present: present)
      }
    }
    return nil
  }

  /// Returns the constraint of a time of an order that its kind does not show.
  func ordered(_ field: FieldPlan) -> FieldConstraint? {
    guard Self.isTime(field) else { return nil }
    if StateEvents.core(of: field.name) == "invited" {
      let later = self.field(["joined at", "accepted at", "enrolled at", "joined on", "date joined"])
      return later.flatMap { Self.isTime($0) ? .notAfter($0) : nil }
    }
    return start(of: field).map { .after($0) }
  }

  /// Returns the start of the span that a field ends: `departureAt` of `arrivalAt`.
  private func start(of field: FieldPlan) -> FieldPlan? {
    let name = words(of: field.name).joined(separator: " ")
    for (start, end) in Self.spans where name.hasPrefix(end) {
      if let found = self.field([start + name.dropFirst(end.count)]), Self.isTime(found) { return found }
    }
    return nil
  }

  static func isTime(_ field: FieldPlan) -> Bool {
    guard field.named.kind == .scalar, field.named.name != "Boolean" else { return false }
    return field.leaf.value.kind.milestone != nil
  }

  // MARK: Spans

  private static let spans: [(String, String)] = [
    ("start", "end"), ("starts", "ends"), ("started", "ended"), ("begin", "end"), ("from", "to"),
    ("check in", "check out"),
    ("departure", "arrival"), ("departs", "arrives"), ("departed", "arrived"), ("opens", "closes"),
    ("pickup", "return"),
  ]

  private static let units: [String: Int] = [
    "nights": 86_400, "days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1, "weeks": 604_800,
  ]

  func duration(_ field: FieldPlan) -> FieldConstraint? {
    guard ["Int", "Float"].contains(field.named.name) else { return nil }
    let parts = words(of: field.name)
    let unit = parts.last.flatMap { Self.units[$0] }
    guard let unit,
      parts.count == 1 || parts.contains("duration") || parts.contains("length") || parts.contains("total")
    else { return nil }
    for to in fields where Self.isTime(to) {
      if let from = start(of: to) { return .duration(from: from, to: to, seconds: unit) }
    }
    return nil
  }
}
