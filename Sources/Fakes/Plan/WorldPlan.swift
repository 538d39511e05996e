import FakeValues
import GraphQLLanguage
import GraphQLSchema
import Synchronization

/// The inferences from a schema: the role of every type and field, and the links between objects. It is made once and
/// shared. Expensive parts are made when a field is first requested, so that a large schema costs only its names.
final class WorldPlan: Sendable {
  let schema: Schema
  /// The hash from which all others are derived.
  let origin: StableHash
  let rules: FakeRules
  let catalog: FieldCatalog
  let types: [TypePlan]
  let fields: [FieldPlan]
  let viewer: TypePlan?

  private let typesByName: [String: TypePlan]
  private let fieldRanges: [Range<Int>]
  private let fieldsByDefinition: [ObjectIdentifier: FieldPlan]
  /// The types by the first characters of their global keys.
  let globalTags: [String: TypePlan]
  /// The to-one fields that lead to objects of a type, by the type's position.
  let linksToType: [Int: [FieldPlan]]
  let sizes: PopulationSizes
  /// The members after each list's last where lists of given lengths share a population, by the to-one field back.
  let shares: [Int: Lazy<[Int]>]
  private let keyTables: [Lazy<KeyTable>]
  /// The constraints between the fields of each type, by the type's position and the field's number.
  private let constraints: [Lazy<[Int: FieldConstraint]>]
  private let ownership: Lazy<Ownership>
  private let trees: Set<Int>
  /// The types in names of mutations and their inputs.
  let entityNames: Lazy<EntityNames>
  /// The recorded members; nil if nothing was recorded.
  let recorded: RecordedMembers?

  init(schema: Schema, seed: UInt64, endpoint: String, rules: FakeRules) {
    self.schema = schema
    self.rules = rules
    let pages = PageInference(schema: schema, said: rules.types)
    let catalog = FieldCatalog(schema: schema, said: pages.said)
    self.catalog = catalog
    origin = StableHash().with("understudy fake world 2").with(seed).with(endpoint)
    let types = TypeInference(schema, rules).plans(origin)
    self.types = types
    let plans = Dictionary(types.map { ($0.type.name, $0) }, uniquingKeysWith: { first, _ in first })
    typesByName = plans
    entityNames = Lazy { EntityNames(types, schema, plans) }

    var drafts: [FieldDraft] = []
    for plan in types {
      for field in plan.type.fields {
        if let draft = FieldDraft(id: drafts.count, owner: plan, field: field, plans: plans, schema: schema) {
          drafts.append(draft)
        }
      }
    }
    let viewerDraft = RoleInference.viewer(drafts, rules)
    viewer = viewerDraft?.targets.first
    let relations = RelationInference(drafts, rules: rules)
    let counts = CountInference(drafts, viewer: viewer, pages: pages, rules: rules)
    let roles = RoleInference(
      schema: schema, drafts: drafts, viewer: viewerDraft, links: relations.links, counts: counts, rules: rules)
    let fields = drafts.map { draft in
      let rule = rules.rule(draft.owner.type, draft.field)
      return FieldPlan(
        draft, role: roles.role(of: draft), counted: counts.filters[draft.id],
        link: relations.links[draft.id] ?? .free, linkID: relations.aliases[draft.id] ?? draft.id,
        member: relations.members[draft.id], rule: rule,
        nullPercent: rule?.nullPercent ?? rules.nullPercent ?? Self.usualNullPercent(draft), locale: rules.locale,
        catalog: catalog)
    }
    self.fields = fields
    fieldsByDefinition = Dictionary(
      fields.map { (ObjectIdentifier($0.field), $0) }, uniquingKeysWith: { first, _ in first })
    var ranges = Array(repeating: 0..<0, count: types.count)
    for field in fields {
      let range = ranges[field.owner.index]
      ranges[field.owner.index] = (range.isEmpty ? field.id : range.lowerBound)..<(field.id + 1)
    }
    fieldRanges = ranges
    globalTags = Dictionary(
      types.filter { $0.key?.style == .global }.map { (KeyPlan.globalTag($0.type.name), $0) },
      uniquingKeysWith: { first, _ in first })
    var links: [Int: [FieldPlan]] = [:]
    for field in fields where field.role == .toOne && field.owner.isEntity {
      for target in field.targets { links[target.index, default: []].append(field) }
    }
    linksToType = links
    let sizes = PopulationSizes(types: types, fields: fields, viewer: viewer, rules: rules)
    self.sizes = sizes
    shares = Self.shares(sizes, fields)
    keyTables = types.map { type in
      Lazy { KeyTable(type, size: sizes.size(type), locale: rules.locale) }
    }
    let (viewer, places) = (viewer, ranges)
    let ofPages = Self.typesOfPages(fields, types)
    constraints = types.map { type in
      let own = fields[places[type.index]]
      return Lazy {
        ConstraintInference(own, viewer: viewer, mayBePage: ofPages.contains(type.index)) { fields[places[$0.index]] }
          .constraints
      }
    }
    let trees = Self.trees(fields, ranges)
    self.trees = trees
    ownership = Lazy { Ownership(types, fields: { fields[places[$0.index]] }, isTree: { trees.contains($0.id) }) }
    recorded = nil
  }

  init(_ other: WorldPlan, recorded: RecordedMembers) {
    schema = other.schema
    rules = other.rules
    catalog = other.catalog
    origin = other.origin
    types = other.types
    fields = other.fields
    viewer = other.viewer
    typesByName = other.typesByName
    fieldRanges = other.fieldRanges
    fieldsByDefinition = other.fieldsByDefinition
    globalTags = other.globalTags
    linksToType = other.linksToType
    entityNames = other.entityNames
    constraints = other.constraints
    ownership = other.ownership
    trees = other.trees
    self.recorded = recorded
    var tables = other.keyTables
    var sizes = other.sizes
    for type in other.types where type.isEntity {
      guard
        let table = KeyTable(
          type, seeded: other.sizes.size(type), said: rules.types[type.type.name]?.population, recorded,
          locale: rules.locale)
      else { continue }
      tables[type.index] = Lazy { table }
      sizes.set(type, table.keys.count)
    }
    keyTables = tables
    self.sizes = sizes
    shares = Self.shares(sizes, fields)
  }

  private static func shares(_ sizes: PopulationSizes, _ fields: [FieldPlan]) -> [Int: Lazy<[Int]>] {
    var shares: [Int: Lazy<[Int]>] = [:]
    for (list, length) in sizes.blocks {
      guard case .derived(let from) = fields[list].link, from.count == 1 else { continue }
      let owners = sizes.size(fields[list].owner)
      shares[from[0]] = Lazy {
        var end = 0
        return (0..<owners).map { owner in
          end += PopulationSizes.length(fields[list], owner, length)
          return end
        }
      }
    }
    return shares
  }

  /// Returns the fields that lead to the objects to which those of a type belong, with the creation of each.
  func owners(of type: TypePlan) -> [Ownership.Owner] { ownership.value.owners[type.index] ?? [] }

  /// Returns the field that leads to what a parent and its children have in common.
  func home(of type: TypePlan) -> FieldPlan? { ownership.value.home(of: type) }

  /// Indicates whether a to-one field leads from children to a parent of the same type.
  func isTree(_ field: FieldPlan) -> Bool { trees.contains(field.id) }

  /// Returns the number in the part to which a field leads: `amount` of `Money { amount currency }`.
  func amount(of field: FieldPlan) -> FieldPlan? { ConstraintInference.amount(of: field) { fields(of: $0) } }

  func constraint(of field: FieldPlan) -> FieldConstraint? {
    if field.isUnconstrained.load(ordering: .relaxed) { return nil }
    let constraint = constraints[field.owner.index].value[field.id]
    if constraint == nil { field.isUnconstrained.store(true, ordering: .relaxed) }
    return constraint
  }

  func keys(_ type: TypePlan) -> KeyTable { keyTables[type.index].value }

  func plan(_ name: String) -> TypePlan? { typesByName[name] }

  func plan(of field: SchemaField) -> FieldPlan? { fieldsByDefinition[ObjectIdentifier(field)] }

  /// Returns the key of a member of the population, from the seed and the recordings.
  func key(of type: TypePlan, number: Int) -> String {
    if recorded?.knows(type) == true { return keys(type).keys[number] }
    guard let key = type.key, key.style != .counted else { return String(number + 1) }
    return keys(type).keys[number]
  }

  func fields(of type: TypePlan) -> ArraySlice<FieldPlan> { fields[fieldRanges[type.index]] }

  /// Returns the field of the query root that shows the only object of a type.
  func singleton(_ type: TypePlan) -> FieldPlan? {
    let root = schema.queryTypeName.flatMap { plan($0) }
    return root.flatMap { fields(of: $0).first { $0.role == .singleton && $0.targets.only === type } }
  }

  func field(_ name: String, of type: TypePlan) -> FieldPlan? { type.field(name).flatMap { plan(of: $0) } }

  private static func usualNullPercent(_ draft: FieldDraft) -> Int {
    // Pages, roots and keys are never null: a client could hardly go on.
    if case .entity = draft.owner.role { return draft.owner.key?.field == draft.field.name ? 0 : 6 }
    return draft.owner.role.isPart ? 6 : 0
  }
}

extension TypeRole {
  fileprivate var isPart: Bool { if case .part = self { true } else { false } }
}

extension KeyPlan {
  /// Returns the prefix of the global keys of a type: a letter and five digits derived from the type's name.
  static func globalTag(_ type: String) -> String {
    var draw = Draw(StableHash().with("global key").with(type))
    return "c" + draw.base36(5)
  }
}

/// A value that is made once, when it is first requested.
final class Lazy<Value: Sendable>: Sendable {
  private let made: Mutex<Value?>
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    made = Mutex(nil)
  }

  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
