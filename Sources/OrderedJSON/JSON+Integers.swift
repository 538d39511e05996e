extension JSON {
  /// The number of this integer, for values that are not literals.
  package static func int(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
