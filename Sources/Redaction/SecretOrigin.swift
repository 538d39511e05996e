package import OrderedJSON
package import Recordings

/// The place where a secret first appeared, from which its placeholder is derived. Nothing in it is secret or changes
/// when the same is recorded again. So the placeholder stays the same, although the upstream issues a different secret.
package struct SecretOrigin: Sendable {
  package let endpoint: String
  /// The operation's name; empty if it has none.
  package let operation: String
  package let variables: JSONObject
  package let caller: Caller
  /// The arguments of the fields on the path whose values are in the operation's text; empty without any.
  let literals: [String]
  /// The place in the response's body, such as `data.login.token`.
  package let path: JSONPath

  package init(
    endpoint: String, operation: String, variables: JSONObject, caller: Caller = .anonymous,
    literals: [String] = [], path: JSONPath
  ) {
    self.endpoint = endpoint
    self.operation = operation
    self.variables = variables
    self.caller = caller
    self.literals = literals
    self.path = path
  }

  /// The last name in the path.
  var name: String {
    for step in path.steps.reversed() {
      switch step {
      case .name(let name), .repeatedName(let name, _): return name
      case .index: continue
      }
    }
    return "value"
  }

  /// The hash that placeholders are made from. `occurrence` counts the secrets at one place, from 1.
  func hash(occurrence: Int) -> ContentHash {
    var bytes = Array("understudy-pseudonym".utf8)
    bytes.appendPart(endpoint.utf8)
    bytes.appendPart(operation.utf8)
    bytes.appendPart(JSON.object(variables).sortedMembers().serialize())
    bytes.appendPart(caller.description.utf8)
    bytes.appendPart(path.description.utf8)
    bytes.appendPart(String(occurrence).utf8)
    // Without any, nothing is added: the placeholders stay those of earlier versions.
    for literal in literals { bytes.appendPart(literal.utf8) }
    return ContentHash(of: bytes)
  }
}
