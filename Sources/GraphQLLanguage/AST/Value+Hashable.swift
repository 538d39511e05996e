extension StringValue {
  /// Compares code points, as servers do. Swift's `==` also matches canonically equivalent strings.
  package static func == (left: StringValue, right: StringValue) -> Bool {
    left.isBlock == right.isBlock && left.value.utf8.elementsEqual(right.value.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(isBlock)
    for byte in value.utf8 { hasher.combine(byte) }
  }
}

extension Value {
  /// Compares the literals. Uses a stack of its own, so that nesting costs no calls.
  package static func == (left: Value, right: Value) -> Bool {
    var pending: [(Value, Value)] = []
    var next: (Value, Value)? = (left, right)
    while let (left, right) = next {
      switch (left, right) {
      case (.list(let left, _), .list(let right, _)):
        guard left.count == right.count else { return false }
        pending.append(contentsOf: zip(left, right))
      case (.object(let left, _), .object(let right, _)):
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) {
          guard left.name == right.name else { return false }
          pending.append((left.value, right.value))
        }
      default:
        guard isSameSimpleValue(left, right) else { return false }
      }
      next = pending.popLast()
    }
    return true
  }

  private static func isSameSimpleValue(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.variable(let left), .variable(let right)), (.enum(let left), .enum(let right)): left == right
    case (.int(let left, _), .int(let right, _)), (.float(let left, _), .float(let right, _)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.boolean(let left, _), .boolean(let right, _)): left == right
    case (.null, .null): true
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    var pending = [self]
    while let value = pending.popLast() {
      switch value {
      case .variable(let name): Self.combine(0, name, &hasher)
      case .int(let digits, _): Self.combine(1, digits, &hasher)
      case .float(let digits, _): Self.combine(2, digits, &hasher)
      case .string(let string): Self.combine(3, string, &hasher)
      case .boolean(let isTrue, _): Self.combine(4, isTrue, &hasher)
      case .null: hasher.combine(5)
      case .enum(let name): Self.combine(6, name, &hasher)
      case .list(let values, _):
        Self.combine(7, values.count, &hasher)
        pending.append(contentsOf: values)
      case .object(let fields, _):
        Self.combine(8, fields.count, &hasher)
        for field in fields {
          hasher.combine(field.name)
          pending.append(field.value)
        }
      }
    }
  }

  private static func combine(_ kind: Int, _ value: some Hashable, _ hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(value)
  }
}
