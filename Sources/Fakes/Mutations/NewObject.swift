import FakeValues
import GraphQLSchema
import OrderedJSON

/// Values of a new or changed object that a server would set itself, such as the time of its creation.
struct NewObject {
  let plan: WorldPlan
  let type: TypePlan
  /// Seconds since 1970.
  let moment: Int

  /// Returns the values of a new object's fields that the request does not set.
  func values(_ isSaid: (FieldPlan) -> Bool) -> [String: JSON] {
    var values: [String: JSON] = [:]
    for field in plan.fields(of: type)
    where field.role == .leaf && !field.isList && !isSaid(field) && field.rule?.saysValues != true {
      if let value = value(field) { values[field.name] = value }
    }
    return values
  }

  /// Returns the values of fields that change with every update.
  func touched(_ isSaid: (FieldPlan) -> Bool) -> [String: JSON] {
    var values: [String: JSON] = [:]
    for field in plan.fields(of: type) where field.role == .leaf && !field.isList && !isSaid(field) {
      if Self.milestone(field) == .updated { values[field.name] = Self.written(moment, field) }
    }
    return values
  }

  /// Returns the moments at which a flag became true, null while it is false: `closedAt` of `closed`.
  static func moments(of flag: FieldPlan, _ plan: WorldPlan) -> [FieldPlan] {
    plan.fields(of: flag.owner).filter { field in
      let parts = words(of: field.name)
      return field.role == .leaf && !field.isList && !field.isNonNull && parts.count > 1
        && ["at", "on", "date", "time"].contains(parts.last ?? "")
        && parts.dropLast().joined() == core(words(of: flag.name))
    }
  }

  /// Returns a flag's words without those typical of flags: `closed` for `isClosed`.
  private static func core(_ parts: [String]) -> String {
    parts.filter { !["is", "has", "was", "been", "viewer", "by", "me"].contains($0) }.joined()
  }

  private func value(_ field: FieldPlan) -> JSON? {
    let parts = words(of: field.name)
    let form = ScalarForm(scalar: field.named.name)
    if let milestone = Self.milestone(field) {
      if milestone == .later || parts.contains("edited"), !field.isNonNull { return .null }
      return Self.written(moment, field)
    }
    // Other nullable moments have not happened yet; those that an object always has are part of its creation.
    if form == .dateTime || form == .date, parts.count > 1, ["at", "on"].contains(parts.last ?? "") {
      if !field.isNonNull { return .null }
      if [.published, .other].contains(field.leaf.value.kind.milestone) { return Self.written(moment, field) }
    }
    if form == .boolean {
      return Self.undone.contains(Self.core(parts)) ? .bool(false) : nil
    }
    if Self.isRevision(field) { return .int(1) }
    if form.isNumeric, Self.isCounter(parts) { return .int(0) }
    if field.named.kind == .enum, ["status", "state", "stage", "phase"].contains(parts.last ?? "") {
      return StateEvents.initial(of: field.named.values.map(\.name)).map { .string($0) }
    }
    return nil
  }

  /// Indicates whether a field has the number of an object's changes.
  static func isRevision(_ field: FieldPlan) -> Bool {
    ["version", "revision", "lock version", "row version", "version number", "revision number"]
      .contains(words(of: field.name).joined(separator: " "))
      && !field.isList && [.integer, .wideInteger].contains(ScalarForm(scalar: field.named.name))
  }

  enum Milestone { case created, updated, later }

  /// Returns the milestone of a field's moment in an object's life; nil for other fields.
  static func milestone(_ field: FieldPlan) -> Milestone? {
    switch ScalarForm(scalar: field.named.name) {
    case .dateTime, .date, .time: break
    case .text, .integer, .wideInteger, .float:
      // A text or a number only if the name is unambiguous.
      guard let last = words(of: field.name).last, ["at", "on", "date", "time", "timestamp"].contains(last) else {
        return nil
      }
    default: return nil
    }
    var parts = words(of: field.name)
    if parts.first == "date", parts.count > 1 { parts.removeFirst() }
    if let last = parts.last, parts.count > 1, ["at", "on", "date", "time", "timestamp", "datetime"].contains(last) {
      parts.removeLast()
    }
    guard let word = parts.only ?? (["last", "first"].contains(parts.first ?? "") ? parts.last : nil) else {
      return nil
    }
    if made.contains(word) { return .created }
    if changed.contains(word) { return .updated }
    return done.contains(word) ? .later : nil
  }

  /// Returns a moment as the field's scalar writes it.
  static func written(_ seconds: Int, _ field: FieldPlan) -> JSON {
    let form = ScalarForm(scalar: field.named.name)
    let time = CivilTime(seconds: seconds)
    switch form {
    case .date: return .string(time.isoDate)
    case .time: return .string(time.isoTime)
    case .integer, .wideInteger, .float: return .int(seconds)
    default:
      return .string(words(of: field.name).last == "date" && form == .text ? time.isoDate : time.isoDateTime)
    }
  }

  /// Indicates whether a to-one field leads to the creator of the object.
  static func isOwner(_ field: FieldPlan, _ plan: WorldPlan) -> Bool {
    guard let viewer = plan.viewer, field.targets.contains(where: { $0 === viewer }) else { return false }
    let parts = words(of: field.name)
    return ["author", "owner", "creator", "user", "poster", "submitter", "sender", "customer", "reporter"]
      .contains(parts.last ?? "")
      || (parts.last == "by" && ["created", "posted", "submitted", "added", "written"].contains(parts.first ?? ""))
  }

  private static func isCounter(_ parts: [String]) -> Bool {
    guard let last = parts.last else { return false }
    if ["count", "counts", "sold", "booked", "reserved", "taken"].contains(last) { return true }
    return parts.count == 1
      && [
        "likes", "votes", "upvotes", "downvotes", "views", "shares", "stars", "favorites", "replies", "claps", "points",
        "score", "plays", "downloads",
      ].contains(last)
  }

  private static let made: Set<String> = [
    "created", "creation", "inserted", "added", "published", "posted", "submitted", "registered", "joined", "ordered",
    "placed", "booked", "sent", "uploaded", "opened", "requested", "issued", "create", "publication",
  ]
  private static let changed: Set<String> = [
    "updated", "modified", "changed", "edited", "update", "modification", "edit", "saved",
  ]
  private static let done: Set<String> = [
    "deleted", "archived", "closed", "completed", "finished", "cancelled", "canceled", "resolved", "read", "seen",
    "paid", "shipped", "delivered", "approved", "rejected", "merged", "confirmed", "verified", "locked", "banned",
    "removed", "processed", "refunded", "accepted", "revoked",
  ]
  private static let undone: Set<String> = [
    "booked", "completed", "complete", "done", "archived", "deleted", "closed", "read", "seen", "cancelled", "canceled",
    "liked", "starred", "hasstarred", "favorite", "favorited", "pinned", "locked", "banned", "blocked", "hidden",
    "paid", "shipped", "delivered", "finished", "resolved", "checked", "bookmarked", "following", "upvoted",
    "downvoted", "subscribed", "merged", "removed", "flagged", "muted",
  ]
}
