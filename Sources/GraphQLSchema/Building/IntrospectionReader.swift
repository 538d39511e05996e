import GraphQLLanguage
import OrderedJSON

/// Reads an introspection result. Records problems and goes on, to report all of them at once.
struct IntrospectionReader {
  let name: String
  private(set) var findings: [SchemaFinding] = []
  /// True if the schema lacks something that could not be read.
  private(set) var leftSomethingOut = false

  init(name: String) { self.name = name }

  /// Reads the schema under `__schema`.
  mutating func schema(_ root: IntrospectionRoot) -> Schema {
    let types = objects(root.object["types"], root.path("types"), once: { "type \"\($0)\"" })
      .compactMap { type($0, $1) }
    let directives = objects(root.object["directives"], root.path("directives"), once: { "directive \"@\($0)\"" })
      .compactMap { directive($0, $1) }
    let schema = Schema(
      description: text(root.object["description"]), queryTypeName: rootName("queryType", root),
      mutationTypeName: rootName("mutationType", root), subscriptionTypeName: rootName("subscriptionType", root),
      types: types, directives: directives,
      listedDirectiveNames: root.object["directives"]?.arrayValue.map { Set($0.compactMap { $0["name"]?.stringValue }) }
    )
    checkReferences(of: schema, root)
    return schema
  }

  private mutating func type(_ object: JSONObject, _ path: String) -> SchemaType? {
    guard let name = required("name", of: object, path), let kindName = required("kind", of: object, path) else {
      return nil
    }
    guard let kind = TypeKind(rawValue: kindName) else {
      let kinds = TypeKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      report("Type \"\(name)\" has the unknown kind \"\(kindName)\" at \(path). The kinds are \(kinds).")
      return nil
    }
    if let builtIn = SchemaType.builtInByName[name] { return builtIn }
    return SchemaType(
      name: name, kind: kind, description: text(object["description"]),
      fields: fields(object["fields"], "\(path).fields", of: name),
      interfaceNames: names(object["interfaces"], "\(path).interfaces"),
      memberNames: kind == .union ? names(object["possibleTypes"], "\(path).possibleTypes") : [],
      values: values(object["enumValues"], "\(path).enumValues", of: name),
      inputFields: inputs(object["inputFields"], "\(path).inputFields") { "field \"\(name).\($0)\"" },
      isOneOf: object["isOneOf"]?.boolValue ?? false,
      // Servers before the October 2021 specification write `specifiedByUrl`.
      specifiedByURL: text(object["specifiedByURL"] ?? object["specifiedByUrl"]))
  }

  private mutating func fields(_ json: JSON?, _ path: String, of owner: String) -> [SchemaField] {
    var fields: [SchemaField] = []
    for (object, path) in objects(json, path, once: { "field \"\(owner).\($0)\"" }) {
      guard let name = required("name", of: object, path), let type = reference(object["type"], "\(path).type") else {
        continue
      }
      fields.append(
        SchemaField(
          name: name, description: text(object["description"]),
          arguments: inputs(object["args"], "\(path).args") { "argument \"\(owner).\(name)(\($0):)\"" }, type: type,
          deprecationReason: deprecation(of: object)))
    }
    return fields
  }

  private mutating func inputs(
    _ json: JSON?, _ path: String, called: (String) -> String
  ) -> [SchemaInputValue] {
    var inputs: [SchemaInputValue] = []
    for (object, path) in objects(json, path, once: called) {
      guard let name = required("name", of: object, path), let type = reference(object["type"], "\(path).type") else {
        continue
      }
      inputs.append(
        SchemaInputValue(
          name: name, description: text(object["description"]), type: type,
          defaultValue: literal(object["defaultValue"], "\(path).defaultValue"),
          deprecationReason: deprecation(of: object)))
    }
    return inputs
  }

  private mutating func values(_ json: JSON?, _ path: String, of owner: String) -> [SchemaEnumValue] {
    objects(json, path, once: { "enum value \"\(owner).\($0)\"" }).compactMap { object, path in
      required("name", of: object, path).map { name in
        SchemaEnumValue(
          name: name, description: text(object["description"]), deprecationReason: deprecation(of: object))
      }
    }
  }

  /// Returns nil for a built-in directive: its own definition is newer than those of old servers.
  private mutating func directive(_ object: JSONObject, _ path: String) -> SchemaDirective? {
    guard let name = required("name", of: object, path) else { return nil }
    if SchemaDirective.builtIn.contains(where: { $0.name == name }) { return nil }
    var locations = (object["locations"]?.arrayValue ?? []).compactMap(\.stringValue)
    // Servers before the 2016 specification use three flags instead.
    if object["onOperation"]?.boolValue == true { locations += ["QUERY", "MUTATION", "SUBSCRIPTION"] }
    if object["onFragment"]?.boolValue == true {
      locations += ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
    }
    if object["onField"]?.boolValue == true { locations.append("FIELD") }
    return SchemaDirective(
      name: name, description: text(object["description"]),
      arguments: inputs(object["args"], "\(path).args") { "argument \"@\(name)(\($0):)\"" },
      isRepeatable: object["isRepeatable"]?.boolValue ?? false,
      locations: locations.compactMap(DirectiveLocation.init(rawValue:)))
  }

  private mutating func literal(_ json: JSON?, _ path: String) -> Value? {
    guard let json, !json.isNull else { return nil }
    guard let text = json.stringValue else {
      warn("Expected a string at \(path), found \(json.kindDescription). The default value is ignored.")
      return nil
    }
    do throws(SyntaxError) {
      return try parseConstValue(SourceText(text, name: "\(name) \(path)"), limits: .schema)
    } catch {
      report("\(error.message) It is the default value at \(path): \(text)")
      return nil
    }
  }

  private func deprecation(of object: JSONObject) -> String? {
    guard object["isDeprecated"]?.boolValue == true else { return nil }
    return text(object["deprecationReason"]) ?? SchemaDirective.defaultDeprecationReason
  }

  private mutating func rootName(_ key: String, _ root: IntrospectionRoot) -> String? {
    guard let type = root.object[key], !type.isNull else { return nil }
    guard let object = type.objectValue else {
      report("Expected an object at \(root.path(key)), found \(type.kindDescription).")
      return nil
    }
    return required("name", of: object, root.path(key))
  }

  private func text(_ json: JSON?) -> String? { json?.stringValue }

  /// Records an error. With `leavesOut`, the schema lacks its subject.
  mutating func report(_ message: String, leavesOut: Bool = true) {
    findings.append(SchemaFinding(SchemaProblem("\(name): \(message)"), check: .introspection))
    if leavesOut { leftSomethingOut = true }
  }

  mutating func warn(_ message: String) {
    findings.append(SchemaFinding(SchemaProblem("\(name): \(message)"), check: .introspection, isWarning: true))
  }
}
