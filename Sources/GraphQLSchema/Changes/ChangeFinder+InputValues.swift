import GraphQLLanguage

extension ChangeFinder {
  /// The fields of an input object, and whether exactly one of them must be given.
  mutating func compareInputFields(_ before: SchemaType, _ after: SchemaType) {
    let difference = NamedDifference(before.inputFields, after.inputFields, name: \.name)
    for field in difference.added {
      if isRequired(field) {
        note(.requiredInputFieldAdded, "A required field \(field.name) on input type \(before.name) was added.")
      } else {
        note(.optionalInputFieldAdded, "An optional field \(field.name) on input type \(before.name) was added.")
      }
    }
    for field in difference.removed { note(.fieldRemoved, "\(before.name).\(field.name) was removed.") }
    for (old, new) in difference.kept { compareInputField(old, new, of: before.name) }
    switch (before.isOneOf, after.isOneOf) {
    case (false, true): note(.oneOfAdded, "Exactly one field of \(before.name) must be given now.")
    case (true, false): note(.oneOfRemoved, "Any fields of \(before.name) may be given now, not exactly one.")
    case (false, false), (true, true): break
    }
  }

  private mutating func compareInputField(_ before: SchemaInputValue, _ after: SchemaInputValue, of type: String) {
    let coordinate = "\(type).\(before.name)"
    if before.type.mayBecomeInput(after.type) {
      if before.type != after.type {
        let sentence = "Field \(coordinate) changed type from \(before.type) to \(after.type)."
        note(.fieldChangedKindSafely, sentence)
      }
      switch defaultChange(from: before, to: after) {
      case .removed: note(.inputFieldDefaultChanged, "\(coordinate) defaultValue was removed.")
      case .changed(let old, let new):
        note(.inputFieldDefaultChanged, "\(coordinate) has changed defaultValue from \(old) to \(new).")
      case .added(let value): note(.inputFieldDefaultAdded, "\(coordinate) added a defaultValue \(value).")
      case .rewritten(let old, let new): noteRewritten(coordinate, old, new)
      case .none: break
      }
    } else {
      note(.fieldChangedKind, "\(coordinate) changed type from \(before.type) to \(after.type).")
    }
    compareTexts(of: coordinate, before, after)
  }

  /// What an argument or input field says besides its type and default.
  mutating func compareTexts(of coordinate: String, _ before: SchemaInputValue, _ after: SchemaInputValue) {
    compareDescriptions(of: coordinate, before.description, after.description)
    compareDeprecations(of: coordinate, before.deprecationReason, after.deprecationReason)
    compareApplied(on: coordinate, before.appliedDirectives, after.appliedDirectives)
  }

  mutating func noteRewritten(_ coordinate: String, _ old: String, _ new: String) {
    note(.defaultRewritten, "The defaultValue of \(coordinate) is written \(new) now, not \(old), which is the same.")
  }

  /// Whether something new must be given: it may not be null, and has no default that fits.
  func isRequired(_ added: SchemaInputValue) -> Bool { added.type.isNonNull && new.defaultValue(of: added) == nil }

  /// How a default changed.
  enum DefaultChange {
    case added(String)
    case removed
    case changed(String, String)
    /// Another literal for what has the same effect.
    case rewritten(String, String)
    case none
  }

  /// Compares the values that clients see, as introspection shows them: a default that does not fit its type is none.
  func defaultChange(from before: SchemaInputValue, to after: SchemaInputValue) -> DefaultChange {
    switch (old.effectiveDefault(of: before), new.effectiveDefault(of: after)) {
    case (let before?, let after?) where before != after: .changed(before, after)
    case (nil, let after?): .added(after)
    case (_?, nil): .removed
    case (_, _): Self.rewriting(before.defaultValue, after.defaultValue)
    }
  }

  private static func rewriting(_ before: Value?, _ after: Value?) -> DefaultChange {
    let before = before?.sorted
    let after = after?.sorted
    return before == after ? .none : .rewritten(before?.printed() ?? "not at all", after?.printed() ?? "not at all")
  }
}
