import GraphQLSchema

/// The types of the objects that one mutation may make, change or delete, as its definition tells.
struct MutationPayload: Sendable {
  /// Those that the answer may hold; empty where that is unknown.
  let held: [String]
  /// By argument: those that it may make besides, as `attendees` of `createConference(attendees: [{name: "Ann"}])`.
  let made: [String: [String]]

  /// All of them for a mutation with these arguments, sorted.
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
    // What is told apart by nothing (`Review`) is too little to know the mutation by: it may have changed any object.
    guard !objects.isEmpty else { return MutationPayload(held: [], made: [:]) }
    var made: [String: [String]] = [:]
    for argument in field.arguments { made[argument.name] = self.made(by: argument, for: objects) }
    return MutationPayload(held: (objects + values).map(\.name), made: made)
  }

  /// The objects that an answer holds, looked for in wrappers as deep as these go, and the values that it holds beside
  /// them. An object's own fields are not followed: what is related to it has not changed with it.
  private func held(by field: SchemaField) -> (objects: [SchemaType], values: [SchemaType]) {
    var objects: [SchemaType] = []
    var values: [SchemaType] = []
    var seen: Set<String> = []
    var pending = [schema.type(of: field.type)].compactMap { $0 }
    while let type = pending.popLast() {
      // Payloads that offer the root again hold anything, and say nothing.
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

  /// The types of the fields of some objects that an argument gives the content of: where it, or an input field below
  /// it, has the field's name and is an input object.
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
        // An input that is no field of the object (`input`, `create`) stands for the object itself.
        for target in inner.isEmpty ? [object] : inner {
          pending.append(Step(name: field.name, input: field.type.typeName, object: target.name))
        }
      }
    }
    return made.sorted()
  }
}
