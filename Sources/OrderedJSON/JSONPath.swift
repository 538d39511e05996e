/// The path from a value to one inside it, through member names and element indices. Printed as
/// `data.country.languages[0].name`, with other names as `data["a b"]`, and as `(root)` for the value itself.
package struct JSONPath: Hashable, Sendable {
  package var steps: [Step]

  /// A step to a member or an element.
  package enum Step: Sendable {
    /// The member with this name; the last one if the name is repeated.
    case name(String)
    /// One of the members that share a name, from 0; printed from 1, as `name(2)`.
    case repeatedName(String, occurrence: Int)
    case index(Int)
  }

  /// The path to the value itself, or through the given steps.
  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  package func appending(_ step: Step) -> JSONPath {
    JSONPath(steps + [step])
  }
}

extension JSONPath.Step: Hashable {
  /// Names compare by their scalars, as everywhere in this module.
  package static func == (left: JSONPath.Step, right: JSONPath.Step) -> Bool {
    switch (left, right) {
    case (.name(let left), .name(let right)): left.hasSameScalars(as: right)
    case (.repeatedName(let left, let first), .repeatedName(let right, let second)):
      first == second && left.hasSameScalars(as: right)
    case (.index(let left), .index(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .name(let name): hasher.combine(name)
    case .repeatedName(let name, let occurrence):
      hasher.combine(name)
      hasher.combine(occurrence)
    case .index(let index): hasher.combine(index)
    }
  }
}

extension JSONPath: ExpressibleByArrayLiteral {
  package init(arrayLiteral steps: Step...) {
    self.init(steps)
  }
}

extension JSONPath.Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral name: String) {
    self = .name(name)
  }

  package init(integerLiteral index: Int) {
    self = .index(index)
  }
}

extension JSONPath: CustomStringConvertible {
  package var description: String {
    guard !steps.isEmpty else { return "(root)" }
    var bytes: [UInt8] = []
    for step in steps {
      switch step {
      case .name(let name): Self.append(name, to: &bytes)
      case .repeatedName(let name, let occurrence):
        Self.append(name, to: &bytes)
        bytes.append(contentsOf: "(\(occurrence + 1))".utf8)
      case .index(let index): bytes.append(contentsOf: "[\(index)]".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ name: String, to bytes: inout [UInt8]) {
    if name.isGraphQLName {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
      bytes.append(contentsOf: name.utf8)
    } else {
      bytes.append(UInt8(ascii: "["))
      JSON.appendString(name, to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
  }

}

extension JSON {
  package subscript(path path: JSONPath) -> JSON? {
    var value = self
    for step in path.steps {
      let next: JSON?
      switch step {
      case .name(let name): next = value[name]
      case .index(let index): next = value[index]
      case .repeatedName(let name, let occurrence): next = value.objectValue?.value(of: name, occurrence: occurrence)
      }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}
