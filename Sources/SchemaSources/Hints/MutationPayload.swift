import GraphQLSchema

/// The types of the objects that a mutation may create, change or delete, according to its definition.
struct MutationPayload: Sendable {
  /// The types that the answer may hold; empty if unknown.
  let held: [String]
  /// By argument, the types that it may create in addition, such as `attendees` of
  /// `createConference(attendees: [{name: "Ann"}])`.
  let made: [String: [String]]

  /// Returns the types for a mutation with these arguments, sorted.
  func types(given arguments: [String]) -> [String] {
    held.isEmpty ? [] : Set(held + arguments.flatMap { made[$0] ?? [] }).sorted()
  }
}

/// Finds the payloads of a schema's mutations.
struct PayloadFinder {
  let schema: Schema
  let readable: ReadableTypes
  let keys: [String: [String]]

  func payload(of field: SchemaField) -> MutationPayload {
    let (objects, values) = held(by: field)
    // Types without ids (`Review`) say too little about a mutation: it may have changed any object.
    guard !objects.isEmpty else { return MutationPayload(held: [], made: [:]) }
    var made: [String: [String]] = [:]
    for argument in field.arguments { made[argument.name] = self.made(by: argument, for: objects) }
    return MutationPayload(held: (objects + values).map(\.name), made: made)
  }

  /// Returns the objects that an answer holds, at any depth of wrappers, and the values beside them. Does not follow an
  /// object's own fields: a mutation does not change related objects.
  private func held(by field: SchemaField) -> (objects: [SchemaType], values: [SchemaType]) {
    var objects: [SchemaType] = []
    var values: [SchemaType] = []
    var seen: Set<String> = []
    var pending = [schema.type(of: field.type)].compactMap { $0 }
    while let type = pending.popLast() {
      // A payload that offers the root type again may hold anything, so it gives no information.
      for object in schema.possibleTypes(of: type) where object.name != schema.queryTypeName {
        guard seen.insert(object.name).inserted else { continue }
        let isReadable = readable.names.contains(object.name)
        if isReadable, ReadableTypes.isNamed(object, keys) {
          objects.append(object)
          continue
        }
        if isReadable, !ReadableTypes.isPage(object) { values.append(object) }
        pending += object.fields.compactMap { schema.type(of: $0.type) }.filter(\.isComposite)
      }
    }
    return (objects, values)
  }

  /// Returns the types of objects' fields whose content an argument gives: it, or an input field in it, has the field's
  /// name and is an input object.
  private func made(by argument: SchemaInputValue, for objects: [SchemaType]) -> [String] {
    struct Step: Hashable {
      let name: String
      let input: String
      let object: String
    }
    var made: Set<String> = []
    var seen: Set<Step> = []
    var pending = objects.map { Step(name: argument.name, input: argument.type.typeName, object: $0.name) }
    while let step = pending.popLast() {
      guard seen.insert(step).inserted, let input = schema.type(named: step.input), input.kind == .inputObject,
        let object = schema.type(named: step.object)
      else { continue }
      let related = object.field(named: step.name).flatMap { schema.type(of: $0.type) }
      let inner = related.map { schema.possibleTypes(of: $0) } ?? []
      made.formUnion(inner.map(\.name))
      for field in input.inputFields {
        // An input that is not a field of the object (`input`, `create`) describes the object itself.
        for target in inner.isEmpty ? [object] : inner {
          pending.append(Step(name: field.name, input: field.type.typeName, object: target.name))
        }
      }
    }
    return made.sorted()
  }
}
