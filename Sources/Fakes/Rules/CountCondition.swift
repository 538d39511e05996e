import OrderedJSON

/// A field of the members, and its values with which one is counted.
struct CountCondition: Sendable {
  let field: String
  /// As text; `null` for null where `takesNull`.
  let values: Set<String>
  let takesNull: Bool
}

extension CountCondition {
  /// What somebody said of a field: one value, or several of which it has one.
  init(_ said: JSONObject.Member) {
    let values = said.value.arrayValue ?? [said.value]
    self.init(
      field: said.name, values: Set(values.compactMap { $0 == .null ? nil : $0.keyText }),
      takesNull: values.contains(.null))
  }
}
