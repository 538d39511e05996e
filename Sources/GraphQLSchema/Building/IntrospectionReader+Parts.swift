import OrderedJSON

extension IntrospectionReader {
  /// A member that must be a string.
  mutating func required(_ key: String, of object: JSONObject, _ path: String) -> String? {
    if let text = object[key]?.stringValue { return text }
    report("\"\(key)\" is missing at \(path). The introspection query has to ask for it.")
    return nil
  }

  /// The objects of a list, each with its path; none for a list that is absent or null.
  mutating func objects(_ json: JSON?, _ path: String) -> [(JSONObject, String)] {
    guard let json, !json.isNull else { return [] }
    guard let items = json.arrayValue else {
      report("Expected a list at \(path), found \(json.kindDescription).")
      return []
    }
    var objects: [(JSONObject, String)] = []
    for (index, item) in items.enumerated() {
      guard let object = item.objectValue else {
        report("Expected an object at \(path)[\(index)], found \(item.kindDescription).")
        continue
      }
      objects.append((object, "\(path)[\(index)]"))
    }
    return objects
  }

  /// The names of the types in a list.
  mutating func names(_ json: JSON?, _ path: String) -> [String] {
    objects(json, path).compactMap { required("name", of: $0, $1) }
  }

  /// A type, whose lists and non-nulls stand in `ofType`.
  mutating func reference(_ json: JSON?, _ path: String) -> TypeRef? {
    var wrappers: [String] = []
    var current = json
    while let object = current?.objectValue, let kind = object["kind"]?.stringValue {
      if kind == "LIST" || kind == "NON_NULL" {
        wrappers.append(kind)
        current = object["ofType"]
        continue
      }
      guard let name = required("name", of: object, path) else { return nil }
      return wrappers.reversed().reduce(.named(name)) { $1 == "LIST" ? .list($0) : .nonNull($0) }
    }
    let reason = wrappers.isEmpty ? "" : " Its lists nest deeper than the introspection query asked for \"ofType\"."
    report("There is no type at \(path).\(reason)")
    return nil
  }

  /// Notes types that are referred to and absent.
  mutating func checkReferences(_ types: [SchemaType], _ path: String) {
    let known = Set(types.map(\.name)).union(SchemaType.builtInByName.keys)
    for type in types {
      for name in type.referredNames where !known.contains(name) {
        report("Type \"\(type.name)\" refers to the type \"\(name)\", which is not in \(path).")
      }
    }
  }
}
