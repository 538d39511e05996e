import GraphQLLanguage

/// Builds the model from a document by merging definitions with their extensions. In an invalid document, the first
/// definition of a name wins, and extensions of another kind are ignored.
struct SDLBuilder {
  private let document: Document

  init(_ document: Document) { self.document = document }

  func schema(warnings: [SchemaProblem]) -> Schema {
    var order: [String] = []
    var defined: Set<String> = []
    var definedDirectives: Set<String> = []
    var parts: [String: [TypeDefinition]] = [:]
    var directives: [SchemaDirective] = []
    var schemas: [SchemaDefinition] = []
    for definition in document.definitions {
      switch definition {
      case .type(let type):
        if !type.isExtension {
          guard defined.insert(type.name.text).inserted else { continue }
          order.append(type.name.text)
        }
        // The definition comes first, even after its extensions.
        parts[type.name.text, default: []].insert(type, at: type.isExtension ? parts[type.name.text]?.count ?? 0 : 0)
      case .directive(let directive):
        guard definedDirectives.insert(directive.name.text).inserted else { continue }
        directives.append(SchemaDirective(directive))
      case .schema(let schema): schemas.append(schema)
      case .operation, .fragment: continue
      }
    }
    var roots: [OperationKind: String] = [:]
    for root in schemas.flatMap(\.operationTypes) where roots[root.kind] == nil {
      roots[root.kind] = root.type.name.text
    }
    if schemas.allSatisfy(\.isExtension) {
      for kind in OperationKind.allCases where defined.contains(kind.defaultTypeName) {
        roots[kind] = kind.defaultTypeName
      }
    }
    return Schema(
      description: schemas.lazy.compactMap { $0.description?.value }.first,
      appliedDirectives: schemas.flatMap(\.directives), queryTypeName: roots[.query],
      mutationTypeName: roots[.mutation], subscriptionTypeName: roots[.subscription],
      types: order.compactMap { parts[$0].map(Self.type(of:)) }, directives: directives, warnings: warnings)
  }

  private static func type(of parts: [TypeDefinition]) -> SchemaType {
    let parts = parts.filter { $0.kind.words == parts[0].kind.words }
    var members = Members()
    for part in parts { members.add(part) }
    let applied = AppliedDirectives(parts.flatMap(\.directives))
    return SchemaType(
      name: parts[0].name.text, kind: members.kind, description: parts[0].description?.value,
      appliedDirectives: applied.others, fields: members.fields, interfaceNames: members.interfaceNames,
      memberNames: members.memberNames, values: members.values, inputFields: members.inputFields,
      isOneOf: members.kind == .inputObject && applied.isOneOf,
      specifiedByURL: members.kind == .scalar ? applied.specifiedByURL : nil)
  }

  /// The members of a type's parts. The first field of a name wins.
  private struct Members {
    var kind = TypeKind.scalar
    var fields: [SchemaField] = []
    var interfaceNames: [String] = []
    var memberNames: [String] = []
    var values: [SchemaEnumValue] = []
    var inputFields: [SchemaInputValue] = []
    private var seen: Set<String> = []

    mutating func add(_ part: TypeDefinition) {
      switch part.kind {
      case .scalar:
        kind = .scalar
      case .object(let interfaces, let added):
        kind = .object
        add(interfaces, added)
      case .interface(let interfaces, let added):
        kind = .interface
        add(interfaces, added)
      case .union(let members):
        kind = .union
        memberNames += members.map(\.name.text)
      case .enum(let added):
        kind = .enum
        for value in added where seen.insert(value.name.text).inserted { values.append(SchemaEnumValue(value)) }
      case .inputObject(let added):
        kind = .inputObject
        for field in added where seen.insert(field.name.text).inserted { inputFields.append(SchemaInputValue(field)) }
      }
    }

    private mutating func add(_ interfaces: [NamedType], _ added: [FieldDefinition]) {
      interfaceNames += interfaces.map(\.name.text)
      for field in added where seen.insert(field.name.text).inserted { fields.append(SchemaField(field)) }
    }
  }
}

extension OperationKind {
  /// The default name of the root type (section 3.3.1).
  package var defaultTypeName: String {
    switch self {
    case .query: "Query"
    case .mutation: "Mutation"
    case .subscription: "Subscription"
    }
  }
}
