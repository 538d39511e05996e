import Engine
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// `POST v1/endpoints/<e>/validate`: the problems of a document, and its operations.
struct ValidationPage {
  let engine: Engine

  /// Validates the document in a request's body as the endpoint would.
  func validate(_ name: String, _ body: JSON) throws(DashboardProblem) -> JSONObject {
    let text = try body.document(example: "{\"document\": \"{ __typename }\"}")
    let explored = try ExplorerEndpoint(name, of: engine)
    let source = SourceText(text)
    let isChecked = explored.told != nil
    let tokens = lexicalTokens(ofUnfinished: source)
    let isBlank = tokens.isEmpty && (try? lexicalTokens(of: source)) != nil
    // An editor is empty at first, which is no mistake.
    if isBlank { return answer([], [], isChecked) }
    do throws(SyntaxError) {
      let document = try parse(source)
      let operations = document.operations.map(Self.object)
      guard let told = explored.told else { return answer([], operations, isChecked) }
      let errors = errors(document, source, tokens, told, explored.endpoint)
      if errors.isEmpty { return answer([], operations, isChecked) }
      let offsets = TextOffsets(source)
      return answer(errors.map { Self.problem($0, tokens, offsets) }, operations, isChecked)
    } catch {
      let offsets = TextOffsets(source)
      let start = offsets.utf16(ofByte: Int(error.place.start))
      let end = offsets.utf16(ofEnd: Int(error.place.end))
      return answer([Self.problem(error.message, error.location, start..<max(start, end))], [], isChecked)
    }
  }

  private func answer(_ problems: [JSON], _ operations: [JSON], _ isChecked: Bool) -> JSONObject {
    ["problems": .array(problems), "operations": .array(operations), "checked": .bool(isChecked)]
  }

  private func errors(
    _ document: Document, _ source: SourceText, _ tokens: [LexicalToken], _ told: IntrospectedSchema,
    _ endpoint: Endpoint
  ) -> [GraphQLError] {
    var rules = endpoint.validationRules
    if engine.configuration.isLenient, let lenient = endpoint.lenientRules { rules = lenient }
    if told.gaps.contains(.directives) { rules.removeAll { $0.name == "KnownDirectives" } }
    var schema = told.schema
    // Many servers have them without declaring them, and the larger schema takes time to make.
    if Self.usesIncrementalDelivery(tokens) { schema = schema.declaringIncrementalDelivery() }
    return schema.validate(document, source: source, rules: rules, maximumErrors: Self.limit)
  }

  /// The most errors, since nobody reads more.
  private static let limit = 100

  private static func usesIncrementalDelivery(_ tokens: [LexicalToken]) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { $0.kind == "@" && ($1.value == "defer" || $1.value == "stream") }
  }

  private static func object(_ operation: OperationDefinition) -> JSON {
    [
      "kind": .string(operation.kind.rawValue), "name": operation.name.map { .string($0.text) } ?? .null,
      "variables": .array(
        operation.variables.map { variable in
          [
            "name": .string(variable.name.text), "type": .string(variable.type.printed()),
            "hasDefault": .bool(variable.defaultValue != nil),
          ]
        }),
    ]
  }

  // MARK: Places

  private static func problem(_ error: GraphQLError, _ tokens: [LexicalToken], _ offsets: TextOffsets) -> JSON {
    guard let location = error.locations.first else {
      return problem(error.message, SourceLocation(line: 1, column: 1), 0..<0)
    }
    let start = offsets.byte(of: location)
    let end = Self.end(ofTokenAt: start, tokens)
    return problem(error.message, location, offsets.utf16(ofByte: start)..<offsets.utf16(ofByte: end))
  }

  private static func problem(_ message: String, _ location: SourceLocation, _ range: Range<Int>) -> JSON {
    [
      "message": .string(message), "line": .int(location.line), "column": .int(location.column),
      "start": .int(range.lowerBound), "end": .int(range.upperBound),
    ]
  }

  /// Returns the end of the token at a byte offset, or of the name after a `$`, `@` or `...` there.
  private static func end(ofTokenAt start: Int, _ tokens: [LexicalToken]) -> Int {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < start { low = middle + 1 } else { high = middle }
    }
    guard low < tokens.count, tokens[low].start == start else { return start }
    let isPrefix = ["$", "@", "..."].contains(tokens[low].kind)
    if isPrefix, low + 1 < tokens.count, tokens[low + 1].kind == "Name" { return tokens[low + 1].end }
    return tokens[low].end
  }
}
