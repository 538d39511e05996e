import GraphQLLanguage

/// Where in the response a value stands. The path is only made where something needs it.
struct FieldPlace {
  let field: PreparedField
  private let parent: ResponsePath?
  private let index: Int?
  /// How many objects there are around the value.
  let depth: Int
  /// The deliveries of the objects around it.
  let deliveries: DeliveryMap?

  /// A field of the object at a path.
  init(field: PreparedField, parent: ResponsePath?, depth: Int, deliveries: DeliveryMap?) {
    self.field = field
    self.parent = parent
    self.depth = depth
    self.deliveries = deliveries
    index = nil
  }

  /// An item of the list at a path, which stands at a place.
  init(list: ResponsePath, index: Int, of place: FieldPlace) {
    field = place.field
    parent = list
    self.index = index
    depth = place.depth
    deliveries = place.deliveries
  }

  /// A later item of a streamed list: a beginning of its own.
  init(field: PreparedField, list: ResponsePath, index: Int, depth: Int) {
    self.field = field
    parent = list
    self.index = index
    self.depth = depth
    deliveries = nil
  }

  /// Whether it is an item of a list rather than a field's whole value.
  var isItem: Bool { index != nil }

  var path: ResponsePath {
    if let index { return ResponsePath(parent, .index(index)) }
    return ResponsePath(parent, .key(field.responseKey))
  }
}
