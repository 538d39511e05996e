package import GraphQLLanguage
package import OrderedJSON
package import Recordings

extension Redactor {
  /// Redacts a request with a document that is not used again; see `request(_:variables:caller:session:)`.
  ///
  /// - Throws: if the document has no such operation, or more than one.
  package mutating func request(
    _ document: Document, operationName: String?, variables: JSONObject?, caller: Caller,
    session: CredentialScope? = nil
  ) throws(OperationSelectionError) -> RedactedRequest {
    let operation = try document.operation(named: operationName)
    return request(
      RedactionPlan(document: document, operation: operation), variables: variables, caller: caller, session: session)
  }

  /// Redacts a request. The result is stored, and the request's key is made from it.
  ///
  /// A secret that a recorded answer issued becomes its placeholder. One that only the client knows becomes
  /// `understudy-redacted-NAME-7f`, whose last byte distinguishes a wrong password from the right one. So a replayed
  /// request has the same result as the recorded one, whether the client sends an issued secret or its own.
  package mutating func request(
    _ plan: RedactionPlan, variables: JSONObject?, caller: Caller, session: CredentialScope? = nil
  ) -> RedactedRequest {
    var result = redacted(plan, variables, caller)
    result.session = session
    return result
  }

  private mutating func redacted(
    _ plan: RedactionPlan, _ variables: JSONObject?, _ caller: Caller
  ) -> RedactedRequest {
    let (document, operation) = (plan.document, plan.operation)
    var members = (variables ?? JSONObject()).members
    guard plan.hasLiterals || !members.isEmpty else {
      return RedactedRequest(document: document, operation: operation, variables: JSONObject(), caller: caller)
    }
    let plain = RedactedRequest(document: document, operation: operation, variables: JSONObject(), caller: caller)
    let side = Side(request: plain, isResponse: false)
    for index in members.indices {
      let name = members[index].name
      var place = RedactionPlace(names: [RedactionRule.Root.variables.rawValue, name], labels: [name])
      place.labels += plan.uses[name]?.labels ?? []
      place.coordinates = plan.uses[name]?.coordinates ?? []
      place.objectType = operation.variables.first { $0.name.text == name }?.type.namedType.name.text
      members[index].value = walk(
        members[index].value, at: place, path: [.name("variables"), .name(name)], effect: nil, fields: nil, side: side)
    }
    if HTTPExchange.isOne(operation), let path = members.firstIndex(where: { $0.name == HTTPExchange.path }) {
      members[path].value = withoutNamedSegments(members[path].value, side)
    }
    if !secrets.isEmpty { members = members.map { .init($0.name, withoutKnown($0.value)) } }
    let variables = JSONObject(members)
    guard plan.hasLiterals else {
      return RedactedRequest(document: document, operation: operation, variables: variables, caller: caller)
    }
    var rewriter = DocumentRedaction(redactor: self, side: side, uses: plan.uses)
    var redacted = rewriter.redacted(document)
    self = rewriter.redactor
    if !secrets.isEmpty { redacted = DocumentRedaction.withoutKnown(redacted, self, side) }
    // Redaction replaces only values, so the operation still exists.
    let selected = (try? redacted.operation(named: operation.name?.text)) ?? operation
    return RedactedRequest(document: redacted, operation: selected, variables: variables, caller: caller)
  }

  /// Redacts the segments of a path after one that names a secret: `/tokens/8f3a91c2`.
  private mutating func withoutNamedSegments(_ path: JSON, _ side: Side) -> JSON {
    guard case .array(var segments) = path else { return path }
    for index in segments.indices.dropFirst() {
      guard case .string(let name) = segments[index - 1], case .string(let text) = segments[index],
        SecretName.makesSecret(segment: text, after: name)
      else { continue }
      let path: [JSONPath.Step] = [.name("variables"), .name(HTTPExchange.path), .index(index)]
      segments[index] = .string(
        redacted(text, isSecret: true, keeps: false, name: name, path: path, side: side))
    }
    return .array(segments)
  }
}
