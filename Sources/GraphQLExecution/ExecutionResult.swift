package import GraphQLLanguage
package import OrderedJSON

/// The result of an operation (section 7.1 "Response Format").
package struct ExecutionResult: Hashable, Sendable {
  /// The data; `JSON.null` if a null propagated to the root; nil, for no `data` at all, if execution could not begin.
  package var data: JSON?
  /// The errors, in the order in which they occurred.
  package var errors: [GraphQLError]

  package init(data: JSON?, errors: [GraphQLError] = []) {
    self.data = data
    self.errors = errors
  }

  /// The response: `errors` and `data`, each if present.
  package var response: JSON {
    var members: [JSONObject.Member] = []
    if !errors.isEmpty { members.append(.init("errors", .array(errors.map(\.responseEntry)))) }
    if let data { members.append(.init("data", data)) }
    return .object(JSONObject(members))
  }
}

extension GraphQLError {
  /// The entry of a response's `errors`: message, and locations, path and code if present.
  package var responseEntry: JSON {
    var members: [JSONObject.Member] = [.init("message", .string(message))]
    if !locations.isEmpty {
      members.append(
        .init(
          "locations",
          .array(
            locations.map { location in
              .object(
                JSONObject([
                  .init("line", .number(JSONNumber(validated: "\(location.line)"))),
                  .init("column", .number(JSONNumber(validated: "\(location.column)"))),
                ]))
            })))
    }
    if let path {
      members.append(
        .init(
          "path",
          .array(path.map(\.json))))
    }
    if let code { members.append(.init("extensions", .object(JSONObject([.init("code", .string(code))])))) }
    return .object(JSONObject(members))
  }
}

extension GraphQLError.PathElement {
  /// The path element as JSON: a string or a number.
  var json: JSON {
    switch self {
    case .key(let key): .string(key)
    case .index(let index): .number(JSONNumber(validated: "\(index)"))
    }
  }
}
