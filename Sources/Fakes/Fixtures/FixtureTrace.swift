import FakeValues
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The answer of a world to a fixture's query, with the object and the field behind each value.
struct FixtureTrace {
  typealias Path = [GraphQLError.PathElement]

  let data: JSON
  /// The objects with an identity, by their path.
  let objects: [Path: ObjectID]
  /// The fields of objects with an identity, by the path of their value.
  let fields: [Path: Place]
  /// All fields.
  private let plans: [Path: FieldPlan]
  /// The keys by which objects were looked up that have another key.
  let others: [Path: String]

  /// A field of an object, with its arguments.
  struct Place: Hashable {
    let object: ObjectID
    /// See `JSONObject.valueName`.
    let field: String
    let plan: FieldPlan

    static func == (left: Place, right: Place) -> Bool { left.object == right.object && left.field == right.field }

    func hash(into hasher: inout Hasher) {
      hasher.combine(object)
      hasher.combine(field)
    }
  }

  /// Indicates whether an object above a value may have several types.
  func isBelowAbstract(_ path: Path) -> Bool {
    path.indices.contains { plans[Array(path[...$0])]?.named.isAbstract == true }
  }

  init(_ fixture: Fixture, in world: FakeWorld) {
    var source = TracedSource(source: FakeSource(world.base, of: world, imageOrigin: FakeSession.usualOrigin))
    let request = ExecutionRequest(
      document: fixture.document, operationName: nil, variables: JSONObject(), source: fixture.source)
    source.source.asked = request
    let result = execute(request, schema: world.schema, root: source.source.root(.query), from: &source)
    data = result.response["data"] ?? .null
    objects = source.objects
    fields = source.fields
    plans = source.plans
    others = source.keys.filter { [objects] path, key in objects[path].map { $0.key != key } ?? false }
  }

  /// Returns the place of the first value that differs from the expected one; nil if there is none. Cursors are always
  /// generated.
  func firstDifference(from expected: JSON) -> Path? {
    Self.firstDifference(expected, data) { path in
      guard let plan = plans[path] else { return false }
      if case .edge = plan.owner.role, plan.name == "cursor" { return true }
      return plan.fact == .startCursor || plan.fact == .endCursor
    }
  }

  static func firstDifference(
    _ expected: JSON, _ generated: JSON, at path: Path = [], besides isFree: (Path) -> Bool = { _ in false }
  ) -> Path? {
    if isFree(path) { return nil }
    switch (expected, generated) {
    case (.object(let expected), .object(let generated)):
      for member in expected.members {
        guard let value = generated[member.name] else { return path + [.key(member.name)] }
        if let place = firstDifference(member.value, value, at: path + [.key(member.name)], besides: isFree) {
          return place
        }
      }
      return nil
    case (.array(let expected), .array(let generated)):
      guard expected.count == generated.count else { return path }
      for (index, (item, value)) in zip(expected, generated).enumerated() {
        if let place = firstDifference(item, value, at: path + [.index(index)], besides: isFree) { return place }
      }
      return nil
    case (.number(let expected), .number(let generated)):
      return expected.text == generated.text || Double(expected.text) == Double(generated.text) ? nil : path
    default: return expected == generated ? nil : path
    }
  }
}

/// A world's fields that notes which objects they belong to.
private struct TracedSource: FieldSource {
  typealias Object = FakeObject

  var source: FakeSource
  private(set) var objects: [FixtureTrace.Path: ObjectID] = [:]
  private(set) var fields: [FixtureTrace.Path: FixtureTrace.Place] = [:]
  private(set) var plans: [FixtureTrace.Path: FieldPlan] = [:]
  /// The keys by which objects are looked up.
  private(set) var keys: [FixtureTrace.Path: String] = [:]

  init(source: FakeSource) { self.source = source }

  mutating func resolve(_ call: FieldCall, of object: FakeObject) throws(FieldFailure) -> Resolved<FakeObject> {
    let path = Array(call.path)
    if let id = object.id { objects[Array(path.dropLast())] = id }
    if let plan = source.plan.plan(of: call.definition) {
      plans[path] = plan
      if plan.role == .lookup, plan.targets.count == 1 {
        keys[path] = plan.namedKey(plan.renamed(call.arguments).members)
      }
      if let id = object.id ?? (object.isRoot ? RecordedFacts.root : nil) {
        fields[path] = .init(object: id, field: call.arguments.valueName(of: call.definition.name), plan: plan)
      }
    }
    return try source.resolve(call, of: object)
  }
}

extension JSON {
  /// Returns the value at a path of a response; nil if there is none.
  func value(at path: FixtureTrace.Path) -> JSON? {
    var value: JSON? = self
    for step in path {
      switch step {
      case .key(let key): value = value?[key]
      case .index(let index):
        guard let items = value?.arrayValue, items.indices.contains(index) else { return nil }
        value = items[index]
      }
    }
    return value
  }
}
