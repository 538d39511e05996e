package import GraphQLLanguage
package import OrderedJSON
package import Recordings

extension Redactor {
  /// A request without its secrets; as `request(_:variables:caller:)`, for a document that is not used again.
  ///
  /// - Parameters:
  ///   - document: as parsed; all its definitions are redacted.
  ///   - operationName: selects the operation; nil for the only one.
  ///   - variables: of the request; nil for none.
  ///   - caller: who sends it.
  ///   - session: the named session it came in; nil outside one.
  /// - Returns: what may be stored, and what the request's key is made of.
  /// - Throws: if no operation, or more than one, is meant.
  package mutating func request(
    _ document: Document, operationName: String?, variables: JSONObject?, caller: Caller,
    session: CredentialScope? = nil
  ) throws(OperationSelectionError) -> RedactedRequest {
    let operation = try document.operation(named: operationName)
    return request(
      RedactionPlan(document: document, operation: operation), variables: variables, caller: caller, session: session)
  }

  /// A request without its secrets.
  ///
  /// A secret that a recorded answer handed out counts by its pseudonym; one that only the client knows by
  /// `understudy-redacted-NAME-7f`, whose last byte tells a wrong password from the right one. So a request that is
  /// replayed comes out as it did when it was recorded, whether the client sends what was handed to it or what it knows.
  ///
  /// - Parameters:
  ///   - plan: of its document.
  ///   - variables: of the request; nil for none.
  ///   - caller: who sends it.
  ///   - session: the named session it came in; nil outside one.
  /// - Returns: what may be stored, and what the request's key is made of.
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
    if !secrets.isEmpty { members = members.map { .init($0.name, withoutKnown($0.value)) } }
    let variables = JSONObject(members)
    guard plan.hasLiterals else {
      return RedactedRequest(document: document, operation: operation, variables: variables, caller: caller)
    }
    var rewriter = DocumentRedaction(redactor: self, side: side, uses: plan.uses)
    var redacted = rewriter.redacted(document)
    self = rewriter.redactor
    if !secrets.isEmpty { redacted = DocumentRedaction.withoutKnown(redacted, self, side) }
    // Redaction replaces values and nothing else, so the operation is there.
    let selected = (try? redacted.operation(named: operation.name?.text)) ?? operation
    return RedactedRequest(document: redacted, operation: selected, variables: variables, caller: caller)
  }
}
