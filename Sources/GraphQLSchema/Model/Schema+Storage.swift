import GraphQLLanguage

extension Schema {
  /// The contents of a schema, with lookup tables made once.
  final class Storage: Sendable {
    let description: String?
    let appliedDirectives: [Directive]
    let queryTypeName: String?
    let mutationTypeName: String?
    let subscriptionTypeName: String?
    let types: [SchemaType]
    let allTypes: [SchemaType]
    let directives: [SchemaDirective]
    /// The directives listed by the introspection result; nil for a schema from SDL.
    let listedDirectiveNames: Set<String>?
    let warnings: [SchemaProblem]

    let typesByName: [String: SchemaType]
    /// The object types of each abstract type: members in the union's order, implementations in order of definition.
    let possibleTypes: [String: [SchemaType]]
    /// The names of the members and implementing types of each abstract type, including interfaces.
    let subtypeNames: [String: Set<String>]

    init(
      description: String?, appliedDirectives: [Directive], queryTypeName: String?, mutationTypeName: String?,
      subscriptionTypeName: String?, types: [SchemaType], directives: [SchemaDirective],
      listedDirectiveNames: Set<String>?, warnings: [SchemaProblem]
    ) {
      self.listedDirectiveNames = listedDirectiveNames
      self.description = description
      self.appliedDirectives = appliedDirectives
      self.queryTypeName = queryTypeName
      self.mutationTypeName = mutationTypeName
      self.subscriptionTypeName = subscriptionTypeName
      self.warnings = warnings

      var byName = SchemaType.builtInByName
      let defined = types.filter { byName[$0.name] == nil }
      for type in defined { byName[type.name] = type }
      self.types = defined
      let definedNames = Set(directives.map(\.name))
      let allDirectives = directives + SchemaDirective.builtIn.filter { !definedNames.contains($0.name) }
      self.directives = allDirectives
      let all = Self.ordered(types, byName, allDirectives)
      allTypes = all
      // A schema contains only the built-in scalars that it refers to (section 3.5).
      let listed = Set(all.lazy.filter(\.isBuiltInScalar).map(\.name))
      for scalar in SchemaType.builtInScalars where !listed.contains(scalar.name) { byName[scalar.name] = nil }
      typesByName = byName

      var possible: [String: [SchemaType]] = [:]
      var interfaces: [String: [SchemaType]] = [:]
      for type in defined {
        if type.kind == .union {
          possible[type.name] = type.memberNames.compactMap { byName[$0] }.filter { $0.kind == .object }
        }
        for name in type.interfaceNames {
          if type.kind == .object { possible[name, default: []].append(type) }
          if type.kind == .interface { interfaces[name, default: []].append(type) }
        }
      }
      possibleTypes = possible
      subtypeNames = possible.merging(interfaces, uniquingKeysWith: +).mapValues { Set($0.map(\.name)) }
    }

    /// Orders the types like graphql-js. A built-in scalar keeps its place in the schema's list, or else follows the
    /// first type, or the directives, that refer to it. Introspection types come last.
    private static func ordered(
      _ types: [SchemaType], _ byName: [String: SchemaType], _ directives: [SchemaDirective]
    ) -> [SchemaType] {
      var result: [SchemaType] = []
      var seen = Set(types.map(\.name))
      func add(_ name: String) {
        guard !seen.contains(name), let type = byName[name] else { return }
        seen.insert(name)
        result.append(type)
        type.referredNames.forEach(add)
      }
      for type in types {
        let type = type.isBuiltIn ? byName[type.name] ?? type : type
        result.append(type)
        type.referredNames.forEach(add)
      }
      for directive in directives {
        for argument in directive.arguments { add(argument.type.typeName) }
      }
      add("__Schema")
      return result
    }
  }
}

extension SchemaType {
  /// The types that the definition refers to, in graphql-js's order.
  var referredNames: [String] {
    var names = memberNames + interfaceNames
    for field in fields {
      names.append(field.type.typeName)
      for argument in field.arguments { names.append(argument.type.typeName) }
    }
    for field in inputFields { names.append(field.type.typeName) }
    return names
  }
}

/// Recognises a schema without keeping it in memory: its copies are the same schema, one that was loaded again is not.
package struct SchemaReference: Sendable {
  private weak let storage: Schema.Storage?

  package init(_ schema: Schema) { storage = schema.storage }

  package func refers(to schema: Schema) -> Bool { storage === schema.storage }
}
