import GraphQLLanguage
package import OrderedJSON

extension Schema {
  /// Builds a schema from the answer to an introspection query, as schema downloaders write it:
  /// `{"data": {"__schema": …}}`, `{"__schema": …}`, or what stands under `__schema` alone.
  ///
  /// Queries differ in what they ask for, so every key but the essential ones may be absent. Directives other than
  /// `@deprecated`, `@specifiedBy` and `@oneOf` do not come with introspection.
  ///
  /// - Parameters:
  ///   - json: the answer.
  ///   - name: what messages call it, usually the file's path; `introspection` unless said otherwise.
  /// - Throws: all that is missing or contradictory, each with its path in the JSON.
  package init(introspection json: JSON, name: String = "introspection") throws(SchemaError) {
    guard let root = Self.introspectionRoot(json) else {
      let message =
        "\(name): This is no answer to an introspection query: there is no \"__schema\" with \"types\". "
        + "It should look like {\"data\": {\"__schema\": {\"types\": [...]}}}."
      throw SchemaError([SchemaProblem(message)])
    }
    var reader = IntrospectionReader(name: name)
    let schema = reader.schema(root)
    if !reader.problems.isEmpty { throw SchemaError(reader.problems) }
    let findings = SchemaChecker.check(schema).map { (SchemaProblem("\(name): \($0.message)"), $0.isWarning) }
    let errors = findings.filter { !$0.1 }.map(\.0)
    if !errors.isEmpty { throw SchemaError(errors) }
    self = findings.isEmpty ? schema : schema.adding(warnings: findings.map(\.0))
  }

  private static func introspectionRoot(_ json: JSON) -> (JSONObject, String)? {
    for (root, path) in [
      (json["data"]?["__schema"], "data.__schema"), (json["__schema"], "__schema"), (json, ""),
    ] {
      if case .object(let object)? = root, object["types"] != nil { return (object, path) }
    }
    return nil
  }
}
