import GraphQLLanguage

extension Schema {
  /// Returns the schema without the information that an introspection result lacks, for comparison with that result. If
  /// the deprecation of arguments and input fields is unknown, deprecated ones are removed.
  package func forgetting(_ gaps: Set<IntrospectionGap>) -> Schema {
    if gaps.isEmpty { return self }
    let forgetter = Forgetter(gaps: gaps)
    return Schema(
      description: gaps.contains(.schemaDescription) ? nil : forgetter.description(description),
      appliedDirectives: appliedDirectives, queryTypeName: queryTypeName, mutationTypeName: mutationTypeName,
      subscriptionTypeName: subscriptionTypeName, types: types.map(forgetter.type),
      directives: gaps.contains(.directives) ? [] : directives.filter { !$0.isBuiltIn }.map(forgetter.directive),
      warnings: warnings)
  }
}

/// Copies parts of a schema without the missing information.
private struct Forgetter {
  let gaps: Set<IntrospectionGap>

  func description(_ text: String?) -> String? { gaps.contains(.descriptions) ? nil : text }

  func type(_ type: SchemaType) -> SchemaType {
    SchemaType(
      name: type.name, kind: type.kind, description: description(type.description),
      appliedDirectives: type.appliedDirectives, fields: type.fields.map(field),
      interfaceNames: type.kind == .interface && gaps.contains(.interfacesOfInterfaces) ? [] : type.interfaceNames,
      memberNames: type.memberNames, values: type.values.map(value), inputFields: inputs(type.inputFields),
      isOneOf: !gaps.contains(.isOneOf) && type.isOneOf,
      specifiedByURL: gaps.contains(.specifiedByURL) ? nil : type.specifiedByURL)
  }

  private func field(_ field: SchemaField) -> SchemaField {
    SchemaField(
      name: field.name, description: description(field.description), arguments: inputs(field.arguments),
      type: field.type, deprecationReason: field.deprecationReason, appliedDirectives: field.appliedDirectives)
  }

  private func inputs(_ inputs: [SchemaInputValue]) -> [SchemaInputValue] {
    let told = gaps.contains(.inputDeprecation) ? inputs.filter { $0.deprecationReason == nil } : inputs
    return told.map { input in
      SchemaInputValue(
        name: input.name, description: description(input.description), type: input.type,
        defaultValue: input.defaultValue, deprecationReason: input.deprecationReason,
        appliedDirectives: input.appliedDirectives)
    }
  }

  private func value(_ value: SchemaEnumValue) -> SchemaEnumValue {
    var value = value
    value.description = description(value.description)
    return value
  }

  func directive(_ directive: SchemaDirective) -> SchemaDirective {
    var directive = directive
    directive.description = description(directive.description)
    directive.arguments = inputs(directive.arguments)
    if gaps.contains(.isRepeatable) { directive.isRepeatable = false }
    if gaps.contains(.directiveLocations) { directive.locations = [] }
    return directive
  }
}
