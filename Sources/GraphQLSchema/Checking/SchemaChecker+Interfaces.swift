extension SchemaChecker {
  /// Checks that a type implements its interfaces (section 3.6 "Type Validation").
  mutating func checkInterfaces(of type: SchemaType) {
    var seen: Set<String> = []
    implemented.begin(type)
    for name in type.interfaceNames {
      guard let interface = schema.type(named: name) else { continue }
      let element = SchemaElement.implements(type: type.name, interface: name)
      guard interface.kind == .interface else {
        report("Type \(type.name) must only implement Interface types, it cannot implement \(name).", at: element)
        continue
      }
      if name == type.name {
        report(
          "Type \(type.name) cannot implement itself because it would create a circular reference.", at: element)
        continue
      }
      guard seen.insert(name).inserted else {
        report("Type \(type.name) can only implement \(name) once.", at: element)
        continue
      }
      checkAncestors(of: type, interface)
      checkFields(of: type, against: interface)
    }
  }

  /// Checks that a type also declares the interfaces of its interfaces.
  private mutating func checkAncestors(of type: SchemaType, _ interface: SchemaType) {
    for transitive in implemented.missing(of: interface) {
      guard schema.type(named: transitive) != nil else { continue }
      let message =
        transitive == type.name
        ? "Type \(type.name) cannot implement \(interface.name) because it would create a circular reference."
        : "Type \(type.name) must implement \(transitive) because it is implemented by \(interface.name)."
      report(
        message, at: .implements(type: interface.name, interface: transitive),
        .implements(type: type.name, interface: interface.name))
    }
  }

  private mutating func checkFields(of type: SchemaType, against interface: SchemaType) {
    for promised in interface.fields {
      let promise = SchemaElement.FieldName(interface.name, promised.name)
      let name = SchemaElement.FieldName(type.name, promised.name)
      guard let field = type.field(named: promised.name) else {
        report(
          "Interface field \(promise) expected but \(type.name) does not provide it.", at: .field(promise),
          .type(type.name))
        continue
      }
      if !schema.isSubtype(field.type, of: promised.type) {
        report(
          "Interface field \(promise) expects type \(promised.type) but \(name) is type \(field.type).",
          at: .field(promise, .type), .field(name, .type))
      }
      checkArguments(of: field, name, against: promised, promise)
    }
  }

  private mutating func checkArguments(
    of field: SchemaField, _ name: SchemaElement.FieldName, against promised: SchemaField,
    _ promise: SchemaElement.FieldName
  ) {
    for expected in promised.arguments {
      guard let argument = field.argument(named: expected.name) else {
        report(
          "Interface field argument \(promise)(\(expected.name):) expected but \(name) does not provide it.",
          at: .argument(promise, expected.name), .field(name))
        continue
      }
      if argument.type != expected.type {
        report(
          "Interface field argument \(promise)(\(expected.name):) expects type \(expected.type) "
            + "but \(name)(\(expected.name):) is type \(argument.type).",
          at: .argument(promise, expected.name, .type), .argument(name, expected.name, .type))
      }
    }
    for argument in field.arguments where argument.isRequired && promised.argument(named: argument.name) == nil {
      report(
        "Object field \(name) includes required argument \(argument.name) that is missing from the Interface field "
          + "\(promise).",
        at: .argument(name, argument.name), .field(promise))
    }
  }
}

/// Finds the interfaces that a type must also declare.
///
/// With many interfaces this dominates a check, so names are numbered and only numbers are compared.
struct ImplementedInterfaces {
  private var numbers: [String: Int] = [:]
  /// The numbers of the interfaces that each interface implements, in order.
  private var lists: [String: [Int]] = [:]
  /// The last type that implements each interface, by number.
  private var lastType: [Int] = []
  private var currentType = 0

  mutating func begin(_ type: SchemaType) {
    currentType += 1
    for name in type.interfaceNames { lastType[number(of: name)] = currentType }
  }

  /// Returns the interfaces that an interface implements and the current type does not, in order.
  mutating func missing(of interface: SchemaType) -> [String] {
    let list = numbers(of: interface)
    var missing: [String] = []
    for (index, number) in list.enumerated() where lastType[number] != currentType {
      missing.append(interface.interfaceNames[index])
    }
    return missing
  }

  private mutating func numbers(of interface: SchemaType) -> [Int] {
    if let known = lists[interface.name] { return known }
    let list = interface.interfaceNames.map { number(of: $0) }
    lists[interface.name] = list
    return list
  }

  private mutating func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = lastType.count
    lastType.append(0)
    return lastType.count - 1
  }
}
