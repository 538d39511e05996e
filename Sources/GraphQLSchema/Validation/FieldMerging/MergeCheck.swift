import GraphQLLanguage

/// Proves in nearly linear time that a selection set is free of conflicts.
///
/// Instead of comparing pairs of fields, it stacks all selection sets that select from one object of the response. It
/// collects their fields, compares those of one response key with the first of them, and stacks the selection sets
/// below them in turn. Stacks that were checked before are known by their places.
///
/// `true` is certain. `false` means a conflict, or a contrived document for which this takes too long;
/// `FieldComparison` then describes the conflicts.
///
/// This file walks; `MergeCheck+Holding.swift` compares fields.
struct MergeCheck {
  /// A selection set and the type that it selects from.
  struct Layer {
    let selections: [Selection]
    let start: Int32
    let parent: SchemaType?
    /// The index of the fragment with this selection set; -1 for others.
    var fragment = -1
  }

  /// The last `count` of `layers`, which select from one object.
  struct Pile {
    let count: Int
    /// True if all layers are of different objects, so that only the shapes of their values must agree.
    let isShapeOnly: Bool
  }

  /// The identity of a pile: the sorted starts of its selection sets.
  struct PileName: Hashable {
    let starts: [Int32]
    let isShapeOnly: Bool
  }

  struct Entry {
    let field: Field
    let parent: SchemaType?
  }

  /// An entry's index with its sort key.
  struct Slot {
    var mark: UInt64
    let index: Int
  }

  let schema: Schema
  let fragments: DocumentFragments
  let comparesShapes: Bool
  var layers: [Layer] = []
  var piles: [Pile] = []
  var current: [Layer] = []
  var entries: [Entry] = []
  var slots: [Slot] = []

  /// For each fragment, the last pile that met it, and whether it was checked in full.
  var stamps: [Int]
  var isReached: [Bool]
  var stamp = 0
  var spread: [Int] = []

  /// The piles that were checked or are being checked. The latter are removed after a conflict.
  var single: Set<Int64> = []
  var several: Set<PileName> = []
  var addedSingle: [Int64] = []
  var addedSeveral: [PileName] = []

  var steps = 0
  let maximumSteps: Int

  init(_ context: ValidationContext, comparesShapes: Bool) {
    self.comparesShapes = comparesShapes
    schema = context.schema
    fragments = context.fragments
    stamps = Array(repeating: 0, count: fragments.all.count)
    isReached = Array(repeating: false, count: fragments.all.count)
    maximumSteps = 200_000 + 4 * max(0, Int(context.document.place.end))
  }

  mutating func isFree(_ document: Document) -> Bool {
    for case .operation(let operation) in document.definitions {
      guard isFree(operation.selectionSet, on: schema.rootType(of: operation.kind)) else { return false }
    }
    for index in fragments.all.indices where !isReached[index] {
      isReached[index] = true
      let fragment = fragments.all[index]
      guard isFree(fragment.selectionSet, on: schema.type(named: fragment.typeCondition.name.text)) else {
        return false
      }
    }
    return true
  }

  mutating func isFree(_ selectionSet: SelectionSet, on parent: SchemaType?) -> Bool {
    lay(selectionSet, on: parent)
    piles.append(Pile(count: 1, isShapeOnly: false))
    return run()
  }

  mutating func isFree(_ left: FieldGroups, _ right: FieldGroups, exclusive: Bool) -> Bool {
    lay(left.selectionSet, on: left.parent)
    lay(right.selectionSet, on: right.parent)
    piles.append(Pile(count: 2, isShapeOnly: exclusive))
    return run()
  }

  mutating func isFree(_ fields: [FieldGroups.Entry]) -> Bool {
    entries.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    for (index, entry) in fields.enumerated() {
      entries.append(Entry(field: entry.field, parent: entry.parent))
      slots.append(Slot(mark: 0, index: index))
    }
    steps += fields.count
    return hold(0..<slots.count, isShapeOnly: false) && run()
  }

  mutating func run() -> Bool {
    var isFree = true
    while isFree, let pile = piles.popLast() { isFree = look(at: pile) }
    if !isFree {
      piles.removeAll()
      layers.removeAll()
      for start in addedSingle { single.remove(start) }
      for name in addedSeveral { several.remove(name) }
    }
    addedSingle.removeAll(keepingCapacity: true)
    addedSeveral.removeAll(keepingCapacity: true)
    return isFree
  }

  mutating func look(at pile: Pile) -> Bool {
    current.removeAll(keepingCapacity: true)
    stamp += 1
    for layer in layers.suffix(pile.count) {
      if layer.fragment >= 0 {
        if stamps[layer.fragment] == stamp { continue }
        stamps[layer.fragment] = stamp
      }
      current.append(layer)
    }
    layers.removeLast(pile.count)
    guard let isNew = remember(isShapeOnly: pile.isShapeOnly) else { return false }
    guard isNew else { return true }
    entries.removeAll(keepingCapacity: true)
    for layer in current {
      guard collect(layer.selections, on: layer.parent, isShapeOnly: pile.isShapeOnly) else { return false }
    }
    while let index = spread.popLast() {
      let fragment = fragments.all[index]
      let parent = schema.type(named: fragment.typeCondition.name.text)
      guard collect(fragment.selectionSet.selections, on: parent, isShapeOnly: pile.isShapeOnly) else { return false }
    }
    return holdRepeated(isShapeOnly: pile.isShapeOnly)
  }

  /// Adds the pile `current` to those checked. Returns whether it is new; nil if it has no identity.
  mutating func remember(isShapeOnly: Bool) -> Bool? {
    guard current.allSatisfy({ $0.start >= 0 }) else { return nil }
    if current.count == 1 {
      // Without fragments and nested piles, no selection set occurs twice.
      if fragments.all.isEmpty, steps < 1_000 { return true }
      let key = Int64(current[0].start) << 1 | (isShapeOnly ? 1 : 0)
      guard single.insert(key).inserted else { return false }
      addedSingle.append(key)
    } else {
      let name = PileName(starts: current.map(\.start).sorted(), isShapeOnly: isShapeOnly)
      guard several.insert(name).inserted else { return false }
      addedSeveral.append(name)
      steps += current.count
    }
    return true
  }

  /// Collects the fields of a selection set, including inline fragments, and the fragments that it spreads.
  mutating func collect(_ selections: [Selection], on parent: SchemaType?, isShapeOnly: Bool) -> Bool {
    steps += selections.count
    guard steps <= maximumSteps else { return false }
    for selection in selections {
      switch selection {
      case .field(let field): entries.append(Entry(field: field, parent: parent))
      case .inlineFragment(let fragment):
        let type = fragment.typeCondition.map { schema.type(named: $0.name.text) } ?? parent
        guard collect(fragment.selectionSet.selections, on: type, isShapeOnly: isShapeOnly) else { return false }
      case .fragmentSpread(let fragment):
        guard let index = fragments.index(of: fragment.name.text), stamps[index] != stamp else { continue }
        stamps[index] = stamp
        if !isShapeOnly { isReached[index] = true }
        spread.append(index)
      }
    }
    return true
  }
}
