import GraphQLLanguage

/// Tells, in time that grows with the document, that nothing in a selection set conflicts.
///
/// Instead of comparing pairs it lays selection sets over each other: all fields that would share one object of the
/// response are collected, those of one response key are held against the first of them, and what is below them is
/// laid over each other in turn. Sets that have been laid over each other before are known by their places.
///
/// `true` is certain. `false` means that there is a conflict, or that the document is so contrived that the work
/// was given up; who wants to know the conflicts in words asks `FieldComparison`.
struct MergeCheck {
  /// A selection set with the type it selects from.
  private struct Layer {
    let selections: [Selection]
    let start: Int32
    let parent: SchemaType?
    /// The index of the fragment whose selection set it is; -1 for others.
    var fragment = -1
  }

  /// Layers that lie over each other: the last `count` of `layers`.
  private struct Pile {
    let count: Int
    /// Whether no two of the layers are of one object: only the shapes of their values must agree.
    let isShapeOnly: Bool
  }

  /// A pile's identity: where its selection sets start, in order.
  private struct PileName: Hashable {
    let starts: [Int32]
    let isShapeOnly: Bool
  }

  private struct Entry {
    let field: Field
    let parent: SchemaType?
  }

  /// An entry's index with what the entries are being sorted by.
  private struct Slot {
    var mark: UInt64
    let index: Int
  }

  private let schema: Schema
  private let fragments: DocumentFragments
  private var layers: [Layer] = []
  private var piles: [Pile] = []
  private var current: [Layer] = []
  private var entries: [Entry] = []
  private var slots: [Slot] = []

  /// For each fragment the pile in which it was met last, and whether it has been looked at in full.
  private var stamps: [Int]
  private var isReached: [Bool]
  private var stamp = 0
  private var spread: [Int] = []

  /// Piles that were looked at, or are being looked at; the latter are taken back if there is a conflict.
  private var single: Set<Int64> = []
  private var several: Set<PileName> = []
  private var addedSingle: [Int64] = []
  private var addedSeveral: [PileName] = []

  private var steps = 0
  private let maximumSteps: Int

  init(schema: Schema, document: Document) {
    self.schema = schema
    fragments = DocumentFragments(document)
    stamps = Array(repeating: 0, count: fragments.all.count)
    isReached = Array(repeating: false, count: fragments.all.count)
    maximumSteps = 200_000 + 4 * max(0, Int(document.place.end))
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
  private mutating func run() -> Bool {
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

  private mutating func look(at pile: Pile) -> Bool {
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
  private mutating func remember(isShapeOnly: Bool) -> Bool? {
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
  private mutating func collect(_ selections: [Selection], on parent: SchemaType?, isShapeOnly: Bool) -> Bool {
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

  /// Finds the entries that share a response key and holds them against each other; goes on below all others.
  private mutating func holdRepeated(isShapeOnly: Bool) -> Bool {
    slots.removeAll(keepingCapacity: true)
    for (index, entry) in entries.enumerated() {
      slots.append(Slot(mark: Self.mark(of: entry.field.responseKey), index: index))
    }
    if entries.count > 1 { slots.sort { $0.mark < $1.mark } }
    var start = 0
    while start < slots.count {
      var end = start + 1
      while end < slots.count, slots[end].mark == slots[start].mark { end += 1 }
      if end > start + 1 {
        let key = entries[slots[start].index].field.responseKey
        // Two keys of one mark: contrived.
        for slot in slots[(start + 1)..<end] where entries[slot.index].field.responseKey != key { return false }
        guard hold(start..<end, isShapeOnly: isShapeOnly) else { return false }
      } else if !isShapeOnly {
        descend(start..<end, isShapeOnly: false)
      }
      start = end
    }
    return true
  }

  /// Holds the entries of one response key against each other, and lays what is below them over each other.
  private mutating func hold(_ group: Range<Int>, isShapeOnly: Bool) -> Bool {
    guard haveOneShape(group) else { return false }
    if isShapeOnly {
      descend(group, isShapeOnly: true)
      return true
    }
    // Fields of two different object types never meet: those of each object type meet those of abstract types.
    var objects = 0
    for position in group {
      let parent = entries[slots[position].index].parent
      let isObject = parent?.kind == .object
      slots[position].mark = parent.map { isObject ? UInt64(UInt(bitPattern: ObjectIdentifier($0))) : 0 } ?? 0
      if isObject { objects += 1 }
    }
    if objects > 1 { slots[group].sort { $0.mark < $1.mark } }
    let abstract = group.lowerBound..<(group.upperBound - objects)
    guard objects > 1, slots[abstract.upperBound].mark != slots[group.upperBound - 1].mark else {
      guard areOneField(group, and: 0..<0) else { return false }
      descend(group, isShapeOnly: false)
      return true
    }
    descend(group, isShapeOnly: true)
    var start = abstract.upperBound
    while start < group.upperBound {
      var end = start + 1
      while end < group.upperBound, slots[end].mark == slots[start].mark { end += 1 }
      guard areOneField(start..<end, and: abstract) else { return false }
      descend(start..<end, and: abstract, isShapeOnly: false)
      start = end
    }
    return steps <= maximumSteps
  }

  private func type(of entry: Entry) -> TypeRef? { entry.parent?.field(named: entry.field.name.text)?.type }

  private func haveOneShape(_ group: Range<Int>) -> Bool {
    let first = entries[slots[group.lowerBound].index]
    var shape = type(of: first)
    for position in group.dropFirst() {
      let entry = entries[slots[position].index]
      if entry.parent === first.parent, entry.field.name.text == first.field.name.text { continue }
      guard let type = type(of: entry) else { continue }
      if let shape, FieldLikeness.conflict(shape, type, schema) { return false }
      shape = shape ?? type
    }
    return true
  }

  private mutating func areOneField(_ group: Range<Int>, and others: Range<Int>) -> Bool {
    steps += others.count
    let first = entries[slots[group.lowerBound].index].field
    guard FieldLikeness.hasEachArgumentOnce(first) else { return false }
    return [group, others].allSatisfy { positions in
      positions.allSatisfy { position in
        let field = entries[slots[position].index].field
        return field.name.text == first.name.text && FieldLikeness.sameArguments(first.arguments, field.arguments)
      }
    }
  }

  /// Lays what is below the entries over each other.
  private mutating func descend(_ group: Range<Int>, and others: Range<Int> = 0..<0, isShapeOnly: Bool) {
    let before = layers.count
    for positions in [group, others] {
      for position in positions {
        let entry = entries[slots[position].index]
        guard let selectionSet = entry.field.selectionSet else { continue }
        lay(selectionSet, on: type(of: entry).flatMap { schema.type(named: $0.typeName) })
      }
    }
    let count = layers.count - before
    if count == 0 { return }
    if count == 1, isShapeOnly {
      // One alone agrees with itself, and is looked at in full where it meets others.
      layers.removeLast()
    } else {
      piles.append(Pile(count: count, isShapeOnly: isShapeOnly))
    }
  }

  private mutating func lay(_ selectionSet: SelectionSet, on parent: SchemaType?) {
    if selectionSet.selections.count == 1, case .fragmentSpread(let spread) = selectionSet.selections[0],
      selectionSet.place.start >= 0, let index = fragments.index(of: spread.name.text)
    {
      // Nothing but a fragment is that fragment, wherever it is spread.
      let fragment = fragments.all[index]
      isReached[index] = true
      let type = schema.type(named: fragment.typeCondition.name.text)
      let inner = fragment.selectionSet
      layers.append(Layer(selections: inner.selections, start: inner.place.start, parent: type, fragment: index))
      return
    }
    layers.append(Layer(selections: selectionSet.selections, start: selectionSet.place.start, parent: parent))
  }

  /// A number that equal keys share and different ones seldom do (FNV-1a).
  private static func mark(of key: String) -> UInt64 {
    var mark: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { mark = (mark ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return mark
  }
}

/// The fragments of a document by name; of several with one name the last counts, as in the reference.
struct DocumentFragments {
  let all: [FragmentDefinition]
  private var indexes: [String: Int] = [:]

  init(_ document: Document) {
    var fragments: [FragmentDefinition] = []
    for case .fragment(let fragment) in document.definitions {
      indexes[fragment.name.text] = fragments.count
      fragments.append(fragment)
    }
    all = fragments
  }

  func index(of name: String) -> Int? { indexes[name] }
}
