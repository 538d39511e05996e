import OrderedJSON

/// An argument that a client sent, and that has no effect.
package struct UnreadArgument: Hashable, Sendable {
  /// The field's coordinate: `Query.tasks`.
  let field: String
  /// The argument, then members of input objects.
  let path: [String]
  /// The order that cannot be followed; nil if the argument is not read at all.
  let value: JSON?
  let isOfMutation: Bool

  /// For messages: `Query.tasks: filterBy.metadata`.
  var place: String { "\(field): \(path.joined(separator: "."))" }

  /// The warning of an endpoint, with the rule to complete in its configuration file:
  /// `Query.tasks: { arguments: { filterBy: { metadata: none } } }`.
  package func warning(of endpoint: String, file: String) -> String {
    if let order = value {
      return
        "The order \(order.compactText) in \(place) has no effect on the generated data of \(endpoint), because no field of its objects has this name. Do not rely on the order, or set the exact answer: understudy help fixture add"
    }
    let rule = path.dropLast().reversed().reduce("{ \(path[path.count - 1]): none }") { "{ \($1): \($0) }" }
    return
      "The argument \(place) has no effect on the generated data of \(endpoint), because Understudy cannot tell what it means. Name the field that it \(isOfMutation ? "sets" : "filters by"), or none, in \(file): fakes: { fields: { \(field): { arguments: \(rule) } } }"
  }
}

extension JSON {
  /// Indicates whether an object, or one in a list, has a value other than null at a path.
  func has(_ path: ArraySlice<String>) -> Bool {
    guard let name = path.first else { return !isNull }
    switch self {
    case .object(let object): return object[name]?.has(path.dropFirst()) ?? false
    case .array(let items): return items.contains { $0.has(path) }
    case .null, .bool, .number, .string: return false
    }
  }
}
