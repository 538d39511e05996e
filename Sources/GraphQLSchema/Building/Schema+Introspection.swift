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
    self = try SchemaInspection(introspection: json, name: name).usable()
  }
}
