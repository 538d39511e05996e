import FakeValues
import GraphQLSchema

// Sums, products and what is left.

extension ConstraintInference {
  private static let quantities = ["quantity", "qty", "nights", "units", "hours"]
  private static let prices = [
    "unit price", "price per unit", "price per night", "unit amount", "unit cost", "price each", "hourly rate", "price",
  ]
  private static let lineTotals = [
    "line total", "total price", "row total", "extended price", "line amount", "total", "amount",
  ]
  private static let subtotals = ["subtotal", "sub total", "subtotal price", "subtotal amount"]
  private static let totals = ["total", "total price", "grand total", "total amount", "amount total", "total cost"]
  private static let taxes = ["tax", "taxes", "tax amount", "total tax", "vat"]
  private static let fees = [
    "shipping", "shipping cost", "shipping price", "shipping amount", "delivery fee", "service fee", "fee", "fees",
    "tip",
  ]
  private static let discounts = ["discount", "discount amount", "discounts", "total discount", "discount total"]
  private static let paid = ["amount paid", "paid amount", "paid", "total paid"]
  /// The names of what is left of a number of places.
  static let left = [
    "spots left", "seats left", "available seats", "places left", "tickets left", "remaining", "available", "free",
    "free spots", "free seats", "free places", "available spots", "available places",
  ]
  private static let open = [
    "balance due", "balance", "amount due", "due amount", "outstanding", "outstanding balance", "remaining balance",
  ]

  mutating func addAmounts() {
    countsCents = hasCents
    addProduct()
    addTotals()
    if let (net, tax, gross) = taxed { set(gross, .sum([.field(net), .field(tax)])) }
    addLimits()
    addCounts()
    addBounds()
  }

  /// Returns the number with the first of some names that a number has.
  func number(_ names: [String]) -> FieldPlan? { names.lazy.compactMap { field([$0]) }.first(where: isNumber) }

  /// The same for amounts of money, which are all in the type's unit.
  private func money(_ names: [String]) -> FieldPlan? { number(countsCents ? Self.inCents(names) : names) }

  private static func inCents(_ names: [String]) -> [String] { names.flatMap { ["\($0) cents", "\($0) in cents"] } }

  /// Indicates whether the names of a type's amounts say that they are in cents.
  private var hasCents: Bool { number(Self.wholes) == nil && number(Self.wholesInCents) != nil }

  /// The names that tell a type's unit, made once for all types.
  private static let wholes = subtotals + totals + lineTotals + prices
  private static let wholesInCents = inCents(wholes + ["line"])

  /// The names of a line's amount.
  private var amounts: [String] { Self.lineTotals + (countsCents ? ["line"] : []) }

  /// Returns an amount of another type, in this type's unit.
  private func money(_ names: [String], of type: TypePlan) -> FieldPlan? {
    let names = countsCents ? Self.inCents(names) : names
    return names.lazy.compactMap { name in
      fieldsOf(type).first { words(of: $0.name).joined(separator: " ") == name && isNumber($0) }
    }.first
  }

  private func isNumber(_ field: FieldPlan) -> Bool {
    if field.role == .part { return field.rule?.saysValues != true && Self.amount(of: field, fieldsOf) != nil }
    return isFree(field) && Self.holdsNumber(field)
  }

  private static func holdsNumber(_ field: FieldPlan) -> Bool {
    guard field.named.kind == .scalar, field.named.name != "Boolean" else { return false }
    switch field.leaf.value.kind {
    case .price, .cents, .number: return true
    case let kind: return kind.milestone == nil && field.leaf.value.form.isNumeric
    }
  }

  /// Returns the number in a part: `amount` of `Money { amount currency }`; nil if a field leads to no such part.
  static func amount(of field: FieldPlan, _ fieldsOf: (TypePlan) -> ArraySlice<FieldPlan>) -> FieldPlan? {
    guard field.role == .part, !field.isMany, field.targets.isEmpty, field.parts.count == 1,
      field.field.arguments.isEmpty
    else { return nil }
    return fieldsOf(field.parts[0]).first { inner in
      ["amount", "value"].contains(inner.name) && inner.role == .leaf && !inner.isList && holdsNumber(inner)
    }
  }

  private mutating func set(_ field: FieldPlan?, _ amount: Amount) {
    if let field, isNumber(field), constraints[field.id] == nil { constraints[field.id] = .amount(amount) }
  }

  private var taxed: (net: FieldPlan, tax: FieldPlan, gross: FieldPlan)? {
    guard let net = number(["net", "net amount"]), let tax = number(["tax", "tax amount", "vat"]),
      let gross = number(["gross", "gross amount"])
    else { return nil }
    return (net, tax, gross)
  }

  private mutating func addProduct() {
    guard let quantity = number(Self.quantities), let total = money(Self.subtotals + amounts) else { return }
    let own = money(Self.prices)
    guard own?.id != quantity.id, own?.id != total.id, let price = own.map({ Amount.field($0) }) ?? linkedPrice
    else { return }
    if constraints[quantity.id] == nil { constraints[quantity.id] = .number(1...5) }
    set(total, .product(.field(quantity), price))
  }

  /// The price of the only thing with a price to which objects lead: of the product of a line.
  private var linkedPrice: Amount? {
    fields.compactMap { link in
      guard link.role == .toOne, link.targets.count == 1 else { return nil }
      return money(Self.prices, of: link.targets[0]).map { .linked(link, $0) }
    }.only
  }

  private mutating func addTotals() {
    let subtotal = money(Self.subtotals)
    let total = money(Self.totals)
    let lines = lines()
    if let subtotal, let lines { set(subtotal, .items(list: lines.list, lines.amount)) }
    guard let base = subtotal.map({ Amount.field($0) }) ?? lines.map({ .items(list: $0.list, $0.amount) }) else {
      addBalance(total ?? money(["amount"]))
      return
    }
    let (tax, discount) = (money(Self.taxes), money(Self.discounts))
    let extra = Self.fees.compactMap { money([$0]) }
    set(tax, .share(base, 5...20))
    set(discount, .share(base, 0...30))
    for fee in extra { set(fee, .share(base, 1...10)) }
    set(
      total,
      .sum(
        [base] + ([tax].compactMap(\.self) + extra).map { .field($0) },
        without: [discount].compactMap(\.self).map { .field($0) }))
    addBalance(total)
  }

  private mutating func addBalance(_ total: FieldPlan?) {
    guard let total else { return }
    let (paid, open) = (money(Self.paid), money(Self.open))
    let settled = happened("paid")
    let (all, nothing) = (Amount.field(total), Amount.share(.field(total), 0...0))
    if let (state, values) = settled {
      let others = state.named.values.map(\.name).filter { !values.contains($0) }
      let unpaid = Set(others.filter(StateEvents.isBeginning))
      let part = Amount.inStates(state, unpaid, nothing, otherwise: .share(all, 5...90))
      set(paid, .inStates(state, values, all, otherwise: part))
    } else {
      set(paid, .share(all, 0...100))
    }
    let rest = settled.map { Amount.inStates($0.state, $0.values, nothing, otherwise: all) } ?? all
    set(open, paid.map { .sum([all], without: [.field($0)]) } ?? rest)
  }

  /// Returns the list of lines, and the amount of each.
  private func lines() -> (list: FieldPlan, amount: FieldPlan)? {
    let names = ["lines", "items", "line items", "order lines", "order items", "cart items", "entries", "charges"]
    guard let list = field(names), let type = lineType(list), let amount = money(amounts, of: type) else { return nil }
    return (list, amount)
  }

  /// The type of a list's members, if they can be summed.
  private func lineType(_ list: FieldPlan) -> TypePlan? {
    if list.role == .toMany { return list.targets.only }
    guard list.role == .part, list.targets.isEmpty, list.page == nil, list.field.arguments.isEmpty,
      case .list(let item) = list.field.type.nullable, !item.nullable.isList, let type = list.parts.only
    else { return nil }
    // Parts of parts may have no end.
    return fieldsOf(type).contains { $0.role == .part && $0.isMany } ? nil : type
  }

  private mutating func addLimits() {
    let limits = [
      (
        ["limit", "quota", "usage limit", "max uses"], ["used", "usage", "times used", "usage count"],
        ["remaining", "left"]
      ),
      (["refills allowed"], ["refills used"], ["refills remaining", "refills left"]),
      (
        ["seats total", "total seats"], ["seats booked", "booked seats", "seats taken"],
        ["seats available", "available seats", "seats left"]
      ),
      (
        ["capacity", "max attendees"],
        ["attendee count", "booked", "reserved", "seats taken", "occupied", "sold", "tickets sold", "seats sold"],
        Self.left
      ),
    ]
    for (limit, used, left) in limits {
      guard let limit = number(limit) else { continue }
      let used = number(used) ?? field(used).flatMap { if case .count = $0.role { $0 } else { nil } }
      set(limit, used: used, left: number(left))
    }
    // Not the seats of a car.
    if let limit = number(["seats", "spots", "places"]), let used = number(["sold", "booked", "reserved", "taken"]),
      let left = number(Self.left)
    {
      set(limit, used: used, left: left)
    }
  }

  private mutating func set(_ limit: FieldPlan, used: FieldPlan?, left: FieldPlan?) {
    let share = Amount.share(.field(limit), 0...100)
    set(used, share)
    set(left, used.map { .sum([.field(limit)], without: [.field($0)]) } ?? share)
  }

  /// Adds upper bounds in parts: `maximumPrice` above `minimumPrice`. Plain numbers are in order without constraints.
  private mutating func addBounds() {
    let bounds = ["min": "max", "minimum": "maximum", "lowest": "highest", "low": "high", "lower": "upper"]
    for least in fields where least.role == .part && isNumber(least) {
      let parts = words(of: least.name)
      guard let place = parts.firstIndex(where: { bounds[$0] != nil }), let most = bounds[parts[place]] else {
        continue
      }
      let other = parts[..<place] + [most] + parts[(place + 1)...]
      set(field([other.joined(separator: " ")]), .above(least, 110...300))
    }
  }

  /// Adds totals of a number of a list's members: `totalVotes` of the options' `votes`.
  private mutating func addCounts() {
    for field in fields where isNumber(field) && constraints[field.id] == nil {
      let parts = words(of: field.name)
      guard parts.count == 2, parts[0] == "total" else { continue }
      for list in fields where list.role == .toMany && list.targets.count == 1 {
        let names = [parts[1], "\(singular(parts[1])) count"]
        let found = fieldsOf(list.targets[0]).first {
          names.contains(words(of: $0.name).joined(separator: " ")) && isNumber($0)
        }
        if let found { set(field, .items(list: list, found)) }
      }
    }
  }
}
