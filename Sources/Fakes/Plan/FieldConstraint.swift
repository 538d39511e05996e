/// The relation of a field to others of its object, from which its value follows, so that they agree.
enum FieldConstraint: Sendable {
  /// A time that is null unless the state is one of these.
  case timeInStates(FieldPlan, Set<String>)
  /// A time that is null unless the flag is set; with `isOpposite`, unless it is not set.
  case timeIfFlag(FieldPlan, isOpposite: Bool)
  /// A flag that is set in these states.
  case flagInStates(FieldPlan, Set<String>)
  /// A flag that is set if the time is not null; with `isOpposite`, if it is null.
  case flagIfTime(FieldPlan, isOpposite: Bool)
  /// An end that is past in these states, and in the future in all others.
  case endInStates(FieldPlan, Set<String>)
  /// A start or an end of a plan: both are in the future in some states, and only the end in others.
  case planned(from: FieldPlan, to: FieldPlan, state: FieldPlan, future: Set<String>, present: Set<String>)
  /// A time that is not after another one.
  case notAfter(FieldPlan)
  /// An end that is after a start.
  case after(FieldPlan)
  /// An end that is past for so many percent of the objects, and in the future for all others.
  case endByChance(percent: Int)
  /// The time until which something must be done: in the future for `dueLater` percent of the objects that are not
  /// completed, and after the start of a plan.
  case due(after: FieldPlan?, unless: Completion)
  /// A flag that is set unless the time is past.
  case flagUnlessPast(FieldPlan)
  /// A flag that is set if the time is past, and the object is not completed.
  case flagIfPast(FieldPlan, unless: Completion)
  /// A flag that is set if there is a value, an object, or a member.
  case flagIfAny(FieldPlan)
  /// A flag that is set if the number is positive; with `isOpposite`, if it is not.
  case flagIfPositive(FieldPlan, isOpposite: Bool)
  /// A flag that is set if the object behind the field is the viewer.
  case flagIfViewer(FieldPlan)
  /// A flag that is set if the object is the viewer.
  case flagIfSelf
  /// A flag that is set for the object with the newest time of those that belong to the same one.
  case flagIfNewest(of: FieldPlan, FieldPlan)
  /// A name after that of the object behind a field: `octocat/hello`.
  case qualified(by: FieldPlan, FieldPlan)
  /// A flag that is set if the time is in the future.
  case flagIfFuture(FieldPlan)
  /// A text for URLs from the words of the name.
  case slug(FieldPlan)
  /// A URL or a path that ends in the words of the name.
  case address(FieldPlan)
  /// An email address of something that is no person, from the words of the name.
  case mail(FieldPlan)
  /// The number of whole units of so many seconds between two times.
  case duration(from: FieldPlan, to: FieldPlan, seconds: Int)
  case amount(Amount)
  /// A whole number in a range.
  case number(ClosedRange<Int>)

  /// The percentage of due dates that are in the future.
  static let dueLater = 70

  /// The leaf fields from which a Boolean, or whether there is a time, follows.
  var inputs: [FieldPlan] {
    switch self {
    case .timeInStates(let state, _), .flagInStates(let state, _): [state]
    case .timeIfFlag(let other, _), .flagIfTime(let other, _), .flagIfFuture(let other), .flagUnlessPast(let other):
      [other]
    case .flagIfPast(let time, let completion): [time] + completion.fields
    case .flagIfPositive(let number, _): number.role == .leaf ? [number] : []
    default: []
    }
  }

  /// Indicates whether it also decides when the value is null.
  var decidesNull: Bool {
    switch self {
    case .timeInStates, .timeIfFlag: true
    default: false
    }
  }

  /// Indicates whether the value may change with other objects or the viewer, so that it cannot be kept ready.
  var dependsOnOthers: Bool {
    switch self {
    // The number may be what is left after the count of a list.
    case .flagIfAny, .flagIfViewer, .flagIfSelf, .flagIfNewest, .flagIfPositive, .qualified, .amount: true
    default: false
    }
  }
}

/// The fields that show that an object is in a final state: none if it cannot be.
struct Completion: Sendable {
  /// A state, or else flags and times such as `completedAt`.
  var fields: [FieldPlan] = []
  /// The final values of the state.
  var states: Set<String> = []

  /// The end of a sentence for `fake --explain`.
  fileprivate var explanation: String {
    if fields.isEmpty { return "" }
    let names = fields.map(\.name).joined(separator: " or ")
    return states.isEmpty ? ", unless \(names) is set" : ", unless \(names) is a final one"
  }
}

/// A number that follows from others.
indirect enum Amount: Sendable {
  case field(FieldPlan)
  /// A field of the object behind a link: the price of a line's product.
  case linked(FieldPlan, FieldPlan)
  /// The sum of a field of the members of a list.
  case items(list: FieldPlan, FieldPlan)
  case product(Amount, Amount)
  case sum([Amount], without: [Amount] = [])
  /// A share of another amount, in percent; which one follows from the object.
  case share(Amount, ClosedRange<Int>)
  /// The first amount in these states, the second one in all others.
  case inStates(FieldPlan, Set<String>, Amount, otherwise: Amount)
  /// More than the number of a field by so many percent; nothing without that number.
  case above(FieldPlan, ClosedRange<Int>)
}

extension FieldConstraint {
  /// The text for `fake --explain`. `plain` is that without the constraint.
  func explanation(_ plain: String) -> String {
    func list(_ values: Set<String>) -> String { values.sorted().joined(separator: ", ") }
    switch self {
    case .timeInStates(let state, let values): return "\(plain); null unless \(state.name) is \(list(values))"
    case .timeIfFlag(let flag, let isOpposite): return "\(plain); null unless \(flag.name) is \(!isOpposite)"
    case .endInStates(let state, let values):
      return "time; past if \(state.name) is \(list(values)), else in the future"
    case .planned(_, _, let state, let future, _):
      return "\(plain); in the future if \(state.name) is \(list(future))"
    case .notAfter(let other): return "\(plain), not after \(other.name)"
    case .after(let start): return "\(plain), after \(start.name)"
    case .endByChance(let percent): return "time; past for \(percent)% of the objects, else in the future"
    case .flagUnlessPast(let time): return "true unless \(time.name) is past"
    case .flagInStates(let state, let values): return "true if \(state.name) is \(list(values))"
    case .flagIfTime(let time, let isOpposite): return "true if \(time.name) is \(isOpposite ? "" : "not ")null"
    case .due(_, let completion): return "\(plain); in the future for \(Self.dueLater)%\(completion.explanation)"
    case .flagIfPast(let time, let completion): return "true if \(time.name) is past\(completion.explanation)"
    case .flagIfAny(let other): return "true if there are \(other.name)"
    case .flagIfPositive(let number, let isOpposite): return "true if \(number.name) is \(isOpposite ? "0" : "not 0")"
    case .flagIfViewer(let link): return "true if \(link.name) is the viewer"
    case .flagIfSelf: return "true for the viewer"
    case .flagIfNewest(let owner, let time): return "true for the newest \(time.name) of the same \(owner.name)"
    case .qualified(let owner, let name): return "\(owner.name)/\(name.name)"
    case .flagIfFuture(let time): return "true if \(time.name) is in the future"
    case .slug(let name), .address(let name), .mail(let name): return "\(plain), from \(name.name)"
    case .duration(let from, let to, _): return "the time from \(from.name) to \(to.name)"
    case .amount(let amount): return amount.explanation
    case .number(let range): return "number from \(range.lowerBound) to \(range.upperBound)"
    }
  }
}

extension Amount {
  fileprivate var explanation: String {
    switch self {
    case .field(let field): return field.name
    case .linked(let link, let field): return "\(link.name).\(field.name)"
    case .items(let list, let field): return "the sum of \(list.name).\(field.name)"
    case .product(let left, let right): return "\(left.explanation) × \(right.explanation)"
    case .sum(let parts, let less):
      return parts.map(\.explanation).joined(separator: " + ") + less.map { " − \($0.explanation)" }.joined()
    case .share(let whole, let range):
      return "\(range.lowerBound) to \(range.upperBound)% of \(whole.explanation)"
    case .inStates(let state, let values, let amount, let other):
      let states = values.sorted().joined(separator: ", ")
      return "\(amount.explanation) if \(state.name) is \(states), else \(other.explanation)"
    case .above(let least, _): return "more than \(least.name)"
    }
  }
}
