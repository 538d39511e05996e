import GraphQLLanguage

/// Finds elements of a schema in its document, to locate problems.
struct ElementPlaces {
  private let document: Document
  private var definitions: [String: [TypeDefinition]] = [:]

  init(_ document: Document) {
    self.document = document
    for case .type(let type) in document.definitions {
      definitions[type.name.text, default: []].insert(
        type, at: type.isExtension ? definitions[type.name.text]?.count ?? 0 : 0)
    }
  }

  /// Returns the places of an element, definitions before extensions; none if the document does not contain it.
  func places(of element: SchemaElement) -> [Place] {
    switch element {
    case .schema: schemas.filter { !$0.isExtension }.map(\.place)
    case .root(let kind, let typeName):
      schemas.flatMap(\.operationTypes).first { $0.kind == kind }.map { [$0.type.name.place] }
        ?? Array(parts(typeName).map(\.place).prefix(1))
    case .type(let name): parts(name).map(\.place)
    case .implements(let type, let interface):
      parts(type).flatMap(\.interfaces).filter { $0.name.text == interface }.map(\.name.place)
    case .member(let union, let name):
      parts(union).flatMap(\.members).filter { $0.name.text == name }.map(\.name.place)
    case .field(let name, let part): field(name).map { [part == .type ? $0.type.place : $0.place] } ?? []
    case .argument(let name, let argument, let part): places(argument, in: field(name)?.arguments ?? [], part)
    case .value(let type, let name): parts(type).flatMap(\.values).filter { $0.name.text == name }.map(\.place)
    case .inputField(let name, let part): places(name.field, in: parts(name.type).flatMap(\.inputFields), part)
    case .directive(let name): directive(name).map { [$0.place] } ?? []
    case .directiveArgument(let name, let argument, let part):
      places(argument, in: directive(name)?.arguments ?? [], part)
    }
  }

  private var schemas: [SchemaDefinition] {
    document.definitions.compactMap { if case .schema(let schema) = $0 { schema } else { nil } }
  }

  private func parts(_ name: String) -> [TypeDefinition] { definitions[name] ?? [] }

  private func field(_ name: SchemaElement.FieldName) -> FieldDefinition? {
    parts(name.type).lazy.flatMap(\.fields).first { $0.name.text == name.field }
  }

  private func directive(_ name: String) -> DirectiveDefinition? {
    for case .directive(let directive) in document.definitions where directive.name.text == name { return directive }
    return nil
  }

  private func places(_ name: String, in values: [InputValueDefinition], _ part: SchemaElement.Part) -> [Place] {
    guard let value = values.first(where: { $0.name.text == name }) else { return [] }
    switch part {
    case .whole: return [value.place]
    case .type: return [value.type.place]
    case .deprecation: return value.directives.filter { $0.name.text == "deprecated" }.prefix(1).map(\.place)
    }
  }
}

extension TypeDefinition {
  fileprivate var interfaces: [NamedType] {
    switch kind {
    case .object(let interfaces, _), .interface(let interfaces, _): interfaces
    default: []
    }
  }

  fileprivate var fields: [FieldDefinition] {
    switch kind {
    case .object(_, let fields), .interface(_, let fields): fields
    default: []
    }
  }

  fileprivate var members: [NamedType] { if case .union(let members) = kind { members } else { [] } }

  fileprivate var values: [EnumValueDefinition] { if case .enum(let values) = kind { values } else { [] } }

  fileprivate var inputFields: [InputValueDefinition] {
    if case .inputObject(let fields) = kind { fields } else { [] }
  }
}
