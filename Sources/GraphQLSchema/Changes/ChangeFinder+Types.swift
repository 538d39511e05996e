import OrderedJSON

extension ChangeFinder {
  /// Compares all types, including referenced built-in scalars.
  mutating func compareTypes() {
    let difference = NamedDifference(old.allTypes, new.allTypes, name: \.name)
    for type in difference.removed {
      let reason =
        type.isBuiltInScalar ? "Standard scalar \(type.name) was removed because it is not referenced anymore." : nil
      note(.typeRemoved, reason ?? "\(type.name) was removed.")
    }
    for type in difference.added { note(.typeAdded, "\(type.name) was added.") }
    for (before, after) in difference.kept where !before.isBuiltIn { compare(before, after) }
  }

  private mutating func compare(_ before: SchemaType, _ after: SchemaType) {
    let name = before.name
    compareDescriptions(of: name, before.description, after.description)
    switch (before.kind, after.kind) {
    case (.enum, .enum): compareValues(of: name, before.values, after.values)
    case (.union, .union): compareMembers(of: name, before.memberNames, after.memberNames)
    case (.inputObject, .inputObject): compareInputFields(before, after)
    case (.object, .object), (.interface, .interface):
      compareFields(of: name, before.fields, after.fields)
      compareInterfaces(of: name, before.interfaceNames, after.interfaceNames)
    case (.scalar, .scalar): compareSpecifications(of: name, before.specifiedByURL, after.specifiedByURL)
    default:
      note(.typeChangedKind, "\(name) changed from \(before.kind.withArticle) to \(after.kind.withArticle).")
    }
    compareApplied(on: name, before.appliedDirectives, after.appliedDirectives)
  }

  private mutating func compareValues(of name: String, _ before: [SchemaEnumValue], _ after: [SchemaEnumValue]) {
    let difference = NamedDifference(before, after, name: \.name)
    for value in difference.added { note(.valueAddedToEnum, "\(value.name) was added to enum type \(name).") }
    for value in difference.removed {
      note(.valueRemovedFromEnum, "\(value.name) was removed from enum type \(name).")
    }
    for (before, after) in difference.kept {
      let coordinate = "\(name).\(before.name)"
      compareDescriptions(of: coordinate, before.description, after.description)
      compareDeprecations(of: coordinate, before.deprecationReason, after.deprecationReason)
      compareApplied(on: coordinate, before.appliedDirectives, after.appliedDirectives)
    }
  }

  private mutating func compareMembers(of name: String, _ before: [String], _ after: [String]) {
    let difference = NamedDifference(before, after, name: \.self)
    for member in difference.added { note(.typeAddedToUnion, "\(member) was added to union type \(name).") }
    for member in difference.removed { note(.typeRemovedFromUnion, "\(member) was removed from union type \(name).") }
  }

  private mutating func compareInterfaces(of name: String, _ before: [String], _ after: [String]) {
    let difference = NamedDifference(before, after, name: \.self)
    for interface in difference.added {
      note(.implementedInterfaceAdded, "\(interface) added to interfaces implemented by \(name).")
    }
    for interface in difference.removed {
      note(.implementedInterfaceRemoved, "\(name) no longer implements interface \(interface).")
    }
  }

  private mutating func compareSpecifications(of name: String, _ before: String?, _ after: String?) {
    switch (before, after) {
    case (nil, nil): return
    case (_?, nil): note(.specifiedByChanged, "\(name) no longer says where it is specified.")
    case (let before, let after?):
      if let before, before.hasSameScalars(as: after) { return }
      note(.specifiedByChanged, "\(name) is specified by \(after) now.")
    }
  }
}

extension TypeKind {
  /// The kind in graphql-js's messages about changes.
  fileprivate var withArticle: String {
    switch self {
    case .scalar: "a Scalar type"
    case .object: "an Object type"
    case .interface: "an Interface type"
    case .union: "a Union type"
    case .enum: "an Enum type"
    case .inputObject: "an Input type"
    }
  }
}
