package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// An operation with its variables and its caller, from which its effect and traces are derived.
package struct StatedOperation: Sendable {
  package let operation: OperationDefinition
  package let fragments: [String: FragmentDefinition]
  /// The variables in canonical form (`OperationKey.variables`), with defaults.
  package let variables: JSONObject
  package let identity: Caller
  /// The request headers that are part of its key.
  package let headers: [RecordedResponse.Header]

  package init(
    operation: OperationDefinition, fragments: [String: FragmentDefinition], variables: JSONObject, identity: Caller,
    headers: [RecordedResponse.Header] = []
  ) {
    self.operation = operation
    self.fragments = fragments
    self.variables = variables
    self.identity = identity
    self.headers = headers
  }

  /// - Throws: if the document does not have the operation.
  package init(
    document: Document, operationName: String? = nil, variables: JSONObject, identity: Caller = .anonymous,
    headers: [RecordedResponse.Header] = []
  ) throws(OperationSelectionError) {
    self.init(
      operation: try document.operation(named: operationName), fragments: document.fragmentsByName,
      variables: variables, identity: identity, headers: headers)
  }

  /// Creates an operation from a request whose variables are in canonical form already, as a recording's are.
  package init(_ request: RedactedRequest) { self.init(request, variables: request.variables) }

  package init(_ request: RedactedRequest, variables: JSONObject) {
    self.init(
      operation: request.operation, fragments: request.document.fragmentsByName, variables: variables,
      identity: request.caller, headers: request.headers)
  }

  package var name: String? { operation.name?.text }
  package var kind: OperationKind { operation.kind }

  /// The operation with its fragments and variables, as text.
  var written: [UInt8] {
    let definitions = [operation.printed()] + fragments.values.map { $0.printed() }.sorted { $0.precedesByScalars($1) }
    return Array((definitions + [JSON.object(variables.sortedByName()).compactText]).joined(separator: "\n").utf8)
  }

  /// The root fields as they are executed, one for each response key.
  var roots: [CollectedField] { fields(of: [operation.selectionSet]) }

  /// Returns the fields of selection sets, in order, with those of one response key merged (specification section
  /// 6.3.2). `@skip` and `@include` are applied. Type conditions are all followed, since the types are unknown.
  func fields(of sets: [SelectionSet]) -> [CollectedField] {
    var fields: [CollectedField] = []
    var positions: [String: Int] = [:]
    var spread: Set<String> = []
    // A stack of its own: a chain of fragments may be as long as the document.
    var pending: [Selection] = []
    for set in sets.reversed() { pending.append(contentsOf: set.selections.reversed()) }
    while let selection = pending.popLast() {
      switch selection {
      case .field(let field):
        guard isIncluded(field.directives) else { continue }
        let key = field.responseKey
        if let position = positions[key] {
          if let set = field.selectionSet { fields[position].sets.append(set) }
        } else {
          positions[key] = fields.count
          fields.append(CollectedField(key, field))
        }
      case .inlineFragment(let fragment):
        guard isIncluded(fragment.directives) else { continue }
        pending.append(contentsOf: fragment.selectionSet.selections.reversed())
      case .fragmentSpread(let reference):
        guard isIncluded(reference.directives), spread.insert(reference.name.text).inserted,
          let fragment = fragments[reference.name.text]
        else { continue }
        pending.append(contentsOf: fragment.selectionSet.selections.reversed())
      }
    }
    return fields
  }

  /// Returns a field's arguments with the values of variables; an argument whose variable is absent is omitted.
  func arguments(
    of field: CollectedField, on parent: String? = nil, hints: any SchemaHints = NoSchema()
  ) -> [StatedArgument] {
    field.arguments.compactMap { argument in
      guard let value = value(argument.value) else { return nil }
      let name = argument.name.text
      let type = hints.type(ofArgument: name, of: field.name, on: parent)
      let isID = ObjectID.isName(name) || isIDVariable(argument.value) || type == "ID"
      return StatedArgument(name: name, value: value, type: type, isID: isID)
    }
  }

  /// Returns those of some ids that are values in the variables or in an argument of a root field, in their order.
  package func ids(among known: Set<ObjectID>) -> [ObjectID] {
    let inline = roots.flatMap(\.arguments).compactMap { value($0.value) }
    return JSON.array([.object(variables)] + inline).scalars.compactMap { value in
      ObjectID(value).flatMap { known.contains($0) ? $0 : nil }
    }
  }

  private func isIDVariable(_ literal: Value) -> Bool {
    switch literal {
    case .variable(let name):
      operation.variables.contains { $0.name.text == name.text && $0.type.namedType.name.text == "ID" }
    case .list(let elements, _): elements.contains { isIDVariable($0) }
    default: false
    }
  }

  func isIncluded(_ directives: [Directive]) -> Bool {
    for directive in directives where directive.name.text == "skip" || directive.name.text == "include" {
      guard let condition = directive.arguments.first(where: { $0.name.text == "if" })?.value else { continue }
      let isTrue: Bool
      switch condition {
      case .boolean(let value, _): isTrue = value
      case .variable(let name): isTrue = variables[name.text]?.boolValue ?? (directive.name.text == "include")
      default: continue
      }
      if isTrue == (directive.name.text == "skip") { return false }
    }
    return true
  }

  /// Returns an argument's value, or a part of it, as JSON with the values of variables; nil if a variable is absent.
  /// Enum values become strings, as in variables. It recurses as deep as the literal, which the parser bounds.
  func value(_ literal: Value) -> JSON? {
    switch literal {
    case .variable(let name): variables[name.text]
    case .int(let text, _), .float(let text, _): .number(JSONNumber(validated: text))
    case .string(let string): JSON(stringLiteral: string.value)
    case .boolean(let value, _): .bool(value)
    case .null: .null
    case .enum(let name): .string(name.text)
    case .list(let elements, _): .array(elements.map { value($0) ?? .null })
    case .object(let fields, _):
      .object(JSONObject(fields.compactMap { field in value(field.value).map { .init(field.name.text, $0) } }))
    }
  }
}

/// One field as it is executed.
struct CollectedField {
  let responseKey: String
  let name: String
  let arguments: [Argument]
  /// The selection sets of its value; empty for a leaf.
  var sets: [SelectionSet]

  init(_ key: String, _ field: Field) {
    responseKey = key
    name = field.name.text
    arguments = field.arguments
    sets = field.selectionSet.map { [$0] } ?? []
  }
}

/// An argument as it is sent.
struct StatedArgument {
  let name: String
  let value: JSON
  /// The type that a schema declares, without lists and non-null; nil if it is unknown.
  let type: String?
  /// Indicates whether its name or its declared type, or its variable's type, shows that it holds ids.
  let isID: Bool
}
