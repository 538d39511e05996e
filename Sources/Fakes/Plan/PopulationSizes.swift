import FakeClauses
import FakeValues
import GraphQLSchema

/// The number of objects of each type in the world, before any change.
struct PopulationSizes: Sendable {
  private var sizes: [Int]
  /// The types whose rules exceed the limit, for warnings, with the number.
  private(set) var bounded: [(type: String, asked: Int)] = []
  /// The lengths of lists by rules, by the number of a to-many field that derives from a to-one field.
  private(set) var blocks: [Int: ClosedRange<Int>] = [:]

  init(types: [TypePlan], fields: [FieldPlan], viewer: TypePlan?, rules: FakeRules) {
    let required = rules.preset == .empty ? Self.required(fields, viewer) : []
    sizes = types.map { plan in
      guard plan.isEntity else { return 0 }
      if let said = rules.types[plan.type.name]?.population { return said }
      if plan.key?.style == .atlas, let atlas = plan.atlas { return atlas.codes.count }
      switch rules.preset {
      case .empty: return required.contains(plan.index) ? 1 : 0
      case .huge: return 1_000
      case nil:
        var draw = Draw(plan.hash.with("population"))
        return draw.within(6...14)
      }
    }
    evenOut(fields)
    for field in fields where field.role == .population && field.targets.count == 1 {
      if let length = field.rule?.listLength {
        var draw = Draw(field.targets[0].hash.with("population"))
        sizes[field.targets[0].index] = draw.within(length)
      }
    }
    // A list of a given length for each of many objects needs that many objects of its own.
    for field in fields where field.role == .toMany && field.targets.count == 1 {
      guard let length = field.rule?.listLength else { continue }
      let target = field.targets[0].index
      switch field.link {
      case .derived(let from) where from.count == 1:
        var total = 0
        for owner in 0..<sizes[field.owner.index] { total += Self.length(field, owner, length) }
        sizes[target] = total
        blocks[field.id] = length
      // No object is in its own list.
      default: sizes[target] = max(sizes[target], length.upperBound + (target == field.owner.index ? 1 : 0))
      }
    }
    for plan in types where sizes[plan.index] > FakeRules.maximumPopulation {
      bounded.append((plan.type.name, sizes[plan.index]))
      sizes[plan.index] = FakeRules.maximumPopulation
    }
  }

  /// Returns the types that need an object: the current user's, and those of single objects that may not be null.
  private static func required(_ fields: [FieldPlan], _ viewer: TypePlan?) -> Set<Int> {
    var required = Set(viewer.map { [$0.index] } ?? [])
    var isDone = false
    while !isDone {
      isDone = true
      for field in fields where field.isNonNull && !field.isMany {
        guard field.owner.role.isQueryRoot || required.contains(field.owner.index) else { continue }
        guard [.toOne, .singleton].contains(field.role), let target = field.targets.first else { continue }
        if required.insert(target.index).inserted { isDone = false }
      }
    }
    return required
  }

  /// Gives types with one-to-one links the same size.
  private mutating func evenOut(_ fields: [FieldPlan]) {
    for field in fields {
      guard case .oneToOne = field.link, field.targets.count == 1, field.owner.key?.style != .atlas else { continue }
      sizes[field.owner.index] = sizes[field.targets[0].index]
    }
  }

  mutating func set(_ plan: TypePlan, _ size: Int) { sizes[plan.index] = size }

  func size(_ plan: TypePlan) -> Int { sizes[plan.index] }

  /// Returns the length of one object's list, which only depends on the object's number.
  static func length(_ field: FieldPlan, _ owner: Int, _ range: ClosedRange<Int>) -> Int {
    var draw = Draw(field.owner.hash.with("list length").with(field.name).with(UInt64(owner)))
    return draw.within(range)
  }
}
