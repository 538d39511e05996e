import FakeValues
import GraphQLSchema
import OrderedJSON

extension FakeObject {
  /// Whether the fields of a member are what follows from the seed, and nothing was said of them.
  var mayBeReady: Bool { values.isEmpty && outcome == nil && page == nil }
}

extension Snapshot {
  /// The values of a leaf field of all members that follow from the seed, by their numbers, as the field's scalar
  /// represents them. Made once, since they are the same for everybody.
  ///
  /// - Returns: nil where a value depends on more than its object, or there are too many of them to be kept.
  func column(_ field: FieldPlan) -> [JSON]? {
    if let base { return base.column(field) }
    guard field.role == .leaf || field.role == .key, !field.isList, field.leaf.value.kind != .imageURL else {
      return nil
    }
    if let known = keptColumn(field.id) { return known }
    let size = plan.sizes.size(field.owner)
    guard size > 0, reserveValues(size) else { return nil }
    let empty = JSONObject()
    var column: [JSON] = []
    column.reserveCapacity(size)
    for number in 0..<size {
      let object = object(field.owner, key: seededKey(field.owner, number), number: number)
      // What was recorded of an object is asked of the object itself.
      let value = object.values.isEmpty ? value(of: field, object, empty, imageOrigin: "") : .null
      // An error is told with its place, by the executor.
      guard let represented = value == .null ? .null : try? field.named.serialize(value) else { return nil }
      if represented == .null, field.isNonNull, object.values.isEmpty { return nil }
      column.append(represented)
    }
    keepColumn(column, field.id)
    return column
  }

  /// How many values are kept ready at most, of all fields together.
  static let maximumReady = 2_000_000
}
