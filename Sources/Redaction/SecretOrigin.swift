package import OrderedJSON
package import Recordings

/// Where a secret first appeared: what its pseudonym is named after.
///
/// Nothing in it is secret and nothing changes when the same is recorded again, so neither does the pseudonym, though
/// the upstream hands out another secret then.
package struct SecretOrigin: Sendable {
  package let endpoint: String
  /// The operation's name; empty where it has none.
  package let operation: String
  /// The request's variables, redacted.
  package let variables: JSONObject
  package let caller: Caller
  /// The place in the response's body, `data.login.token`.
  package let path: JSONPath

  package init(
    endpoint: String, operation: String, variables: JSONObject, caller: Caller = .anonymous, path: JSONPath
  ) {
    self.endpoint = endpoint
    self.operation = operation
    self.variables = variables
    self.caller = caller
    self.path = path
  }

  /// The name it stood under: the last one of the path.
  var name: String {
    for step in path.steps.reversed() {
      switch step {
      case .name(let name), .repeatedName(let name, _): return name
      case .index: continue
      }
    }
    return "value"
  }

  /// The hash that pseudonyms are made of. `occurrence` counts the secrets of one place, from 1.
  func hash(occurrence: Int) -> ContentHash {
    var bytes = Array("understudy-pseudonym".utf8)
    bytes.appendPart(endpoint.utf8)
    bytes.appendPart(operation.utf8)
    bytes.appendPart(JSON.object(variables).sortedMembers().serialize())
    bytes.appendPart(caller.description.utf8)
    bytes.appendPart(path.description.utf8)
    bytes.appendPart(String(occurrence).utf8)
    return ContentHash(of: bytes)
  }
}
