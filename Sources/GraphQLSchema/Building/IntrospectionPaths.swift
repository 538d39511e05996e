import GraphQLLanguage
import OrderedJSON

/// Finds elements of a schema in the introspection result that it was read from, to locate problems.
struct IntrospectionPaths {
  private let root: IntrospectionRoot

  init(_ root: IntrospectionRoot) { self.root = root }

  /// Returns the path of an element, e.g. `data.__schema.types[3].fields[0]`; nil if the result does not contain it.
  func path(of element: SchemaElement) -> String? {
    switch element {
    case .schema: root.path.isEmpty ? nil : root.path
    case .root(let kind, _): root.path("\(kind.rawValue)Type")
    case .type(let name): type(name)?.path
    case .implements(let type, let interface): named(interface, in: self.type(type), "interfaces")?.path
    case .member(let union, let name): named(name, in: type(union), "possibleTypes")?.path
    case .field(let name, let part): field(name).map { $0.path + Self.suffix(part) }
    case .argument(let name, let argument, let part):
      named(argument, in: field(name), "args").map { $0.path + Self.suffix(part) }
    case .value(let type, let name): named(name, in: self.type(type), "enumValues")?.path
    case .inputField(let name, let part):
      named(name.field, in: type(name.type), "inputFields").map { $0.path + Self.suffix(part) }
    case .directive(let name): directive(name)?.path
    case .directiveArgument(let name, let argument, let part):
      named(argument, in: directive(name), "args").map { $0.path + Self.suffix(part) }
    }
  }

  private typealias Found = (json: JSON, path: String)

  private func type(_ name: String) -> Found? { named(name, in: (.object(root.object), root.path), "types") }

  private func directive(_ name: String) -> Found? { named(name, in: (.object(root.object), root.path), "directives") }

  private func field(_ name: SchemaElement.FieldName) -> Found? { named(name.field, in: type(name.type), "fields") }

  private func named(_ name: String, in owner: Found?, _ list: String) -> Found? {
    guard let owner, let items = owner.json[list]?.arrayValue,
      let index = items.firstIndex(where: { $0["name"]?.stringValue == name })
    else { return nil }
    return (items[index], "\(owner.path.isEmpty ? "" : owner.path + ".")\(list)[\(index)]")
  }

  private static func suffix(_ part: SchemaElement.Part) -> String {
    switch part {
    case .whole: ""
    case .type: ".type"
    case .deprecation: ".isDeprecated"
    }
  }
}
