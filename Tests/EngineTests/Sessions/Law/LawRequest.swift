import OrderedJSON

/// One request to the server of the law test.
struct LawRequest: Hashable, Sendable {
  var op: Op
  /// The token that the client sends.
  var token: String?

  enum Op: Hashable, Sendable {
    case object(String), list(String), count(String), total, values, me
    case set(String, Int), increment(String), create(String, Int), delete(String), ping(Int)
    case login(String), like(String)
  }

  var isMutation: Bool {
    switch op {
    case .object, .list, .count, .total, .values, .me: false
    case .set, .increment, .create, .delete, .ping, .login, .like: true
    }
  }

  var query: String {
    switch op {
    case .object: "query Get($id: ID!) { object(id: $id) { __typename id value } }"
    case .list: "query List($type: String!) { objects(type: $type) { __typename id value } }"
    case .count: "query Count($type: String!) { count(type: $type) }"
    case .total: "query Total { total }"
    case .values: "query Values { values }"
    case .me: "query Me { me { __typename id likes } }"
    case .set: "mutation Set($id: ID!, $value: Int!) { set(id: $id, value: $value) { __typename id value } }"
    case .increment: "mutation Increment($id: ID!) { increment(id: $id) { __typename id value } }"
    case .create:
      "mutation Create($type: String!, $value: Int!) { create(type: $type, value: $value) { __typename id value } }"
    case .delete: "mutation Delete($id: ID!) { delete(id: $id) }"
    case .ping: "mutation Ping($number: Int!) { ping(number: $number) }"
    case .login: "mutation Login($name: String!) { login(name: $name) { token user { __typename id likes } } }"
    case .like: "mutation Like($id: ID!) { like(id: $id) { __typename id likes } }"
    }
  }

  var variables: JSONObject {
    switch op {
    case .object(let id), .increment(let id), .delete(let id), .like(let id): ["id": .string(id)]
    case .set(let id, let value): ["id": .string(id), "value": .int(value)]
    case .list(let type), .count(let type): ["type": .string(type)]
    case .create(let type, let value): ["type": .string(type), "value": .int(value)]
    case .ping(let number): ["number": .int(number)]
    case .login(let name): ["name": .string(name)]
    case .total, .values, .me: [:]
    }
  }

  /// The request with other names for its id and its token.
  func renamed(_ name: (String) -> String) -> LawRequest {
    var op = op
    switch op {
    case .object(let id): op = .object(name(id))
    case .increment(let id): op = .increment(name(id))
    case .delete(let id): op = .delete(name(id))
    case .like(let id): op = .like(name(id))
    case .set(let id, let value): op = .set(name(id), value)
    case .list, .count, .create, .ping, .login, .total, .values, .me: break
    }
    return LawRequest(op: op, token: token.map(name))
  }
}
