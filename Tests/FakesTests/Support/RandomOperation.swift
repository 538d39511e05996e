import GraphQLLanguage
import GraphQLSchema

/// Makes valid operations for a schema. Every object's `__typename` and key are asked for, so that answers can be
/// compared with each other.
struct RandomOperation {
  let schema: Schema
  private var state: UInt64
  private var aliases = 0

  init(_ schema: Schema, seed: UInt64) {
    self.schema = schema
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 7
  }

  mutating func query(depth: Int = 3) -> String {
    schema.rootType(of: .query).map { selection($0, depth: depth, isInFragment: false) } ?? ""
  }

  mutating func mutation() -> String? {
    schema.rootType(of: .mutation).map { "mutation \(selection($0, depth: 3, isInFragment: false))" }
  }

  private mutating func selection(_ type: SchemaType, depth: Int, isInFragment: Bool) -> String {
    var parts = ["__typename"]
    for key in ["id", "code", "uuid", "slug"] where type.field(named: key)?.arguments.isEmpty == true {
      parts.append(key)
    }
    let fields = type.fields.filter { field in
      depth > 0 || schema.type(of: field.type)?.isLeaf == true
    }
    if !fields.isEmpty {
      for _ in 0..<(1 + below(4)) { parts.append(field(fields[below(fields.count)], depth: depth, isInFragment)) }
    }
    if type.isAbstract, depth > 0 {
      for possible in schema.possibleTypes(of: type) where below(2) == 0 {
        parts.append("... on \(possible.name) \(selection(possible, depth: depth - 1, isInFragment: true))")
      }
    }
    return "{ \(parts.joined(separator: " ")) }"
  }

  private mutating func field(_ field: SchemaField, depth: Int, _ isInFragment: Bool) -> String {
    var arguments: [String] = []
    for argument in field.arguments where argument.isRequired || below(5) < 2 {
      arguments.append("\(argument.name): \(value(argument.type, depth: 2))")
    }
    var text = field.name
    if isInFragment || !arguments.isEmpty || below(4) == 0 {
      aliases += 1
      text = "a\(aliases): \(text)"
    }
    if !arguments.isEmpty { text += "(\(arguments.joined(separator: ", ")))" }
    guard let type = schema.type(of: field.type), type.isComposite else { return text }
    return "\(text) \(selection(type, depth: depth - 1, isInFragment: isInFragment))"
  }

  private mutating func value(_ type: TypeRef, depth: Int) -> String {
    switch type {
    case .nonNull(let inner): return value(inner, depth: depth)
    case .list(let item):
      return "[\((0..<(1 + below(3))).map { _ in value(item, depth: depth) }.joined(separator: ", "))]"
    case .named(let name):
      guard let named = schema.type(named: name) else { return "null" }
      switch named.kind {
      case .enum: return named.values[below(named.values.count)].name
      case .inputObject:
        let fields = named.inputFields.filter { $0.isRequired || (depth > 0 && below(2) == 0) }.map {
          "\($0.name): \(value($0.type, depth: depth - 1))"
        }
        return "{\(fields.joined(separator: ", "))}"
      default: break
      }
      switch name {
      case "Int": return "\(below(12))"
      case "Float": return "\(below(100)).5"
      case "Boolean": return below(2) == 0 ? "true" : "false"
      case "ID": return ["\"CA\"", "\"en\"", "\"1\"", "3", "\"EU\"", "\"x\(below(5))\""][below(6)]
      default: return ["\"a\"", "\"Zoë\"", "\"b \(below(9))\""][below(3)]
      }
    }
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }
}
