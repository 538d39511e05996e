import FakeValues
import GraphQLSchema
import OrderedJSON

extension FakeObject {
  /// Indicates whether all fields of a member are generated, and none was set.
  var mayBeReady: Bool { values.isEmpty && outcome == nil && page == nil }
}

extension Snapshot {
  /// Returns the values of a leaf field of all generated members, by their numbers, as the field's scalar represents
  /// them. Made once and shared. Nil if a value depends on more than its object, or there are too many values to keep.
  func column(_ field: FieldPlan) -> [JSON]? {
    if let base { return base.column(field) }
    guard field.role == .leaf || field.role == .key, !field.isList, field.leaf.value.kind != .imageURL,
      plan.constraint(of: field)?.dependsOnOthers != true
    else { return nil }
    if let known = keptColumn(field.id) { return known }
    let size = plan.sizes.size(field.owner)
    guard size > 0, reserveValues(size) else { return nil }
    let empty = JSONObject()
    var column: [JSON] = []
    column.reserveCapacity(size)
    for number in 0..<size {
      let object = object(field.owner, key: seededKey(field.owner, number), number: number)
      // An object with recorded values reads them itself.
      let value = object.values.isEmpty ? value(of: field, object, empty, imageOrigin: "") : .null
      // The executor reports an error with its place.
      guard let represented = value == .null ? .null : try? field.named.serialize(value) else { return nil }
      if represented == .null, field.isNonNull, object.values.isEmpty { return nil }
      column.append(represented)
    }
    keepColumn(column, field.id)
    return column
  }

  /// The most values that are kept ready, of all fields together.
  static let maximumReady = 2_000_000
}
