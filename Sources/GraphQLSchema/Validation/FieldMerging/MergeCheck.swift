import GraphQLLanguage

/// Tells, in time that grows with the document, that nothing in a selection set conflicts.
///
/// Instead of comparing pairs it lays selection sets over each other: all fields that would share one object of the
/// response are collected, those of one response key are held against the first of them, and what is below them is
/// laid over each other in turn. Sets that have been laid over each other before are known by their places.
///
/// `true` is certain. `false` means that there is a conflict, or that the document is so contrived that the work
/// was given up; who wants to know the conflicts in words asks `FieldComparison`.
///
/// This file walks; `MergeCheck+Holding.swift` holds fields against each other.
struct MergeCheck {
  /// A selection set with the type it selects from.
  struct Layer {
    let selections: [Selection]
    let start: Int32
    let parent: SchemaType?
    /// The index of the fragment whose selection set it is; -1 for others.
    var fragment = -1
  }

  /// Layers that lie over each other: the last `count` of `layers`.
  struct Pile {
    let count: Int
    /// Whether no two of the layers are of one object: only the shapes of their values must agree.
    let isShapeOnly: Bool
  }

  /// A pile's identity: where its selection sets start, in order.
  struct PileName: Hashable {
    let starts: [Int32]
    let isShapeOnly: Bool
  }

  struct Entry {
    let field: Field
    let parent: SchemaType?
  }

  /// An entry's index with what the entries are being sorted by.
  struct Slot {
    var mark: UInt64
    let index: Int
  }

  let schema: Schema
  let fragments: DocumentFragments
  var layers: [Layer] = []
  var piles: [Pile] = []
  var current: [Layer] = []
  var entries: [Entry] = []
  var slots: [Slot] = []

  /// For each fragment the pile in which it was met last, and whether it has been looked at in full.
  var stamps: [Int]
  var isReached: [Bool]
  var stamp = 0
  var spread: [Int] = []

  /// Piles that were looked at, or are being looked at; the latter are taken back if there is a conflict.
  var single: Set<Int64> = []
  var several: Set<PileName> = []
  var addedSingle: [Int64] = []
  var addedSeveral: [PileName] = []

  var steps = 0
  let maximumSteps: Int

  init(_ context: ValidationContext) {
    schema = context.schema
    fragments = context.fragments
    stamps = Array(repeating: 0, count: fragments.all.count)
    isReached = Array(repeating: false, count: fragments.all.count)
    maximumSteps = 200_000 + 4 * max(0, Int(context.document.place.end))
  }

  /// Whether all selection sets of the document are free of conflicts.
  mutating func isFree(_ document: Document) -> Bool {
    for case .operation(let operation) in document.definitions {
      guard isFree(operation.selectionSet, on: schema.rootType(of: operation.kind)) else { return false }
    }
    // The fragments that no operation reaches.
    for index in fragments.all.indices where !isReached[index] {
      isReached[index] = true
      let fragment = fragments.all[index]
      guard isFree(fragment.selectionSet, on: schema.type(named: fragment.typeCondition.name.text)) else {
        return false
      }
    }
    return true
  }

  /// Whether a selection set, and all below it, is free of conflicts.
  mutating func isFree(_ selectionSet: SelectionSet, on parent: SchemaType?) -> Bool {
    lay(selectionSet, on: parent)
    piles.append(Pile(count: 1, isShapeOnly: false))
    return run()
  }

  /// Whether two selection sets are free of conflicts with each other and within themselves.
  mutating func isFree(_ left: FieldGroups, _ right: FieldGroups, exclusive: Bool) -> Bool {
    lay(left.selectionSet, on: left.parent)
    lay(right.selectionSet, on: right.parent)
    piles.append(Pile(count: 2, isShapeOnly: exclusive))
    return run()
  }

  /// Whether fields of one response key, and all below them, are free of conflicts.
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

  /// Looks at the piles until none is left.
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

  /// Remembers the pile `current` and says whether it is new; nil if it has no place to be known by.
  mutating func remember(isShapeOnly: Bool) -> Bool? {
    guard current.allSatisfy({ $0.start >= 0 }) else { return nil }
    if current.count == 1 {
      // Without fragments, and not pile upon pile, no selection set is met twice.
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

  /// Adds the fields of a selection set, those of inline fragments among them, and notes the fragments it spreads.
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
