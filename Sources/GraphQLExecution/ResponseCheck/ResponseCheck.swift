package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// Checks responses against their operation and the schema (chapter 7 and section 6.4.3): types of values, nulls,
/// lists, enum values, missing and unexpected fields, and the shape of errors.
///
/// ```swift
/// var check = ResponseCheck(of: operation, in: document, schema: schema)
/// for finding in check.findings(in: response, variables: variables) { print(finding.message) }
/// ```
/// Work that depends only on the operation is done once, with the first response.
package struct ResponseCheck {
  private let schema: Schema
  private let root: SchemaType?
  private let selectionSet: SelectionSet
  private let fragments: [String: FragmentDefinition]
  /// The variables in `@skip` and `@include`, sorted.
  private let conditionNames: [String]
  private let isPlaceholder: @Sendable (String) -> Bool
  private var plans: [[Bool?]: ResponsePlan] = [:]

  /// - Parameters:
  ///   - operation: the operation. It need not be valid: unknown fields, and keys with several fields, accept any
  ///     value.
  ///   - document: its document, with the fragments.
  ///   - schema: the endpoint's schema.
  ///   - isPlaceholder: true for a placeholder of a redacted value, which is accepted for any value.
  package init(
    of operation: OperationDefinition, in document: Document, schema: Schema,
    isPlaceholder: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.schema = schema
    root = schema.rootType(of: operation.kind)
    selectionSet = operation.selectionSet
    fragments = document.fragmentsByName
    conditionNames = ConditionVariables.names(in: document)
    self.isPlaceholder = isPlaceholder
  }

  /// Returns the problems of a response, in response order. The missing fields of an object come last.
  /// - Parameters:
  ///   - response: the whole body.
  ///   - variables: the request's variables, including defaults. If a condition's variable is not a Boolean, both
  ///     outcomes are accepted.
  ///   - isSuccess: true if the HTTP status indicates success. Other bodies need not be GraphQL.
  /// - Returns: at most fifty errors and notes, and one more that counts the rest.
  package mutating func findings(
    in response: JSON, variables: JSONObject = JSONObject(), isSuccess: Bool = true
  ) -> [ResponseFinding] {
    guard case .object(let object) = response else {
      let what = "The response is \(response.kindDescription): expected an object with \"data\" or \"errors\"."
      return [ResponseFinding(isSuccess ? .error : .note, at: [], what)]
    }
    var envelope = ResponseEnvelope(object, isSuccess: isSuccess)
    envelope.check()
    var findings = envelope.findings
    if let data = object["data"], let root {
      var walk = ResponseWalk(
        plan: plan(for: variables), failedPaths: envelope.failedPaths, isPlaceholder: isPlaceholder)
      walk.checkData(data, selectionSet, on: root, hasErrors: envelope.hasErrors)
      findings.add(walk.findings)
    }
    return findings.all
  }

  private mutating func plan(for variables: JSONObject) -> ResponsePlan {
    let values = conditionNames.map { variables[$0]?.boolValue }
    if let known = plans[values] { return known }
    var conditions: [String: Bool] = [:]
    for (name, value) in zip(conditionNames, values) { conditions[name] = value }
    let plan = ResponsePlan(schema: schema, fragments: fragments, conditions: conditions)
    plans[values] = plan
    return plan
  }
}

/// Finds the variables in `@skip` and `@include`.
private struct ConditionVariables: DocumentVisitor {
  private var found: Set<String> = []

  static func names(in document: Document) -> [String] {
    var visitor = ConditionVariables()
    document.visit(with: &visitor)
    return visitor.found.sorted()
  }

  mutating func enter(_ directive: Directive) -> VisitStep {
    guard directive.name.text == "skip" || directive.name.text == "include" else { return .skip }
    for case .variable(let name) in directive.arguments.map(\.value) { found.insert(name.text) }
    return .skip
  }
}
