import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// A request as the rules of faults see it.
struct FaultSubject: Sendable {
  /// Nil for a request that is not an operation.
  let asked: ParsedRequest?

  init(_ request: ClientRequest, at endpoint: Endpoint) { asked = try? endpoint.parsed(request) }

  /// True if a rule applies to the request. A rule with an error applies to operations that select its path.
  func isMeant(by rule: FaultRule) -> Bool {
    if rule.operation != OperationRule.everyOperation {
      guard let name = asked?.operation.name, name.hasSameScalars(as: rule.operation) else { return false }
    }
    if let document = rule.document {
      guard let asked, asked.operation.canonical.text == document else { return false }
    }
    if !rule.variables.isEmpty {
      guard let asked, rule.matches(variables: asked.request.variables.objectValue ?? JSONObject()) else {
        return false
      }
    }
    return problem(with: rule.fault) == nil
  }

  /// The reason why a fault cannot be in the request's answer; nil if it can.
  func problem(with fault: Fault) -> FaultProblem? {
    guard let error = fault.error else { return nil }
    guard let asked else { return FaultProblem("\"error\" needs an operation, and this request has none.") }
    var fields = FieldSelections(asked.operation).root
    var shown = "the operation"
    for case .key(let name) in error.path {
      let chosen = fields.filter { $0.field.responseKey.hasSameScalars(as: name) }
      guard !chosen.isEmpty else {
        var known: [String] = []
        for field in fields where !known.contains(field.field.responseKey) { known.append(field.field.responseKey) }
        let ending = known.isEmpty ? " It selects none." : didYouMean(suggestionList(name, known))
        return FaultProblem("\"error\" is \"\(error.place)\", and \(shown) selects no \"\(name)\".\(ending)")
      }
      shown = "\"\(name)\""
      fields = FieldSelections(asked.operation).below(chosen)
    }
    return nil
  }

  /// Returns the key of a mutation's only field if the error is at it, so that the mutation need not run at all.
  func onlyField(failingWith error: Fault.FieldError) -> String? {
    guard let asked, asked.operation.kind == .mutation, error.path.count == 1, case .key(let key)? = error.path.first
    else { return nil }
    return FieldSelections(asked.operation).root.allSatisfy { $0.field.responseKey.hasSameScalars(as: key) } ? key : nil
  }
}
