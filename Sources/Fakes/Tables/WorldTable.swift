import FakeValues
import GraphQLSchema
import HashTreeCollections
package import OrderedJSON

/// The objects of one type of a generated world as a table: those of the world, then those that a session has created.
/// Deleted ones stay in their places.
package struct WorldTable: Sendable {
  /// A leaf field that needs no arguments.
  package struct Column: Sendable {
    package let name: String
    /// The field's type: `Status!`.
    package let type: String
    /// False for keys, and for values that follow from others.
    package let isEditable: Bool
    /// The names of an enum's values; nil for other types.
    package let values: [String]?
  }

  package struct Row: Sendable {
    /// The key of the object, which need not be a field.
    package let id: String
    package let state: State
    /// The values by column.
    package let values: JSONObject
    /// The fields that the session has changed, links included, in the order of the schema.
    package let changed: [String]
  }

  /// The change of an object by a session.
  package enum State: String, Sendable {
    case generated, created, changed, deleted
  }

  let type: TypePlan
  let session: FakeSession
  private let imageOrigin: String
  /// The keys of created objects, and then of changed ones that are in no list.
  private let others: [String]
  /// The fields that the session has set, by the keys of objects that it has not created.
  private let edits: [String: Set<Int>]
  package let createdCount: Int
  package let deletedCount: Int

  init(_ type: TypePlan, of session: FakeSession, imageOrigin: String) {
    self.type = type
    self.session = session
    self.imageOrigin = imageOrigin
    let (snapshot, plan) = (session.snapshot, session.world.plan)
    let changes = snapshot.changes
    let created = changes.createdKeys(type.index)
    createdCount = created.count
    deletedCount =
      changes.deleted.isEmpty
      ? 0 : changes.deleted.count { $0.type == type.index && snapshot.object($0).number != nil }
    var edits: [String: Set<Int>] = [:]
    func note(_ id: ObjectID, _ fields: [Int]) {
      guard id.type == type.index, !changes.isCreated(id), !changes.deleted.contains(id) else { return }
      edits[id.key, default: []].formUnion(fields)
    }
    if changes.types.contains(type.index) {
      for (id, values) in changes.values { note(id, values.keys.compactMap { plan.field($0, of: type)?.id }) }
    }
    for place in changes.toOne.keys { note(place.object, [place.field]) }
    for place in changes.lists.keys { note(place.object, [place.field]) }
    self.edits = edits
    let unlisted = edits.keys.filter { snapshot.object(type, key: $0).number == nil }
    others = created + unlisted.sorted { $0.precedesByScalars($1) }
  }

  package var name: String { type.type.name }

  /// The number of rows.
  package var count: Int { seededCount + others.count }

  private var seededCount: Int { session.world.plan.sizes.size(type) }

  /// The number of objects that the session has changed, without those that it has created.
  package var changedCount: Int {
    edits.isEmpty ? 0 : edits.keys.count { !changed(session.snapshot.object(type, key: $0)).isEmpty }
  }

  // MARK: Columns

  var fields: [FieldPlan] {
    session.world.plan.fields(of: type).filter { field in
      field.named.isLeaf && !field.field.arguments.contains(where: \.isRequired)
    }
  }

  package var columns: [Column] {
    fields.map { field in
      Column(
        name: field.name, type: "\(field.field.type)", isEditable: field.role == .leaf,
        values: field.named.kind == .enum ? field.named.values.map(\.name) : nil)
    }
  }

  // MARK: Rows

  /// Returns the rows from a number on, at most `limit`.
  package func rows(from offset: Int, limit: Int) -> [Row] {
    guard offset >= 0, offset < count, limit > 0 else { return [] }
    return (offset..<min(count, offset + min(limit, count))).map { row(number: $0) }
  }

  /// Returns the row of a key; nil if the session has no such object.
  package func row(id: String) -> Row? {
    let object = session.snapshot.object(type, key: id)
    guard object.number != nil || others.contains(id) || session.snapshot.isKnown(type, key: id) else { return nil }
    return row(object)
  }

  private func row(number: Int) -> Row {
    let key = number < seededCount ? session.world.plan.key(of: type, number: number) : others[number - seededCount]
    return row(session.snapshot.object(type, key: key))
  }

  private func row(_ object: FakeObject) -> Row {
    let snapshot = session.snapshot
    let id = object.key ?? ""
    let isDeleted = snapshot.isDeleted(object)
    let isCreated = object.id.map(snapshot.changes.isCreated) ?? false
    let changed = isDeleted || isCreated ? [] : changed(object)
    var source = FakeSource(
      isDeleted ? session.world.base : snapshot, of: session.world, imageOrigin: imageOrigin)
    let shown = isDeleted ? session.world.base.object(type, key: id) : object
    let values = fields.map { JSONObject.Member($0.name, source.shown($0, of: shown)) }
    return Row(
      id: id, state: isDeleted ? .deleted : isCreated ? .created : changed.isEmpty ? .generated : .changed,
      values: JSONObject(values), changed: changed)
  }

  /// Returns the names of the fields that differ from the world before the session: columns, and links that it has set.
  private func changed(_ object: FakeObject) -> [String] {
    guard let key = object.key, let edited = edits[key] else { return [] }
    let (world, plan) = (session.world, session.world.plan)
    let before = world.base.object(type, key: key)
    var sources = (
      before: FakeSource(world.base, of: world, imageOrigin: imageOrigin),
      after: FakeSource(session.snapshot, of: world, imageOrigin: imageOrigin)
    )
    return plan.fields(of: type).filter { field in
      guard field.named.isLeaf else { return edited.contains(field.id) || edited.contains(field.linkID) }
      guard !field.field.arguments.contains(where: \.isRequired) else { return edited.contains(field.id) }
      return sources.before.shown(field, of: before) != sources.after.shown(field, of: object)
    }.map(\.name)
  }
}

extension FakeSession {
  /// The tables of all types with a population, in the order of the schema.
  package func tables(imageOrigin: String = FakeSession.usualOrigin) -> [WorldTable] {
    world.plan.types.filter(\.isEntity).map { WorldTable($0, of: self, imageOrigin: imageOrigin) }
  }

  /// Returns the table of a type; nil if it has no population.
  package func table(of type: String, imageOrigin: String = FakeSession.usualOrigin) -> WorldTable? {
    world.plan.plan(type).flatMap { $0.isEntity ? WorldTable($0, of: self, imageOrigin: imageOrigin) : nil }
  }
}
