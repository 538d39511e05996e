package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// Holds responses of one operation against the operation and its schema (specification chapter 7 and section 6.4.3):
/// types of values, null, lists, enum values, fields that are missing or were not asked for, and the shape of errors.
///
/// ```swift
/// var check = ResponseCheck(of: operation, in: document, schema: schema)
/// for finding in check.findings(in: response, variables: variables) { print(finding.message) }
/// ```
/// What depends on the operation only is worked out once, with the first response.
package struct ResponseCheck {
  private let schema: Schema
  private let root: SchemaType?
  private let selectionSet: SelectionSet
  private let fragments: [String: FragmentDefinition]
  /// The variables that conditions name, sorted.
  private let conditionNames: [String]
  private let isPlaceholder: @Sendable (String) -> Bool
  private var plans: [[Bool?]: ResponsePlan] = [:]

  /// - Parameters:
  ///   - operation: the operation that was answered. It need not be valid: of what the schema does not have, and of two
  ///     fields under one key, any value is accepted.
  ///   - document: its document, with the fragments.
  ///   - schema: the endpoint's schema.
  ///   - isPlaceholder: whether a text stands for a value that is not known; it is accepted in the place of any value.
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

  /// What is not right with a response, in the order of the response; missing fields after the others of their object.
  ///
  /// - Parameters:
  ///   - response: the whole body.
  ///   - variables: the request's variables, defaults filled in. Where a condition's is not a Boolean, both are right.
  ///   - isSuccess: whether the status of HTTP tells of success. Otherwise the body need not be GraphQL.
  /// - Returns: errors and notes; at most fifty, and then one that counts the others.
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

/// Finds the variables that `@skip` and `@include` take their values from.
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
