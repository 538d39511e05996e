/// A stack of the selections being read at all levels of nesting. A level starts at the current height; at its end,
/// `take(above:)` moves its selections into an array.
///
/// This allocates each array once, at its final size, and never copies selections.
struct SelectionPile: ~Copyable {
  private var base: UnsafeMutablePointer<Selection>
  private var capacity: Int
  private(set) var height = 0

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    base.deinitialize(count: height)
    base.deallocate()
  }

  mutating func push(_ selection: consuming Selection) {
    if height == capacity { grow() }
    (base + height).initialize(to: consume selection)
    height += 1
  }

  /// Pushes a field. If there are two names, the first is the alias.
  mutating func pushField(
    _ first: consuming Name, _ second: consuming Name?, _ arguments: consuming [Argument],
    _ directives: consuming [Directive], _ selectionSet: consuming SelectionSet?, _ place: Place
  ) {
    if height == capacity { grow() }
    let field: Field
    if let name = consume second {
      field = Field(
        alias: consume first, name: name, arguments: consume arguments, directives: consume directives,
        selectionSet: consume selectionSet, place: place)
    } else {
      field = Field(
        alias: nil, name: consume first, arguments: consume arguments, directives: consume directives,
        selectionSet: consume selectionSet, place: place)
    }
    (base + height).initialize(to: .field(field))
    height += 1
  }

  mutating func pushInlineFragment(
    _ condition: consuming NamedType?, _ directives: consuming [Directive], _ selectionSet: consuming SelectionSet,
    _ place: Place
  ) {
    push(
      .inlineFragment(
        InlineFragment(
          typeCondition: consume condition, directives: consume directives, selectionSet: consume selectionSet,
          place: place)))
  }

  /// Removes and returns the selections above a height, in source order.
  mutating func take(above start: Int) -> [Selection] {
    let count = height - start
    let first = base + start
    height = start
    var selections: [Selection] = []
    selections.reserveCapacity(count)
    for index in 0..<count { selections.append((first + index).move()) }
    return selections
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Selection>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: height)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
