import GraphQLLanguage

extension MergeCheck {
  /// Compares the entries that share a response key, and stacks the selection sets below all entries.
  mutating func holdRepeated(isShapeOnly: Bool) -> Bool {
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
        // Different keys share a hash, which takes a contrived document.
        for slot in slots[(start + 1)..<end] where entries[slot.index].field.responseKey != key { return false }
        guard hold(start..<end, isShapeOnly: isShapeOnly) else { return false }
      } else if !isShapeOnly {
        descend(start..<end, isShapeOnly: false)
      }
      start = end
    }
    return true
  }

  /// Compares the entries of one response key, and stacks the selection sets below them.
  mutating func hold(_ group: Range<Int>, isShapeOnly: Bool) -> Bool {
    if comparesShapes, !haveOneShape(group) { return false }
    if isShapeOnly {
      descend(group, isShapeOnly: true)
      return true
    }
    // Fields of different object types never meet. Those of each object type are compared with those of abstract types.
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

  mutating func descend(_ group: Range<Int>, and others: Range<Int> = 0..<0, isShapeOnly: Bool) {
    if isShapeOnly, !comparesShapes { return }
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
      // A single layer agrees with itself. It is checked in full where it meets others.
      layers.removeLast()
    } else {
      piles.append(Pile(count: count, isShapeOnly: isShapeOnly))
    }
  }

  mutating func lay(_ selectionSet: SelectionSet, on parent: SchemaType?) {
    if selectionSet.selections.count == 1, case .fragmentSpread(let spread) = selectionSet.selections[0],
      selectionSet.place.start >= 0, let index = fragments.index(of: spread.name.text)
    {
      // A selection set with a single spread is treated as that fragment.
      let fragment = fragments.all[index]
      isReached[index] = true
      let type = schema.type(named: fragment.typeCondition.name.text)
      let inner = fragment.selectionSet
      layers.append(Layer(selections: inner.selections, start: inner.place.start, parent: type, fragment: index))
      return
    }
    layers.append(Layer(selections: selectionSet.selections, start: selectionSet.place.start, parent: parent))
  }

  /// Returns a hash of a key (FNV-1a).
  private static func mark(of key: String) -> UInt64 {
    var mark: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { mark = (mark ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return mark
  }
}
