import OrderedJSON

extension IntrospectionReader {
  /// Reads a required string; `name` must also be a valid name.
  mutating func required(_ key: String, of object: JSONObject, _ path: String) -> String? {
    if let text = object[key]?.stringValue {
      if key != "name" || text.isGraphQLName { return text }
      report("\(JSON.string(text).compactText) at \(path).name is not a GraphQL name: expected letters, digits and _.")
      return nil
    }
    report("\"\(key)\" is missing at \(path). The introspection query has to ask for it.")
    return nil
  }

  /// Reads the objects of a list with their paths; none if the list is absent or null.
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

  mutating func names(_ json: JSON?, _ path: String) -> [String] {
    objects(json, path).compactMap { required("name", of: $0, $1) }
  }

  /// Reads a type with the list and non-null wrappers in `ofType`.
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

  /// Reads the objects of a list, keeping the first of each name. `called` describes an object in messages.
  mutating func objects(
    _ json: JSON?, _ path: String, once called: (String) -> String
  ) -> [(JSONObject, String)] {
    var firsts: [String: String] = [:]
    var kept: [(JSONObject, String)] = []
    for (object, path) in objects(json, path) {
      if let name = object["name"]?.stringValue {
        if let first = firsts[name] {
          warn("The \(called(name)) is there twice, at \(first) and \(path). The first counts.")
          continue
        }
        firsts[name] = path
      }
      kept.append((object, path))
    }
    return kept
  }
}
