import GraphQLLanguage

/// The place of a value in the response. Its path is built only on demand.
struct FieldPlace {
  let field: PreparedField
  private let parent: ResponsePath?
  private let index: Int?
  /// The number of objects around the value.
  let depth: Int
  let deliveries: DeliveryMap?

  init(field: PreparedField, parent: ResponsePath?, depth: Int, deliveries: DeliveryMap?) {
    self.field = field
    self.parent = parent
    self.depth = depth
    self.deliveries = deliveries
    index = nil
  }

  init(list: ResponsePath, index: Int, of place: FieldPlace) {
    field = place.field
    parent = list
    self.index = index
    depth = place.depth
    deliveries = place.deliveries
  }

  /// The place of a later item of a streamed list, outside of all deliveries.
  init(field: PreparedField, list: ResponsePath, index: Int, depth: Int) {
    self.field = field
    parent = list
    self.index = index
    self.depth = depth
    deliveries = nil
  }

  /// Indicates whether the value is a list item rather than a field's whole value.
  var isItem: Bool { index != nil }

  var path: ResponsePath {
    if let index { return ResponsePath(parent, .index(index)) }
    return ResponsePath(parent, .key(field.responseKey))
  }
}
