import GraphQLExecution
import GraphQLSchema
import OrderedJSON

// What a request says comes back in the answer: a mutation's payload repeats its arguments.

extension FakeWorld {
  /// The value that the request gave to a leaf field of this name; nil if it did not, or not of the right type.
  func echo(_ call: Call) -> Resolved<FakeObject>? {
    guard !call.object.echoes.isEmpty, let value = call.object.echo(call.name),
      schema.type(of: call.type)?.isLeaf == true, value != .null, fits(value, call.type)
    else { return nil }
    return resolved(value)
  }

  private func resolved(_ value: JSON) -> Resolved<FakeObject> {
    switch value {
    case .null: .null
    case .array(let items): .list(items.map { $0 == .null ? .null : resolved($0) })
    case .bool, .number, .string, .object: .leaf(value)
    }
  }

  /// What a mutation's field answers with: the object that its arguments name, else a new one that they describe.
  func payload(_ call: Call, _ candidates: [SchemaType]) -> FakeObject? {
    var echoes: [JSONObject.Member] = []
    for argument in call.arguments.members {
      echoes.append(argument)
      // `input: { … }` says the same things one level down.
      if case .object(let fields) = argument.value {
        echoes += fields.members.filter { field in !echoes.contains { $0.name == field.name } }
      }
    }
    var draw = Draw(call.hash.with("payload"))
    guard let type = draw.pick(candidates), let population = populations[type.name] else { return nil }
    if population.plan.key == nil { return part(call, population, call.hash).echoing(echoes) }
    return keyed(population, echoes) ?? stranger(call, population, echoes)
  }

  /// The object below a mutation's payload that the arguments name or describe; nil elsewhere.
  func mentioned(_ call: Call, _ candidates: [SchemaType]) -> FakeObject? {
    let echoes = call.object.echoes
    guard !echoes.isEmpty, candidates.count == 1, let population = populations[candidates[0].name] else { return nil }
    if population.plan.key != nil, let key = reference(call), let text = key.keyText {
      return population.object(key: text, json: key)
    }
    // Only the payload's own object is what the arguments are about, not what hangs at it.
    guard call.object.parent?.root == .mutation else { return nil }
    guard population.plan.key != nil else { return part(call, population, call.hash).echoing(echoes) }
    if let named = keyed(population, echoes) { return named }
    return echoes.contains { describes($0, population.plan.type) } ? stranger(call, population, echoes) : nil
  }

  /// The argument that names the object of a field: `authorId` for `author`, or a plain value called `author`.
  private func reference(_ call: Call) -> JSON? {
    if let key = call.object.echo(call.name + "Id") ?? call.object.echo(call.name + "ID") { return key }
    switch call.object.echo(call.name) {
    case .string(let text)?: return .string(text)
    case .number(let number)?: return .number(number)
    default: return nil
    }
  }

  /// The objects of a payload's list whose ids are among the arguments (`launches` for `launchIds`); nil elsewhere.
  func mentionedList(_ call: Call, _ candidates: [SchemaType]) -> [FakeObject]? {
    guard !call.object.echoes.isEmpty, candidates.count == 1, let population = populations[candidates[0].name],
      population.plan.key != nil
    else { return nil }
    let name = singular(call.name)
    for suffix in ["Ids", "IDs", "Id", "ID"] {
      switch call.object.echo(name + suffix) {
      case .array(let keys)?:
        var texts: [String] = []
        for key in keys { if let text = key.keyText, !texts.contains(text) { texts.append(text) } }
        return texts.map { population.object(key: $0) }
      case let key?:
        if let text = key.keyText { return [population.object(key: text, json: key)] }
      case nil: continue
      }
    }
    return nil
  }

  private func keyed(_ population: Population, _ echoes: [JSONObject.Member]) -> FakeObject? {
    guard let key = population.plan.key, let value = echoes.first(where: { $0.name == key.field })?.value,
      let text = value.keyText
    else { return nil }
    return population.object(key: text, json: value).echoing(echoes)
  }

  /// Whether a JSON value may be the value of a leaf field, or of a list of leaves, of this type.
  func fits(_ value: JSON, _ type: TypeRef) -> Bool {
    switch (type, value) {
    case (.nonNull, .null): return false
    case (.nonNull(let inner), _): return fits(value, inner)
    case (_, .null): return true
    case (.list(let item), .array(let items)): return items.allSatisfy { fits($0, item) }
    case (.list, _), (_, .array): return false
    case (.named(let name), _):
      guard let named = schema.type(named: name) else { return false }
      if named.kind == .enum {
        if case .string(let text) = value { return named.value(named: text) != nil }
        return false
      }
      return named.kind == .scalar && fitsScalar(value, name)
    }
  }

  private func fitsScalar(_ value: JSON, _ name: String) -> Bool {
    switch (name, value) {
    case ("String", .string), ("ID", .string), ("Boolean", .bool): return true
    case ("ID", .number(let number)), ("Int", .number(let number)): return Int32(number.text) != nil
    case ("Float", .number): return true
    case ("String", _), ("ID", _), ("Boolean", _), ("Int", _), ("Float", _): return false
    default: return true
    }
  }
}
