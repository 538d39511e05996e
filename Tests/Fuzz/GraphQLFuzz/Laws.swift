import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// What holds for every text, however broken.
struct Laws {
  private let schemas: [Schema]
  private var parsed = 0
  private var valid = 0
  private var loaded = 0
  private var json = 0
  private var texts = 0

  init(_ corpus: Corpus) throws { schemas = try corpus.schemas.map { try Schema(sdl: $0) } }

  /// How far the texts came.
  var summary: String {
    "\(parsed) documents parsed, \(valid) valid, \(loaded) schemas loaded, \(json) JSON texts read"
  }

  /// The first law that a text breaks, in words; nil if it keeps all.
  mutating func firstBroken(by text: [UInt8], isJSON: Bool) -> String? {
    texts += 1
    do {
      if isJSON { try checkJSON(text) } else { try checkDocument(text) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private mutating func checkDocument(_ text: [UInt8]) throws {
    let source = SourceText(utf8: text)
    let document: Document
    do {
      document = try parse(source, limits: .schema)
    } catch {
      try require(!error.message.isEmpty && !error.description.isEmpty, "a syntax error says what is wrong")
      return
    }
    parsed += 1
    let printed = document.printed()
    let again = try reading("what was printed") { try parse(SourceText(printed), limits: .schema) }
    try require(again == document, "what was printed parses to the same tree: \(printed)")
    try require(again.hashValue == document.hashValue, "equal trees have equal hashes")
    try require(again.printed() == printed, "printing is a fixed point")
    try checkCanonical(document)
    try checkValidation(document, source)
    try checkSchema(document, source)
  }

  private func checkCanonical(_ document: Document) throws {
    var names = document.operations.map { $0.name?.text }
    if names.count > 1 { names.removeAll { $0 == nil } }
    for name in Set(names) {
      let canonical = try reading("the operation") { try CanonicalOperation(of: document, operationName: name) }
      let tree = try reading("the canonical text") {
        try parse(SourceText(utf8: canonical.text), limits: .schema)
      }
      let again = try reading("the canonical tree") { try CanonicalOperation(of: tree, operationName: name) }
      try require(again.text == canonical.text, "the canonical text is its own canonical text")
    }
  }

  private mutating func checkValidation(_ document: Document, _ source: SourceText) throws {
    guard let schema = schemas.isEmpty ? nil : schemas[texts % schemas.count] else { return }
    let errors = schema.validate(document, source: source)
    try require(errors.count <= 1_001, "no more errors than asked for")
    try require(errors == schema.validate(document, source: source), "validation says the same twice")
    if errors.isEmpty {
      valid += 1
      let printed = SourceText(document.printed())
      let tree = try reading("a valid document") { try parse(printed, limits: .schema) }
      try require(schema.validate(tree, source: printed).isEmpty, "a valid document is valid when printed")
    }
  }

  private mutating func checkSchema(_ document: Document, _ source: SourceText) throws {
    guard document.operations.isEmpty, let schema = try? Schema(document: document, source: source) else { return }
    loaded += 1
    let printed = schema.printed()
    let again = try reading("the printed schema") { try Schema(sdl: SourceText(printed)) }
    try require(again == schema, "a schema that was printed loads as the same schema: \(printed)")
    try require(again.printed() == printed, "printing a schema is a fixed point")
    let answer = try introspection(of: schema)
    let client = try reading("the introspection answer") { try Schema(introspection: answer) }
    try require(try introspection(of: client) == answer, "a schema from introspection answers the same")
  }

  private func introspection(of schema: Schema) throws -> JSON {
    let document = try reading("the introspection query") { try parse(SourceText(IntrospectionQuery.text)) }
    var source = NoFields()
    let result = execute(ExecutionRequest(document: document), schema: schema, root: (), from: &source)
    try require(result.errors.isEmpty, "introspection answers: \(result.errors.first?.message ?? "")")
    return result.data ?? .null
  }

  private mutating func checkJSON(_ text: [UInt8]) throws {
    guard let value = try? JSON.parse(text) else { return }
    json += 1
    for written in [value.serialize(), value.serializePretty()] {
      let again = try reading("JSON that was written") { try JSON.parse(written) }
      try require(again == value, "JSON that was written reads as the same value")
      try require(again.serialize() == value.serialize(), "writing JSON is a fixed point")
    }
    if let schema = try? Schema(introspection: value) {
      loaded += 1
      _ = try introspection(of: schema)
    }
  }

  private func require(_ condition: Bool, _ law: @autoclosure () -> String) throws {
    if !condition { throw Complaint("broken: \(law())") }
  }

  private func reading<Value>(_ what: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw Complaint("broken: \(what) is refused: \(error)") }
  }
}

/// A source for queries of introspection only.
struct NoFields: FieldSource {
  func resolve(_ field: FieldCall, of object: Void) throws(FieldFailure) -> Resolved<Void> { .null }
}
