/// How the value of a field follows from others of its object, so that they do not contradict each other.
enum FieldConstraint: Sendable {
  /// A time that is null unless the state is one of these.
  case timeInStates(FieldPlan, Set<String>)
  /// A time that is null unless the flag is set; with `isOpposite`, unless it is not set.
  case timeIfFlag(FieldPlan, isOpposite: Bool)
  /// A flag that is set in these states.
  case flagInStates(FieldPlan, Set<String>)
  /// A flag that is set if the time is not null; with `isOpposite`, if it is null.
  case flagIfTime(FieldPlan, isOpposite: Bool)
  /// A flag that is set if the time is past, and the state, if there is one, is not one of these.
  case flagIfPast(FieldPlan, state: FieldPlan?, not: Set<String>)
  /// A flag that is set if there is a value, an object, or a member.
  case flagIfAny(FieldPlan)
  /// A flag that is set if the number is positive; with `isOpposite`, if it is not.
  case flagIfPositive(FieldPlan, isOpposite: Bool)
  /// A flag that is set if the object behind the field is the viewer.
  case flagIfViewer(FieldPlan)
  /// A text for URLs from the words of the name.
  case slug(FieldPlan)
  /// The number of whole units of so many seconds between two times.
  case duration(from: FieldPlan, to: FieldPlan, seconds: Int)

  /// Indicates whether the value may change with other objects or the viewer, so that it cannot be kept ready.
  var dependsOnOthers: Bool {
    switch self {
    case .flagIfAny, .flagIfViewer: true
    default: false
    }
  }
}
