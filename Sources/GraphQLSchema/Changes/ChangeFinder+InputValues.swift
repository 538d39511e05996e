import GraphQLLanguage

extension ChangeFinder {
  /// Compares the fields of an input object, and `@oneOf`.
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
      compareRequirement(coordinate, before, after, .requiredInputFieldDefaultRemoved)
    } else {
      note(.fieldChangedKind, "\(coordinate) changed type from \(before.type) to \(after.type).")
    }
    compareTexts(of: coordinate, before, after)
  }

  /// Compares everything but the type and default.
  mutating func compareTexts(of coordinate: String, _ before: SchemaInputValue, _ after: SchemaInputValue) {
    compareDescriptions(of: coordinate, before.description, after.description)
    compareDeprecations(of: coordinate, before.deprecationReason, after.deprecationReason)
    compareApplied(on: coordinate, before.appliedDirectives, after.appliedDirectives)
  }

  mutating func noteRewritten(_ coordinate: String, _ old: String, _ new: String) {
    note(.defaultRewritten, "The defaultValue of \(coordinate) is written \(new) now, not \(old), which is the same.")
  }

  /// Indicates whether a new value is required: it is non-null and has no valid default.
  func isRequired(_ added: SchemaInputValue) -> Bool { added.type.isNonNull && new.defaultValue(of: added) == nil }

  /// The change of a default.
  enum DefaultChange {
    case added(String)
    case removed
    case changed(String, String)
    /// A different literal with the same effect.
    case rewritten(String, String)
    case none
  }

  /// Compares the defaults that clients see in introspection. An invalid default has no such value and is compared as
  /// written, because a server may use it anyway.
  func defaultChange(from before: SchemaInputValue, to after: SchemaInputValue) -> DefaultChange {
    guard let oldValue = before.defaultValue?.sorted else {
      guard let newValue = after.defaultValue?.sorted else { return .none }
      return new.effectiveDefault(of: after).map { .added($0) } ?? .changed("nothing", newValue.printed())
    }
    guard let newValue = after.defaultValue?.sorted else { return .removed }
    let written = (oldValue.printed(), newValue.printed())
    let effective = (old.effectiveDefault(of: before), new.effectiveDefault(of: after))
    switch effective {
    case (let before?, let after?) where before == after:
      return oldValue == newValue ? .none : .rewritten(written.0, written.1)
    // The same literal is no longer valid: an enum lost a value.
    case (_?, nil) where oldValue == newValue: return .removed
    case (nil, _) where oldValue == newValue: return .none
    case (_, _): return .changed(effective.0 ?? written.0, effective.1 ?? written.1)
    }
  }

  /// Notes a value that became required: it is non-null and lost its valid default.
  mutating func compareRequirement(
    _ name: String, _ before: SchemaInputValue, _ after: SchemaInputValue, _ kind: SchemaChange.Kind
  ) {
    guard isRequired(after), let value = old.effectiveDefault(of: before) else { return }
    note(kind, "\(name) is required now: its default value \(value) was removed or is no longer valid.")
  }
}

extension Schema {
  /// Returns the default of an argument or input field as a text that is equal for equivalent defaults: coerced, with
  /// the defaults of input fields, sorted. Nil for no default or an invalid one.
  func effectiveDefault(of input: SchemaInputValue) -> String? { defaultLiteral(of: input)?.sorted.printed() }
}
