import FakeValues

/// What fields of payloads are, by their names.
enum PayloadField {
  static func isSuccess(_ name: String) -> Bool {
    ["success", "ok", "succeeded", "successful", "isSuccess", "is_success"].contains(name)
  }

  static func isErrors(_ name: String) -> Bool {
    let last = words(of: name).last
    return last == "errors" || last == "error" || last == "problems" || last == "failures"
  }

  static func isCount(_ name: String) -> Bool {
    let parts = words(of: name)
    return parts.contains("affected") || parts.last == "count" || parts.first == "num"
  }

  /// Whether a payload's field tells of an object as it was: `previousValues`.
  static func isPast(_ name: String) -> Bool { words(of: name).first?.hasPrefix("previous") == true }

  static func isDeletedKey(_ name: String) -> Bool {
    let parts = words(of: name)
    return ["deleted", "removed", "destroyed"].contains(parts.first ?? "")
  }
}
