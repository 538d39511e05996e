extension ChangeFinder {
  /// Compares the fields of an object or interface.
  mutating func compareFields(of type: String, _ before: [SchemaField], _ after: [SchemaField]) {
    let difference = NamedDifference(before, after, name: \.name)
    for field in difference.removed { note(.fieldRemoved, "\(type).\(field.name) was removed.") }
    for (before, after) in difference.kept { compare(before, after, of: type) }
    for field in difference.added { note(.fieldAdded, "Field \(type).\(field.name) was added.") }
  }

  private mutating func compare(_ before: SchemaField, _ after: SchemaField, of type: String) {
    let coordinate = "\(type).\(before.name)"
    compareArguments(of: coordinate, before.arguments, after.arguments)
    if before.type != after.type {
      if before.type.mayBecomeOutput(after.type) {
        note(.fieldChangedKindSafely, "Field \(coordinate) changed type from \(before.type) to \(after.type).")
      } else {
        note(.fieldChangedKind, "\(coordinate) changed type from \(before.type) to \(after.type).")
      }
    }
    compareDescriptions(of: coordinate, before.description, after.description)
    compareDeprecations(of: coordinate, before.deprecationReason, after.deprecationReason)
    compareApplied(on: coordinate, before.appliedDirectives, after.appliedDirectives)
  }

  private mutating func compareArguments(
    of field: String, _ before: [SchemaInputValue], _ after: [SchemaInputValue]
  ) {
    if before.isEmpty, after.isEmpty { return }
    let difference = NamedDifference(before, after, name: \.name)
    for argument in difference.removed { note(.argumentRemoved, "\(field) arg \(argument.name) was removed.") }
    for (before, after) in difference.kept { compareArgument(before, after, of: field) }
    for argument in difference.added {
      if isRequired(argument) {
        note(.requiredArgumentAdded, "A required arg \(argument.name) on \(field) was added.")
      } else {
        note(.optionalArgumentAdded, "An optional arg \(argument.name) on \(field) was added.")
      }
    }
  }

  private mutating func compareArgument(_ before: SchemaInputValue, _ after: SchemaInputValue, of field: String) {
    let name = "\(field) arg \(before.name)"
    let coordinate = "\(field)(\(before.name):)"
    if before.type.mayBecomeInput(after.type) {
      if before.type != after.type {
        let sentence = "Argument \(coordinate) has changed type from \(before.type) to \(after.type)."
        note(.argumentChangedKindSafely, sentence)
      }
      switch defaultChange(from: before, to: after) {
      case .removed: note(.argumentDefaultChanged, "\(name) defaultValue was removed.")
      case .changed(let old, let new):
        note(.argumentDefaultChanged, "\(name) has changed defaultValue from \(old) to \(new).")
      case .added(let value): note(.argumentDefaultAdded, "\(coordinate) added a defaultValue \(value).")
      case .rewritten(let old, let new): noteRewritten(coordinate, old, new)
      case .none: break
      }
      compareRequirement(name, before, after, .requiredArgumentDefaultRemoved)
    } else {
      note(.argumentChangedKind, "\(name) has changed type from \(before.type) to \(after.type).")
    }
    compareTexts(of: coordinate, before, after)
  }
}

extension TypeRef {
  /// Indicates whether a field's type may change to another without breaking clients: a non-null type may not become
  /// nullable, a list stays a list, and the named type stays the same.
  func mayBecomeOutput(_ other: TypeRef) -> Bool {
    switch (self, other) {
    case (.nonNull(let old), .nonNull(let new)): old.mayBecomeOutput(new)
    case (.nonNull, _): false
    case (_, .nonNull(let new)): mayBecomeOutput(new)
    case (.list(let old), .list(let new)): old.mayBecomeOutput(new)
    case (.named(let old), .named(let new)): old == new
    case (.list, .named), (.named, .list): false
    }
  }

  /// Indicates whether an input's type may change to another without breaking clients: only to nullable.
  func mayBecomeInput(_ other: TypeRef) -> Bool {
    switch (self, other) {
    case (.nonNull(let old), .nonNull(let new)): old.mayBecomeInput(new)
    case (.nonNull(let old), _): old.mayBecomeInput(other)
    case (_, .nonNull): false
    case (.list(let old), .list(let new)): old.mayBecomeInput(new)
    case (.named(let old), .named(let new)): old == new
    case (.list, .named), (.named, .list): false
    }
  }
}
