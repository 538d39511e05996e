import OrderedJSON

/// The `__schema` object of an introspection result, and its path.
struct IntrospectionRoot {
  let object: JSONObject
  /// The path; empty if the JSON is the object itself.
  let path: String

  /// Searches the usual places of schema downloaders; nil if none matches.
  init?(_ json: JSON) {
    let places = [(json["data"]?["__schema"], "data.__schema"), (json["__schema"], "__schema"), (json, "")]
    for case (.object(let object)?, let path) in places where object["types"] != nil {
      self.object = object
      self.path = path
      return
    }
    return nil
  }

  /// Returns the path of a member: `data.__schema.types`.
  func path(_ member: String) -> String { path.isEmpty ? member : "\(path).\(member)" }

  /// Explains why JSON is not an introspection result: it is an error response, or something else.
  static func whyAbsent(in json: JSON) -> String {
    let advice = "It should look like {\"data\": {\"__schema\": {\"types\": [...]}}}."
    if let messages = errorMessages(in: json) {
      return "This is an error answer, not a schema: \(messages). \(advice)"
    }
    let hasSchema = json["data"]?["__schema"] != nil || json["__schema"] != nil
    let lack = hasSchema ? "\"__schema\" has no \"types\"" : "there is no \"__schema\" with \"types\""
    return "This is not an answer to an introspection query: \(lack). \(advice)"
  }

  /// Returns the first messages of a response's errors; nil if there are none.
  static func errorMessages(in json: JSON) -> String? {
    guard let errors = json["errors"]?.arrayValue, !errors.isEmpty else { return nil }
    let messages = errors.prefix(3).map { $0["message"]?.stringValue ?? $0.compactText }
    return messages.joined(separator: "; ") + (errors.count > 3 ? " and \(errors.count - 3) more" : "")
  }
}
