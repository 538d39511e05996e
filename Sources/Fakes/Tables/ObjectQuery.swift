import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// A query for one object of a generated world by a lookup at the root, such as `task(id: "1")`, for a fixture.
package struct ObjectQuery: Sendable {
  fileprivate let field: FieldPlan
  /// The arguments as text: `id: "1"`.
  fileprivate let arguments: String
  fileprivate let type: TypePlan
  /// The key of the object.
  package let id: String

  private var isAbstract: Bool { field.named.isAbstract }

  package var typeName: String { type.type.name }

  /// Returns the text of the query for some fields of the object.
  package func text(_ names: [String]) -> String {
    func lines(_ indentation: String) -> [String] { names.map { indentation + $0 } }
    let inner =
      isAbstract
      ? ["    __typename", "    ... on \(typeName) {"] + lines("      ") + ["    }"] : lines("    ")
    return (["{", "  \(field.name)(\(arguments)) {"] + inner + ["  }", "}"]).joined(separator: "\n")
  }

  /// Returns the response with the values of these fields.
  package func response(_ values: JSONObject) -> JSON {
    let own = isAbstract ? [JSONObject.Member("__typename", .string(typeName))] : []
    let object = JSON.object(JSONObject(own + values.members))
    return .object(["data": .object(JSONObject([.init(field.name, object)]))])
  }

  /// Returns the values of the object in a response; nil if it has none.
  package func values(in response: JSON) -> JSONObject? {
    guard let object = response["data"]?[field.name]?.objectValue else { return nil }
    return JSONObject(object.members.filter { $0.name != "__typename" })
  }
}

extension FakeWorld {
  /// Returns the values of a generated object's fields, as the fields' types represent them, and a query that finds the
  /// object.
  ///
  /// - Throws: `WorldEditProblem` if an object, a field or a value is not possible, or no field of the root finds the
  ///   object.
  package func pinnable(
    _ type: String, id: String, _ values: JSONObject
  ) throws(WorldEditProblem) -> (query: ObjectQuery, values: JSONObject) {
    let table = try session().editable(type)
    let object = base.object(table.type, key: id)
    guard object.number != nil else {
      throw WorldEditProblem(
        "The generated data has no \(type) with the id \"\(id.prefix(100))\" before any mutation, so it cannot be pinned. Pin an object that no session has created.",
        isUnknown: true)
    }
    let checked = try table.checked(values).map { JSONObject.Member($0.field.name, $0.value) }
    guard let query = lookup(of: object, table.type, for: checked.map(\.name)) else {
      throw WorldEditProblem(
        "No field of \(schema.rootTypeName(of: .query) ?? "Query") finds \(type) \"\(id.prefix(100))\" by its id, so its values cannot be pinned. Save a fixture of a list that has it: understudy fixture add"
      )
    }
    return (query, JSONObject(checked))
  }

  /// Returns the query that finds an object: by its key or a unique field, in its own type rather than in an interface.
  private func lookup(of object: FakeObject, _ type: TypePlan, for names: [String]) -> ObjectQuery? {
    guard let key = object.key, let root = schema.rootTypeName(of: .query).flatMap(plan.plan) else { return nil }
    let fields = plan.fields(of: root).filter { field in
      field.role == .lookup && !field.isMany && field.targets.contains { $0 === type }
    }
    for field in fields.filter({ !$0.named.isAbstract }) + fields.filter(\.named.isAbstract) {
      for arguments in arguments(of: field, for: object, type, key: key) {
        let query = ObjectQuery(field: field, arguments: arguments, type: type, id: key)
        if finds(query, object, names) { return query }
      }
    }
    return nil
  }

  /// Returns the arguments that may identify an object, as texts.
  private func arguments(
    of field: FieldPlan, for object: FakeObject, _ type: TypePlan, key: String
  ) -> [String] {
    var source = FakeSource(base, of: self, imageOrigin: FakeSession.usualOrigin)
    func literal(_ input: SchemaInputValue, _ value: JSON) -> String? {
      guard let text = value.keyText, case .named(let name) = input.type.nullable else { return nil }
      return ["Int", "Float"].contains(name) ? text : JSON.string(text).compactText
    }
    func texts(_ inputs: [SchemaInputValue], _ isKey: (String) -> Bool) -> [String] {
      inputs.flatMap { input -> [String] in
        guard !inputs.contains(where: { $0.isRequired && $0.name != input.name }) else { return [] }
        if isKey(input.name) { return literal(input, .string(key)).map { ["\(input.name): \($0)"] } ?? [] }
        if type.unique.contains(input.name), let unique = plan.field(input.name, of: type) {
          return literal(input, source.shown(unique, of: object)).map { ["\(input.name): \($0)"] } ?? []
        }
        return []
      }
    }
    func isKey(_ name: String) -> Bool {
      field.namedKey(field.renamed(JSONObject([.init(name, .string(key))])).members) == key
    }
    let arguments = field.field.arguments
    var found = texts(arguments, isKey)
    for argument in arguments where !arguments.contains(where: { $0.isRequired && $0.name != argument.name }) {
      guard let input = schema.type(of: argument.type), input.kind == .inputObject else { continue }
      found += texts(input.inputFields) { field.namedKey([.init($0, .string(key))]) == key }
        .map { "\(argument.name): {\($0)}" }
    }
    return found
  }

  private func finds(_ query: ObjectQuery, _ object: FakeObject, _ names: [String]) -> Bool {
    let source = SourceText(query.text(names), name: "the lookup")
    guard let document = try? parse(source), schema.validate(document, source: source).isEmpty else { return false }
    let fixture = Fixture(path: "", document: document, source: source, response: .null)
    return FixtureTrace(fixture, in: self).objects[[.key(query.field.name)]] == object.id
  }
}
