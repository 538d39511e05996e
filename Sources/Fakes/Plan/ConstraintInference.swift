import FakeValues
import GraphQLSchema

/// Finds the constraints between the fields of one type, by their names and types.
struct ConstraintInference {
  let fields: ArraySlice<FieldPlan>
  /// The first field of each name, by the words of the name.
  private let byName: [String: FieldPlan]
  /// The fields of other types.
  let fieldsOf: (TypePlan) -> ArraySlice<FieldPlan>
  private let viewer: TypePlan?
  /// Indicates whether the objects may have facts about a page.
  private let mayBePage: Bool
  var constraints: [Int: FieldConstraint] = [:]
  /// True if amounts of money are in cents.
  var countsCents = false

  init(
    _ fields: ArraySlice<FieldPlan>, viewer: TypePlan?, mayBePage: Bool,
    fieldsOf: @escaping (TypePlan) -> ArraySlice<FieldPlan>
  ) {
    self.fields = fields
    self.mayBePage = mayBePage
    byName = Dictionary(
      fields.map { (words(of: $0.name).joined(separator: " "), $0) }, uniquingKeysWith: { first, _ in first })
    self.fieldsOf = fieldsOf
    self.viewer = viewer
    for field in fields where isFree(field) {
      switch field.named.name {
      case "Boolean": constraints[field.id] = flag(field)
      default:
        let timed = time(field) ?? end(field) ?? planned(field) ?? ordered(field)
        if let constraint = timed ?? duration(field) ?? slug(field) { constraints[field.id] = constraint }
      }
    }
    for link in fields where link.role == .toOne && !link.isNonNull && !link.isMany && link.rule == nil {
      if let constraint = doer(link) { constraints[link.id] = constraint }
    }
    addAmounts()
    // A time without a state follows its flag.
    for field in fields {
      guard case .flagIfTime(let time, let isOpposite)? = constraints[field.id], constraints[time.id] == nil,
        isFree(time), !time.isNonNull
      else { continue }
      constraints[field.id] = nil
      constraints[time.id] = .timeIfFlag(field, isOpposite: isOpposite)
    }
  }

  /// Indicates whether neither a rule nor a role decides about a field's value.
  func isFree(_ field: FieldPlan) -> Bool {
    // `total` is the length of a list only on a page.
    field.role == .leaf && !field.isList && field.rule?.saysValues != true && field.realFact == nil
      && (field.fact == nil || field.owner.isEntity || !mayBePage) && field.field.arguments.isEmpty
  }

  /// Returns the field with the first of some names that a field has.
  func field(_ names: [String]) -> FieldPlan? { names.lazy.compactMap { byName[$0] }.first }

  // MARK: States

  private static let stateNames: Set<String> = ["state", "status", "stage", "phase", "lifecycle"]

  var states: [FieldPlan] {
    fields.filter { field in
      field.role == .leaf && field.named.kind == .enum && !field.isList
        && words(of: field.name).last.map(Self.stateNames.contains) == true
    }
  }

  /// Returns the state in which an event shows, and the values in which it has happened; nil if no state knows it.
  func happened(_ event: String) -> (state: FieldPlan, values: Set<String>)? {
    for state in states {
      let values = state.named.values.map(\.name)
      let after = values.filter { StateEvents.happened(in: $0).contains(event) }
      if !after.isEmpty { return (state, Set(after)) }
    }
    guard StateEvents.finishing.contains(event) else { return nil }
    for state in states {
      let values = state.named.values.map(\.name)
      let later = values.filter { !StateEvents.isBeginning($0) }
      if later.count < values.count { return (state, Set(later)) }
    }
    return nil
  }

  /// Returns the constraint of a person who made something happen: only a merged request has `mergedBy`.
  private func doer(_ link: FieldPlan) -> FieldConstraint? {
    let parts = words(of: link.name)
    guard parts.count > 1, parts.last == "by" else { return nil }
    let event = StateEvents.event(of: parts.dropLast().joined(separator: " "))
    return event.flatMap(happened).map { .timeInStates($0.state, $0.values) }
  }

  // MARK: Flags

  private func flag(_ field: FieldPlan) -> FieldConstraint? {
    let parts = words(of: field.name)
    let plain = ["is", "was"].contains(parts.first) ? Array(parts.dropFirst()) : parts
    let text = plain.joined(separator: " ")
    if ["overdue", "late", "past due"].contains(text) {
      if let (state, values) = flagged("overdue") { return .flagInStates(state, values) }
      return self.field(Self.dues).map { .flagIfPast($0, unless: completion) }
    }
    if text == "expired", flagged("expired") == nil, let expiry { return .flagIfPast(expiry, unless: Completion()) }
    if text == "active", flagged("active") == nil {
      if let (state, values) = inactive { return .flagInStates(state, values) }
      if let expiry { return .flagUnlessPast(expiry) }
    }
    if ["mine", "own", "viewer did author"].contains(text) { return viewer(Self.authors) }
    if text == "viewer" { return .flagIfSelf }
    if text == "fork", let parent = self.field(["parent", "source", "forked from"]), parent.role == .toOne {
      return .flagIfAny(parent)
    }
    if text == "latest", let constraint = latest() { return constraint }
    if text.hasPrefix("viewer is "), let word = plain.last { return viewer([word]) }
    if ["upcoming", "in future", "future"].contains(text) {
      let start = self.field(["starts at", "start date", "start time", "start", "starts on", "date", "departure time"])
      if let start { return .flagIfFuture(start) }
    }
    if text == "free", let price = self.field(["price", "cost", "amount", "fee"]), price.role == .leaf {
      return .flagIfPositive(price, isOpposite: true)
    }
    if text == "empty" {
      let count = fields.first { if case .count = $0.role { true } else { false } }
      if let count { return .flagIfPositive(count, isOpposite: true) }
    }
    if let isOpposite = ["in stock": false, "available": false, "sold out": true, "out of stock": true][text] {
      let names = ["stock", "stock quantity", "quantity available", "available quantity", "inventory", "quantity"]
      if let stock = self.field(names), stock.role == .leaf { return .flagIfPositive(stock, isOpposite: isOpposite) }
    }
    if ["full", "fully booked", "sold out"].contains(text), let left = number(Self.left) {
      return .flagIfPositive(left, isOpposite: true)
    }
    if parts.first == "has", parts.count > 1 { return any(Array(parts.dropFirst())) }
    let positive = opposite(text)
    let isOpposite = positive != nil
    let event = StateEvents.event(of: positive ?? text) ?? positive ?? text
    if let (state, values) = flagged(event) {
      let all = Set(state.named.values.map(\.name))
      return .flagInStates(state, isOpposite ? all.subtracting(values) : values)
    }
    let time = self.field(["at", "on", "date"].map { "\(event) \($0)" })
    return time.flatMap { Self.isTime($0) && $0.role == .leaf ? .flagIfTime($0, isOpposite: isOpposite) : nil }
  }

  /// Returns the constraint of a flag that only the newest of a list has: `release.isLatest`.
  private func latest() -> FieldConstraint? {
    guard let time = field(["published at", "created at", "released at"]), time.role == .leaf else { return nil }
    let owner = fields.first { link in
      guard link.role == .toOne, link.targets.count == 1 else { return false }
      return fieldsOf(link.targets[0]).contains { $0.link == .derived(from: [link.id]) }
    }
    return owner.map { .flagIfNewest(of: $0, time) }
  }

  /// Returns the states in which a flag is set: one of its name, or those in which its event has happened.
  func flagged(_ event: String) -> (state: FieldPlan, values: Set<String>)? {
    for state in states {
      let values = state.named.values.map(\.name)
      let same = values.filter { words(of: $0).joined(separator: " ") == event }
      if !same.isEmpty { return (state, Set(same + values.filter { StateEvents.happened(in: $0).contains(event) })) }
    }
    return happened(event)
  }

  /// Returns a state with values in which nothing is active, and its other values.
  private var inactive: (state: FieldPlan, values: Set<String>)? {
    for state in states {
      let values = state.named.values.map(\.name)
      let active = values.filter { !StateEvents.isInactive($0) }
      if active.count < values.count { return (state, Set(active)) }
    }
    return nil
  }

  private static let authors = [
    "author", "creator", "owner", "user", "sender", "customer", "host", "reporter", "organizer",
  ]

  private func viewer(_ names: [String]) -> FieldConstraint? {
    guard let viewer else { return nil }
    let links = names.compactMap { self.field([$0]) }
    return links.first { $0.role == .toOne && !$0.isMany && $0.targets.contains { $0 === viewer } }
      .map { .flagIfViewer($0) }
  }

  private func any(_ parts: [String]) -> FieldConstraint? {
    guard
      let target = field([
        parts.joined(separator: " "), (parts.dropLast() + ["\(parts.last ?? "")s"]).joined(separator: " "),
      ])
    else { return nil }
    switch target.role {
    case .leaf, .toOne, .toMany, .count: return .flagIfAny(target)
    default: return nil
    }
  }

  // MARK: Texts

  private func slug(_ field: FieldPlan) -> FieldConstraint? {
    guard field.named.kind == .scalar else { return nil }
    let ownName = words(of: field.name).joined(separator: " ")
    if ownName == "name with owner", let owner = self.field(["owner"]), owner.role == .toOne,
      let name = self.field(["name"])
    {
      return .qualified(by: owner, name)
    }
    let names = ["name", "title", "display name", "full name", "subject", "headline", "label"]
    let isNamed = { (name: FieldPlan) in name.role == .leaf && name.named.kind == .scalar && !name.isList }
    guard let name = self.field(names), isNamed(name), name.id != field.id else { return nil }
    switch field.leaf.value.kind {
    case .slug: return .slug(name)
    case .username where !ValueKind.isPerson(field.owner.type.name) && name.leaf.value.kind != .fullName:
      return .slug(name)
    case .url, .path: return .address(name)
    case .email where !ValueKind.isPerson(field.owner.type.name) && name.leaf.value.kind != .fullName:
      return .mail(name)
    default: return nil
    }
  }
}
