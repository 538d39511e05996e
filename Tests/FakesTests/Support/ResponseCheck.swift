import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Checks that a response's data is what a schema promises for an operation: the keys that were asked for in their
/// order, types, nullability, members of enums, lists where there are lists. Written apart from the executor, so that
/// the two do not share a mistake.
struct ResponseCheck {
  let schema: Schema
  private(set) var problems: [String] = []
  /// What was seen of objects with a key: `Country CA name` and the value there. Pages of lists are left out.
  private(set) var facts: [String: JSON] = [:]

  private let keepsFacts: Bool

  init(_ schema: Schema, keepsFacts: Bool = true) {
    self.schema = schema
    self.keepsFacts = keepsFacts
  }

  mutating func check(_ data: JSON?, of document: Document) {
    for case .operation(let operation) in document.definitions {
      guard let root = schema.rootType(of: operation.kind), let data else {
        problems.append("no data")
        return
      }
      object(data, root, [operation.selectionSet], "")
    }
  }

  private mutating func object(_ json: JSON, _ type: SchemaType, _ selections: [SelectionSet], _ path: String) {
    guard case .object(let object) = json else {
      problems.append("\(path): no object: \(json)")
      return
    }
    var concrete = type
    if case .string(let name)? = object.members.first(where: { $0.name == "__typename" })?.value {
      guard let named = schema.type(named: name), schema.possibleTypes(of: type).contains(where: { $0.name == name })
      else {
        problems.append("\(path): \(name) is no \(type.name)")
        return
      }
      concrete = named
    }
    var expected: [(key: String, fields: [Field])] = []
    for selection in selections { collect(selection, concrete, &expected) }
    if object.members.map(\.name) != expected.map(\.key) {
      problems.append("\(path): keys \(object.members.map(\.name)), not \(expected.map(\.key))")
      return
    }
    for (member, entry) in zip(object.members, expected) {
      guard let field = entry.fields.first, let definition = schema.field(named: field.name.text, of: concrete) else {
        problems.append("\(path): no field \(entry.key)")
        continue
      }
      value(member.value, definition.type, entry.fields.compactMap(\.selectionSet), "\(path)/\(entry.key)")
      note(object, concrete, field, member.value, definition)
    }
  }

  private func collect(_ selection: SelectionSet, _ type: SchemaType, _ found: inout [(key: String, fields: [Field])]) {
    for part in selection.selections {
      switch part {
      case .field(let field):
        if let index = found.firstIndex(where: { $0.key == field.responseKey }) {
          found[index].fields.append(field)
        } else {
          found.append((field.responseKey, [field]))
        }
      case .inlineFragment(let fragment):
        let condition = fragment.typeCondition?.name.text ?? type.name
        if condition == type.name || schema.isSubtype(type.name, of: condition) {
          collect(fragment.selectionSet, type, &found)
        }
      case .fragmentSpread: break
      }
    }
  }

  private mutating func value(_ json: JSON, _ type: TypeRef, _ selections: [SelectionSet], _ path: String) {
    switch type {
    case .nonNull(let inner):
      if json == .null { problems.append("\(path): null for \(type)") } else { value(json, inner, selections, path) }
    case .list(let item):
      if json == .null { return }
      guard case .array(let items) = json else {
        problems.append("\(path): no list: \(json)")
        return
      }
      for (index, element) in items.enumerated() { value(element, item, selections, "\(path)/\(index)") }
    case .named(let name):
      if json == .null { return }
      guard let named = schema.type(named: name) else { return }
      if named.isComposite { return object(json, named, selections, path) }
      if !isLeaf(json, named) { problems.append("\(path): \(json) is no \(name)") }
    }
  }

  private func isLeaf(_ json: JSON, _ type: SchemaType) -> Bool {
    switch (type.name, json) {
    case ("Int", .number(let number)): return Int32(number.text) != nil
    case ("Float", .number), ("String", .string), ("ID", .string), ("Boolean", .bool): return true
    case ("Int", _), ("Float", _), ("String", _), ("ID", _), ("Boolean", _): return false
    case (_, .string(let text)) where type.kind == .enum: return type.value(named: text) != nil
    default: return type.kind == .scalar
    }
  }

  /// Keeps what a field of an object with a key was; an object below it by its own key, a list by its items'.
  private mutating func note(
    _ object: JSONObject, _ type: SchemaType, _ field: Field, _ value: JSON, _ definition: SchemaField
  ) {
    guard keepsFacts, let key = Self.key(object, type), field.name.text != "__typename" else { return }
    let windows = ["first", "last", "limit", "skip", "after", "pageSize", "size"]
    let arguments = field.arguments.filter { !windows.contains($0.name.text) }
    if arguments.count < field.arguments.count, definition.type.isList { return }
    let text = arguments.map { "\($0.name.text): \($0.value.printed())" }.joined(separator: ", ")
    guard let short = Self.short(value) else { return }
    let name = "\(type.name) \(key) \(field.name.text)(\(text))"
    if let known = facts[name], known != short {
      problems.append("\(name) is \(known.compactText) and \(short.compactText)")
    }
    facts[name] = short
  }

  /// Takes over the facts of another response and reports where the two disagree.
  mutating func compare(with other: ResponseCheck) {
    for (name, value) in other.facts {
      if let known = facts[name], known != value {
        problems.append("\(name) is \(known.compactText) and \(value.compactText)")
      }
      facts[name] = value
    }
  }

  private static func key(_ object: JSONObject, _ type: SchemaType? = nil) -> String? {
    for name in ["id", "code", "uuid", "slug"] {
      // A code that may be null tells nobody apart.
      if let field = type?.field(named: name), name != "id", !field.type.isNonNull { continue }
      if let value = object.members.first(where: { $0.name == name })?.value, value != .null {
        return value.compactText
      }
    }
    return nil
  }

  private static func short(_ value: JSON) -> JSON? {
    switch value {
    case .object(let object) where object.members.first?.name == "__typename": return key(object).map { .string($0) }
    case .array(let items):
      let short = items.compactMap { Self.short($0) }
      return short.count == items.count ? .array(short) : nil
    default: return value
    }
  }
}
