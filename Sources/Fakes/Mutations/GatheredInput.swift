import FakeValues
import GraphQLSchema
import OrderedJSON

/// The part of a request about an object of a type, sorted by its meaning.
struct GatheredInput {
  var keys: [String]?
  /// Fields that the request could have set and did not.
  var unsent: [FieldPlan] = []
  /// `input` is the type of an input object, which may be an operation on the value: `{increment: 1}`.
  var values: [(field: FieldPlan, value: JSON, input: SchemaType?)] = []
  var links: [(field: FieldPlan, mode: LinkMode, value: JSON, input: SchemaInputValue)] = []
  /// Fields of other objects that will lead here, with the keys of these objects.
  var backLinks: [(field: FieldPlan, key: String, name: String)] = []
  /// Lists whose objects will lead to those with the keys.
  var through: [(list: FieldPlan, link: FieldPlan, key: String, name: String)] = []
  var anyKeys: [(key: String, name: String)] = []
  var increments: [(field: FieldPlan, by: JSON)] = []
  var conditions: [(input: SchemaInputValue, value: JSON)] = []
  /// The rows of a request about many objects.
  var rows: [GatheredInput] = []
  /// Indicates whether a list of objects was given, even an empty one.
  var hasRows = false
  /// The two halves of an upsert.
  var whenNew: [GatheredInput] = []
  var whenKnown: [GatheredInput] = []
  var mayExist = false

  init() {}

  /// Gathers arguments or members of an input object for an object of a type. `keyName` is the object's key.
  init(_ members: JSONObject, _ inputs: [SchemaInputValue], for type: TypePlan, _ reader: InputReader, keyName: String?)
  {
    gather(members, inputs, type, reader, keyName)
  }

  private mutating func gather(
    _ members: JSONObject, _ inputs: [SchemaInputValue], _ type: TypePlan, _ reader: InputReader, _ keyName: String?
  ) {
    for input in inputs {
      guard let value = members[input.name] else {
        if case .value(let field) = reader.meaning(of: input, for: type), field.role == .leaf || field.role == .part {
          unsent.append(field)
        }
        continue
      }
      if input.name == keyName {
        takeKeys(value)
        continue
      }
      let named = reader.plan.schema.type(of: input.type)
      let inner = named?.inputFields ?? []
      switch reader.meaning(of: input, for: type) {
      case .key: takeKeys(value)
      case .value(let field): values.append((field, value, named?.kind == .inputObject ? named : nil))
      case .link(let field, let mode):
        links.append((field, mode, value, input))
        // A key that the object also has as a field, under another name than the link.
        if let key = reader.plan.field(input.name, of: type), key.role == .leaf { values.append((key, value, nil)) }
      case .backLink(let field): backLinks += Self.keys(value).map { (field, $0, input.name) }
      case .through(let list, let link): through += Self.keys(value).map { (list, link, $0, input.name) }
      case .anyKey: anyKeys += Self.keys(value).map { ($0, input.name) }
      case .values:
        switch value {
        case .object(let object): gather(object, inner, type, reader, keyName)
        case .array(let items):
          hasRows = true
          for case .object(let object) in items {
            rows.append(GatheredInput(object, inner, for: type, reader, keyName: keyName))
          }
        default: break
        }
      case .increments:
        guard case .object(let object) = value else { continue }
        for member in object.members {
          if let field = reader.plan.field(member.name, of: type) { increments.append((field, member.value)) }
        }
      case .condition:
        if value != .null { conditions.append((input, value)) }
      case .whenNew, .whenKnown:
        guard case .object(let object) = value else { continue }
        let half = GatheredInput(object, inner, for: type, reader, keyName: nil)
        if case .whenNew = reader.meaning(of: input, for: type) { whenNew.append(half) } else { whenKnown.append(half) }
      case .conflict: mayExist = mayExist || value != .null
      case .nothing: continue
      }
    }
  }

  private mutating func takeKeys(_ value: JSON) {
    let said = Self.keys(value)
    if !said.isEmpty { keys = (keys ?? []) + said }
  }

  private static func keys(_ value: JSON) -> [String] {
    if case .array(let items) = value { return items.compactMap(\.keyText) }
    return value.keyText.map { [$0] } ?? []
  }

  /// Returns a row of many, completed by the inputs beside the list.
  func completed(by all: GatheredInput) -> GatheredInput {
    var one = self
    one.values += all.values.filter { !says($0.field) }
    one.links += all.links.filter { !says($0.field) }
    one.backLinks += all.backLinks
    one.anyKeys += all.anyKeys
    return one
  }

  func says(_ field: FieldPlan) -> Bool {
    values.contains { $0.field === field } || links.contains { $0.field.linkID == field.linkID }
  }
}
