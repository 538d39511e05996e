import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// Finds the role of each object type.
struct TypeInference {
  let schema: Schema
  let rules: FakeRules
  let keys: KeyInference
  let pages: PageInference
  /// The types that queries reach.
  private let asked: Set<String>

  init(_ schema: Schema, _ rules: FakeRules) {
    self.schema = schema
    self.rules = rules
    keys = KeyInference(schema, rules)
    pages = PageInference(schema: schema, said: rules.types)
    asked = Self.reached(from: .query, in: schema)
  }

  /// Indicates whether only mutations return a type with their outcome: `DeletePayload {id ok}`.
  private func isPayload(_ type: SchemaType) -> Bool {
    guard !asked.contains(type.name) else { return false }
    if ["payload", "result", "response", "output"].contains(words(of: type.name).last ?? "") { return true }
    return type.fields.contains { PayloadField.isSuccess($0.name) || PayloadField.isErrors($0.name) }
  }

  private static func reached(from kind: OperationKind, in schema: Schema) -> Set<String> {
    guard let root = schema.rootType(of: kind) else { return [] }
    var reached: Set<String> = [root.name]
    var pending = [root]
    while let type = pending.popLast() {
      for next in schema.possibleTypes(of: type) + type.fields.compactMap({ schema.type(of: $0.type) })
      where next.isComposite && reached.insert(next.name).inserted {
        pending.append(next)
      }
    }
    return reached
  }

  func plans(_ origin: StableHash) -> [TypePlan] {
    let listed = listedAtRoot()
    let made = listedAndMade()
    var plans: [TypePlan] = []
    for type in schema.types where type.kind == .object {
      let atlas: AtlasMember.Kind? =
        switch rules.types[type.name]?.real {
        case .real(let kind)?: kind
        case RealRule.none?: nil
        case nil: Subject.isCodeLanguage(type) ? nil : AtlasMember.Kind(type: type.name)
        }
      let reason =
        listed.contains(type.name)
        ? "listed at the root, without a key" : made.contains(type.name) ? "made by mutations, without a key" : nil
      let (role, why) = role(of: type, atlas, withoutKey: reason)
      plans.append(
        TypePlan(
          type: type, index: plans.count, role: role, hash: origin.with("type").with(type.name), atlas: atlas,
          reason: why, unique: keys.found(type),
          numbers: keys.numbered.firstIndex(of: type.name).map { ($0, keys.numbered.count) }))
    }
    return plans
  }

  private func role(
    of type: SchemaType, _ atlas: AtlasMember.Kind?, withoutKey: String?
  ) -> (TypeRole, String) {
    for kind in [OperationKind.query, .mutation, .subscription] where schema.rootTypeName(of: kind) == type.name {
      return (.root(kind), "root of \(kind == .query ? "queries" : kind.rawValue + "s")")
    }
    let rule = rules.types[type.name]
    if let node = pages.edgeNode(of: type) {
      return (.edge(node: node), "edge of a connection, with the object in \(node)")
    }
    if case .page? = rule?.page, let page = pages.page(of: type) {
      return (.page(page), "page of \(page.items): \(page.lists.joined(separator: ", "))")
    }
    if rule?.key == nil || rule?.key == "", keys.key(of: type, atlas: atlas, rule: nil) == nil,
      let page = pages.page(of: type)
    {
      return (.page(page), "page of \(page.items): \(page.lists.joined(separator: ", "))")
    }
    if rule?.key == nil, isPayload(type) { return (.part, "answer of mutations only") }
    if rule?.key != "", let (key, reason) = keys.key(of: type, atlas: atlas, rule: rule) {
      return (.entity(key), reason)
    }
    if let withoutKey { return (.entity(nil), withoutKey) }
    if rule?.population != nil { return (.entity(nil), "without a key, by a rule") }
    return (.part, "no key: belongs to its parent object")
  }

  /// Returns the object types of which the query root has a list, directly or through a page.
  private func listedAtRoot() -> Set<String> {
    var names: Set<String> = []
    for field in schema.rootType(of: .query)?.fields ?? [] {
      if let item = item(of: field) { names.insert(item.name) }
    }
    return names
  }

  /// Returns the object types in a list of another type that a mutation also returns, directly or in a payload.
  private func listedAndMade() -> Set<String> {
    var made: Set<String> = []
    var payloads: Set<String> = []
    for field in schema.rootType(of: .mutation)?.fields ?? [] {
      guard let type = schema.type(of: field.type), type.kind == .object else { continue }
      made.insert(type.name)
      // A type with a key is part of the world, even if a mutation returns it.
      if keys.key(of: type, atlas: nil, rule: nil) == nil || isPayload(type) { payloads.insert(type.name) }
      for inner in type.fields where schema.type(of: inner.type)?.kind == .object { made.insert(inner.type.typeName) }
    }
    guard !made.isEmpty else { return [] }
    var listed: Set<String> = []
    for type in schema.types where type.kind == .object && !payloads.contains(type.name) {
      guard pages.page(of: type) == nil else { continue }
      for field in type.fields {
        if let item = item(of: field), item !== type { listed.insert(item.name) }
      }
    }
    return made.intersection(listed)
  }

  /// Returns the object type of a list, or of a page's list; nil for lists of lists, and for other types.
  private func item(of field: SchemaField) -> SchemaType? {
    guard let named = schema.type(of: field.type), named.kind == .object else { return nil }
    guard field.type.nullable.isList else {
      guard let page = pages.page(of: named), let item = schema.type(named: page.items) else { return nil }
      return item.kind == .object ? item : nil
    }
    if case .list(let item) = field.type.nullable, item.nullable.isList { return nil }
    return pages.edgeNode(of: named) == nil ? named : nil
  }
}
