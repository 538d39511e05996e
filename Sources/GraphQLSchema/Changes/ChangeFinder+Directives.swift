import GraphQLLanguage

extension ChangeFinder {
  /// Compares the definitions of directives, including built-in ones that a schema redefines.
  mutating func compareDirectives() {
    let difference = NamedDifference(old.directives, new.directives, name: \.name)
    for directive in difference.removed { note(.directiveRemoved, "\(directive.name) was removed.") }
    for directive in difference.added { note(.directiveAdded, "Directive @\(directive.name) was added.") }
    for (before, after) in difference.kept { compare(before, after) }
  }

  private mutating func compare(_ before: SchemaDirective, _ after: SchemaDirective) {
    let name = before.name
    let difference = NamedDifference(before.arguments, after.arguments, name: \.name)
    for argument in difference.added {
      if isRequired(argument) {
        note(.requiredDirectiveArgumentAdded, "A required arg \(argument.name) on directive \(name) was added.")
      } else {
        note(.optionalDirectiveArgumentAdded, "An optional argument @\(name)(\(argument.name):) was added.")
      }
    }
    for argument in difference.removed {
      note(.directiveArgumentRemoved, "\(argument.name) was removed from \(name).")
    }
    for (old, new) in difference.kept { compareArgument(old, new, of: name) }
    switch (before.isRepeatable, after.isRepeatable) {
    case (true, false): note(.directiveRepeatableRemoved, "Repeatable flag was removed from \(name).")
    case (false, true): note(.directiveRepeatableAdded, "Repeatable flag was added to @\(name).")
    case (true, true), (false, false): break
    }
    compareDescriptions(of: "@\(name)", before.description, after.description)
    for location in before.locations where !after.locations.contains(location) {
      note(.directiveLocationRemoved, "\(location.rawValue) was removed from \(name).")
    }
    for location in after.locations where !before.locations.contains(location) {
      note(.directiveLocationAdded, "\(location.rawValue) was added to @\(name).")
    }
  }

  private mutating func compareArgument(_ before: SchemaInputValue, _ after: SchemaInputValue, of directive: String) {
    let coordinate = "@\(directive)(\(before.name):)"
    if before.type.mayBecomeInput(after.type) {
      if before.type != after.type {
        let sentence = "Argument \(coordinate) has changed type from \(before.type) to \(after.type)."
        note(.argumentChangedKindSafely, sentence)
      }
      switch defaultChange(from: before, to: after) {
      case .removed: note(.directiveArgumentDefaultChanged, "\(coordinate) defaultValue was removed.")
      case .changed(let old, let new):
        note(.directiveArgumentDefaultChanged, "\(coordinate) has changed defaultValue from \(old) to \(new).")
      case .added(let value): note(.argumentDefaultAdded, "\(coordinate) added a defaultValue \(value).")
      case .rewritten(let old, let new): noteRewritten(coordinate, old, new)
      case .none: break
      }
      compareRequirement(coordinate, before, after, .requiredDirectiveArgumentDefaultRemoved)
    } else {
      let sentence = "Argument \(coordinate) has changed type from \(before.type) to \(after.type)."
      note(.directiveArgumentChangedKind, sentence)
    }
    compareTexts(of: coordinate, before, after)
  }
}
