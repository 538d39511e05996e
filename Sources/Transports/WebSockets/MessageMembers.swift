package import OrderedJSON

/// The members of a client's message, validated like the `graphql-ws` server does and with its messages.
package struct MessageMembers {
  package let message: JSONObject
  package let type: String

  /// The problem with a message.
  package struct Fault: Error, Hashable {
    package let detail: String

    package init(_ detail: String) { self.detail = detail }
  }

  package func id() throws(Fault) -> String {
    guard case .string(let id)? = message["id"] else {
      throw Fault("\"\(type)\" message expects the 'id' property to be a string, but got \(Self.kind(message["id"]))")
    }
    guard !id.isEmpty else { throw Fault("\"\(type)\" message requires a non-empty 'id' property") }
    return id
  }

  func optionalPayload() throws(Fault) -> JSON? {
    switch message["payload"] {
    case nil, .null?: return nil
    case .object(let members)?: return .object(members)
    case let other?:
      throw Fault(
        "\"\(type)\" message expects the 'payload' property to be an object or nullish or missing, but got \(Self.kind(other))"
      )
    }
  }

  /// Returns the payload of an operation, a GraphQL request.
  package func operation() throws(Fault) -> JSONObject {
    guard case .object(let payload)? = message["payload"] else {
      throw Fault(
        "\"\(type)\" message expects the 'payload' property to be an object, but got \(Self.kind(message["payload"]))")
    }
    if !Self.namesPersisted(payload) { try require("query", "a string", in: payload, optional: false) { $0.isString } }
    try require("variables", "an object", in: payload) { $0.objectValue != nil }
    try require("operationName", "a string", in: payload) { $0.isString }
    try require("extensions", "an object", in: payload) { $0.objectValue != nil }
    return payload
  }

  private func require(
    _ name: String, _ kind: String, in payload: JSONObject, optional: Bool = true, _ fits: (JSON) -> Bool
  ) throws(Fault) {
    let value = payload[name]
    if optional, value == nil || value == .null { return }
    guard value.map(fits) != true else { return }
    let also = optional ? " or nullish or missing" : ""
    throw Fault(
      "\"\(type)\" message payload expects the '\(name)' property to be \(kind)\(also), but got \(Self.kind(value))")
  }

  /// Indicates whether a request identifies a persisted document instead of sending its text.
  private static func namesPersisted(_ payload: JSONObject) -> Bool {
    guard payload["query"] == nil || payload["query"] == .null else { return false }
    return payload["extensions"]?["persistedQuery"] != nil || payload["id"] != nil || payload["documentId"] != nil
  }

  package static func kind(_ value: JSON?) -> String {
    switch value {
    case nil: "undefined"
    case .null?: "null"
    case .bool?: "boolean"
    case .number?: "number"
    case .string?: "string"
    case .array?: "array"
    case .object?: "object"
    }
  }
}

extension JSON {
  fileprivate var isString: Bool { stringValue != nil }
}
