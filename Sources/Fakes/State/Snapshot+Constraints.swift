import FakeValues
import GraphQLSchema
import OrderedJSON

extension Snapshot {
  /// The end of the time in which generated data lie, before the first mutation, in seconds since 1970.
  var now: Int { Persona.today.seconds + plan.rules.shift }

  /// Returns the value of a field that follows from others; nil if the generated one is right.
  func constrained(_ field: FieldPlan, _ constraint: FieldConstraint, _ object: FakeObject) -> JSON? {
    func sibling(_ other: FieldPlan) -> JSON { value(of: other, object, JSONObject(), imageOrigin: "") }
    /// The value before the changes of a session: a new state does not move what was planned, nor an address.
    func seeded(_ other: FieldPlan) -> JSON {
      guard let base else { return sibling(other) }
      return base.value(of: other, base.unchanged(object), JSONObject(), imageOrigin: "")
    }
    /// The same, but the current value of an object that a session created.
    func original(_ other: FieldPlan) -> JSON { object.number == nil ? sibling(other) : seeded(other) }
    switch constraint {
    case .timeInStates(let state, let values):
      return values.contains(sibling(state).stringValue ?? "") ? made(field, object) : .null
    case .timeIfFlag(let flag, let isOpposite):
      guard let isSet = sibling(flag).boolValue else { return nil }
      return isSet != isOpposite ? made(field, object) : .null
    case .endInStates(let state, let values):
      return end(field, object, isPast: values.contains(original(state).stringValue ?? ""))
    case .endByChance(let percent):
      var draw = Draw(object.identity.with("end"))
      return end(field, object, isPast: draw.chance(percent))
    case .planned(let from, let to, let state, let future, let present):
      let value = original(state).stringValue ?? ""
      if present.contains(value), field === to { return end(field, object, isPast: false) }
      guard future.contains(value), let start = seconds(made(from, object)), let own = seconds(made(field, object))
      else {
        return nil
      }
      var draw = Draw(object.identity.with("planned"))
      return time(field, now + CivilTime.day * draw.within(2...200) + own - start, object)
    case .due(let planned, let completion):
      // Recorded values are drawn as they are.
      guard learned?.pools[field.id]?.value(object.identity) == nil, let generated = seconds(made(field, object))
      else { return nil }
      let earliest = max(planned.flatMap { seconds(original($0)) } ?? now, now)
      var draw = Draw(object.identity.with("due"))
      let isLater = draw.chance(FieldConstraint.dueLater) && !isCompleted(completion, seeded)
      guard generated < earliest, isLater || earliest > now else { return nil }
      return time(field, earliest + CivilTime.day * draw.within(1...60), object)
    case .notAfter(let other):
      guard let latest = seconds(sibling(other)), let own = seconds(made(field, object)), own > latest else {
        return nil
      }
      return time(field, latest, object)
    case .after(let start):
      guard let own = seconds(made(field, object)) else { return nil }
      let earliest = seconds(sibling(start)) ?? own
      guard own <= earliest else { return nil }
      var draw = Draw(object.identity.with("after").with(field.name))
      return time(field, earliest + draw.within(1...12) * (isDay(field) ? CivilTime.day : 1_800), object)
    case .flagUnlessPast(let time): return .bool(seconds(sibling(time)).map { $0 >= now } ?? true)
    case .flagInStates(let state, let values): return .bool(values.contains(sibling(state).stringValue ?? ""))
    case .flagIfTime(let time, let isOpposite): return .bool(sibling(time).isNull == isOpposite)
    case .flagIfPast(let time, let completion):
      guard let seconds = seconds(sibling(time)) else { return .bool(false) }
      return .bool(seconds < now && !isCompleted(completion, sibling))
    case .flagIfAny(let other):
      switch other.role {
      case .toMany, .toOne: return .bool(!targets(of: other, from: object).isEmpty)
      default:
        let value = sibling(other)
        return .bool(!(value.isNull || value.intValue == 0 || value == .array([]) || value == .string("")))
      }
    case .flagIfPositive(let number, let isOpposite):
      guard let number = sibling(number).numberValue?.double else { return nil }
      return .bool((number > 0) != isOpposite)
    case .flagIfViewer(let link):
      guard let viewer = viewer(), let target = target(of: link, from: object) else { return .bool(false) }
      return .bool(target.isSame(as: viewer))
    case .flagIfSelf: return .bool(viewer()?.isSame(as: object) == true)
    case .flagIfNewest(let owner, let time):
      guard let id = target(of: owner, from: object)?.id else { return .bool(false) }
      let times = (leading(by: owner)[id] ?? []).compactMap { other -> (object: FakeObject, seconds: Int)? in
        seconds(value(of: time, other, JSONObject(), imageOrigin: "")).map { (other, $0) }
      }
      let newest = times.max { ($0.seconds, $1.object.key ?? "") < ($1.seconds, $0.object.key ?? "") }
      return .bool(newest?.object.isSame(as: object) == true)
    case .qualified(let owner, let name):
      guard let target = target(of: owner, from: object) else { return nil }
      let own = ["login", "slug", "username", "handle"].lazy.compactMap { self.plan.field($0, of: target.plan) }.first
      let text = own.flatMap { value(of: $0, target, JSONObject(), imageOrigin: "").stringValue } ?? target.key
      guard let text, let name = sibling(name).stringValue else { return nil }
      return .string("\(text)/\(name)")
    case .flagIfFuture(let time): return .bool(seconds(sibling(time)).map { $0 >= now } ?? false)
    case .address(let name):
      guard let text = sibling(name).stringValue, let slug = slug(text), let made = made(field, object).stringValue
      else {
        return nil
      }
      let start = made.lastIndex(of: "/").map { made[...$0] } ?? ""
      return .string(start + slug)
    case .mail(let name):
      guard let text = sibling(name).stringValue, let slug = slug(text) else { return nil }
      let value = JSON.string("info@\(slug).example")
      guard field.isUnique, let number = object.number else { return value }
      return object.plan.numbered(value, number)
    case .slug(let name):
      guard let text = original(name).stringValue, let slug = slug(text) else { return nil }
      let value = JSON.string(slug)
      guard field.isUnique, let number = object.number else { return value }
      return object.plan.numbered(value, number)
    case .duration(let from, let to, let unit):
      guard let start = seconds(sibling(from)), let end = seconds(sibling(to)), end >= start else { return nil }
      return field.leaf.value.value(of: .number((end - start) / unit, decimals: 0), object.identity)
    case .amount(let amount):
      return hundredths(amount, field.name, isWhole: Self.isWhole(field), object).map { written($0, field, object) }
    case .number(let range):
      var draw = Draw(object.identity.with("number").with(field.name))
      return field.leaf.value.value(of: .number(draw.within(range), decimals: 0), object.identity)
    }
  }

  private func isCompleted(_ completion: Completion, _ value: (FieldPlan) -> JSON) -> Bool {
    completion.fields.contains { field in
      let value = value(field)
      if completion.states.isEmpty { return value.boolValue ?? !value.isNull }
      return completion.states.contains(value.stringValue ?? "")
    }
  }

  // MARK: Amounts

  /// Returns an amount in hundredths; nil if a part of it is not a number.
  private func hundredths(_ amount: Amount, _ name: String, isWhole: Bool, _ object: FakeObject) -> Int? {
    switch amount {
    case .field(let other): return hundredths(of: other, object)
    case .linked(let link, let other):
      guard let target = owner(of: object, as: link) ?? target(of: link, from: object) else { return 0 }
      return hundredths(of: other, target)
    case .items(let list, let other):
      let items =
        list.role == .part ? parts(of: list, from: object, JSONObject()) : targets(of: list, from: object)
      return items.reduce(0) { sum, item -> Int? in
        guard let sum, let value = hundredths(of: other, item) else { return nil }
        return sum.addingReportingOverflow(value).partialValue
      }
    case .product(let left, let right):
      guard let left = hundredths(left, name, isWhole: isWhole, object),
        let right = hundredths(right, name, isWhole: isWhole, object)
      else { return nil }
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      return overflow ? nil : product / 100
    case .sum(let parts, let less):
      var sum = 0
      for (part, sign) in parts.map({ ($0, 1) }) + less.map({ ($0, -1) }) {
        guard let value = hundredths(part, name, isWhole: isWhole, object) else { return nil }
        sum += sign * value
      }
      return sum
    case .share(let whole, let range):
      guard let whole = hundredths(whole, name, isWhole: isWhole, object) else { return nil }
      var draw = Draw(object.identity.with("share").with(name))
      let share = whole / 100 * draw.within(range)
      return isWhole ? share / 100 * 100 : share
    case .inStates(let state, let values, let amount, let other):
      let value = value(of: state, object, JSONObject(), imageOrigin: "").stringValue ?? ""
      return hundredths(values.contains(value) ? amount : other, name, isWhole: isWhole, object)
    case .above(let least, let range):
      guard part(least, of: object) != nil || least.role == .leaf else { return nil }
      return hundredths(.share(.field(least), range), name, isWhole: isWhole, object)
    }
  }

  /// Returns a field's number, or that of its part, in hundredths: 0 for null, nil for anything else.
  private func hundredths(of field: FieldPlan, _ object: FakeObject) -> Int? {
    guard field.role == .part else {
      let value = value(of: field, object, JSONObject(), imageOrigin: "")
      return value.isNull ? 0 : Self.hundredths(value)
    }
    guard let part = part(field, of: object), let amount = plan.amount(of: field) else { return 0 }
    return Self.hundredths(value(of: amount, part, JSONObject(), imageOrigin: ""))
  }

  /// Returns the values of a part that follow from other fields of its owner: the amount of a total.
  func amounts(in field: FieldPlan, of object: FakeObject) -> [String: JSON] {
    guard field.role == .part, case .amount(let amount)? = plan.constraint(of: field),
      let inner = plan.amount(of: field),
      let hundredths = hundredths(amount, field.name, isWhole: Self.isWhole(inner), object)
    else { return [:] }
    return [inner.name: written(hundredths, inner, object)]
  }

  private static func isWhole(_ field: FieldPlan) -> Bool { ["Int", "BigInt", "Long"].contains(field.named.name) }

  private func written(_ hundredths: Int, _ field: FieldPlan, _ object: FakeObject) -> JSON {
    let sample = Self.isWhole(field) ? Sample.number(hundredths / 100, decimals: 0) : .number(hundredths, decimals: 2)
    return field.leaf.value.value(of: sample, object.identity)
  }

  /// Returns a number, or a text of digits, in hundredths; nil for anything else, and for more decimals.
  private static func hundredths(_ json: JSON) -> Int? {
    guard let text = json.numberValue?.text ?? json.stringValue else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = Int(first), abs(whole) < 1_000_000_000_000 else { return nil }
    guard parts.count == 2 else { return whole * 100 }
    let decimals = parts[1]
    guard (1...2).contains(decimals.utf8.count), let cents = Int(decimals), cents >= 0 else { return nil }
    let rest = decimals.utf8.count == 1 ? cents * 10 : cents
    return whole * 100 + (text.hasPrefix("-") ? -rest : rest)
  }

  /// Returns an object as it is here, before the changes of a session.
  private func unchanged(_ object: FakeObject) -> FakeObject {
    object.key.map { self.object(object.plan, key: $0, number: object.number) } ?? object
  }

  private func slug(_ text: String) -> String? {
    let slug = slugged(text)
    return slug.isEmpty ? nil : slug
  }

  /// Returns the generated end if it is past or in the future as it should be, else another one.
  private func end(_ field: FieldPlan, _ object: FakeObject, isPast: Bool) -> JSON? {
    guard let generated = seconds(made(field, object)), (generated < now) != isPast else { return nil }
    let persona = persona(of: object, for: field.leaf.value, isEvent: true)
    var draw = Draw(object.identity.with("end of").with(field.name))
    let seconds =
      // After all other events of the object, which happened.
      isPast ? persona.moment(.seen).seconds : now + CivilTime.day * draw.within(2...500)
    return time(field, seconds, object)
  }

  private func isDay(_ field: FieldPlan) -> Bool {
    if case .date = field.leaf.value.kind { return true }
    return field.leaf.value.form == .date
  }

  private func time(_ field: FieldPlan, _ seconds: Int, _ object: FakeObject) -> JSON {
    field.leaf.value.value(of: isDay(field) ? .day(seconds: seconds) : .moment(seconds: seconds), object.identity)
  }

  /// Returns the generated value of a field, even if it would be null by chance.
  private func made(_ field: FieldPlan, _ object: FakeObject) -> JSON {
    single(field, object, object.identity.with("field").with(field.name).with(arguments: JSONObject()), "")
  }

  /// Returns the seconds since 1970 of a date or a time; nil for anything else.
  func seconds(_ json: JSON) -> Int? {
    if case .integer(let microseconds)? = Sense.moment.value(json), json.stringValue != nil {
      return microseconds / 1_000_000
    }
    return json.intValue
  }

  // MARK: Creation

  /// Returns the creation of an object that a recording, a fixture or a mutation set; nil for a generated one.
  func creation(of object: FakeObject) -> Int? {
    guard !object.values.isEmpty,
      let field = plan.fields(of: object.plan).first(where: {
        $0.role == .leaf && !$0.isList && $0.leaf.value.kind.milestone == .created && object.values[$0.name] != nil
      })
    else { return nil }
    return object.values[field.name].flatMap(seconds)
  }

  /// Returns the latest creation of the objects to which an object belongs; nil if it belongs to none with a creation.
  func ownersCreation(of object: FakeObject) -> Int? {
    guard let id = object.id else { return nil }
    let owners = plan.owners(of: object.plan)
    guard !owners.isEmpty, let number = object.number else {
      return owners.isEmpty ? nil : creation(of: owners, object)
    }
    // A change of the owner does not change when an object was created.
    if let base { return base.ownersCreation(of: base.seededMember(object.plan, number)) }
    if let known = keptOwnersCreation(id) { return known == .min ? nil : known }
    let found = creation(of: owners, object)
    keepOwnersCreation(found ?? .min, id)
    return found
  }

  private func creation(of owners: [Ownership.Owner], _ object: FakeObject) -> Int? {
    owners.compactMap { owner -> Int? in
      guard let target = target(of: owner.link, from: object), let created = owner.created[target.plan.index] else {
        return nil
      }
      // Recorded and changed parents may go in a circle.
      if target.plan === object.plan, target.number ?? .max >= object.number ?? .max { return nil }
      return seconds(value(of: created, target, JSONObject(), imageOrigin: ""))
    }.max()
  }
}
