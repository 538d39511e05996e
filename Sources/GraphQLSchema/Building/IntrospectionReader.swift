import GraphQLLanguage
import OrderedJSON

/// Reads the JSON that introspection answers with. Notes what is wrong and goes on, to tell everything at once.
struct IntrospectionReader {
  /// What messages call the JSON.
  let name: String
  private(set) var problems: [SchemaProblem] = []

  init(name: String) { self.name = name }

  /// The schema under `__schema`, which stands at a path.
  mutating func schema(_ root: (object: JSONObject, path: String)) -> Schema {
    let prefix = root.path.isEmpty ? "" : root.path + "."
    let types = objects(root.object["types"], "\(prefix)types").compactMap { type($0, $1) }
    checkReferences(types, "\(prefix)types")
    let directives = objects(root.object["directives"], "\(prefix)directives")
    return Schema(
      description: text(root.object["description"]), queryTypeName: rootName(root.object["queryType"]),
      mutationTypeName: rootName(root.object["mutationType"]),
      subscriptionTypeName: rootName(root.object["subscriptionType"]), types: types,
      directives: directives.compactMap { directive($0, $1) })
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
    if SchemaType.builtInByName[name] != nil { return nil }
    return SchemaType(
      name: name, kind: kind, description: text(object["description"]),
      fields: fields(object["fields"], "\(path).fields"),
      interfaceNames: names(object["interfaces"], "\(path).interfaces"),
      memberNames: kind == .union ? names(object["possibleTypes"], "\(path).possibleTypes") : [],
      values: values(object["enumValues"], "\(path).enumValues"),
      inputFields: inputs(object["inputFields"], "\(path).inputFields"),
      isOneOf: object["isOneOf"]?.boolValue ?? false,
      // Servers of before the 2021 specification spell it in lower case.
      specifiedByURL: text(object["specifiedByURL"] ?? object["specifiedByUrl"]))
  }

  private mutating func fields(_ json: JSON?, _ path: String) -> [SchemaField] {
    var fields: [SchemaField] = []
    for (object, path) in objects(json, path) {
      guard let name = required("name", of: object, path), let type = reference(object["type"], "\(path).type") else {
        continue
      }
      fields.append(
        SchemaField(
          name: name, description: text(object["description"]), arguments: inputs(object["args"], "\(path).args"),
          type: type, deprecationReason: deprecation(of: object)))
    }
    return fields
  }

  private mutating func inputs(_ json: JSON?, _ path: String) -> [SchemaInputValue] {
    var inputs: [SchemaInputValue] = []
    for (object, path) in objects(json, path) {
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

  private mutating func values(_ json: JSON?, _ path: String) -> [SchemaEnumValue] {
    objects(json, path).compactMap { object, path in
      required("name", of: object, path).map { name in
        SchemaEnumValue(
          name: name, description: text(object["description"]), deprecationReason: deprecation(of: object))
      }
    }
  }

  /// Nil for a built-in directive: its own definition is newer than what old servers say of it.
  private mutating func directive(_ object: JSONObject, _ path: String) -> SchemaDirective? {
    guard let name = required("name", of: object, path) else { return nil }
    if SchemaDirective.builtIn.contains(where: { $0.name == name }) { return nil }
    var locations = (object["locations"]?.arrayValue ?? []).compactMap(\.stringValue)
    // Servers of before the 2016 specification say it in three flags.
    if object["onOperation"]?.boolValue == true { locations += ["QUERY", "MUTATION", "SUBSCRIPTION"] }
    if object["onFragment"]?.boolValue == true {
      locations += ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
    }
    if object["onField"]?.boolValue == true { locations.append("FIELD") }
    return SchemaDirective(
      name: name, description: text(object["description"]), arguments: inputs(object["args"], "\(path).args"),
      isRepeatable: object["isRepeatable"]?.boolValue ?? false,
      locations: locations.compactMap(DirectiveLocation.init(rawValue:)))
  }

  private mutating func literal(_ json: JSON?, _ path: String) -> Value? {
    guard case .string(let text)? = json else { return nil }
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

  private func rootName(_ json: JSON?) -> String? { json?["name"]?.stringValue }

  private func text(_ json: JSON?) -> String? { json?.stringValue }

  mutating func report(_ message: String) { problems.append(SchemaProblem("\(name): \(message)")) }
}
