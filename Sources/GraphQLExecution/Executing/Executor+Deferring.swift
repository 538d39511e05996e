import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Collects the work that `@defer` and `@stream` postpone, and executes it later.

extension Executor {
  /// Begins the deliveries of a selection's `@defer`s on one object.
  mutating func begin(
    _ newUsages: [Int], at path: ResponsePath?, in map: DeliveryMap?
  ) -> (begun: [Int], map: DeliveryMap?) {
    if newUsages.isEmpty { return ([], map) }
    var entries: [(usage: Int, delivery: Int)] = []
    for usage in newUsages {
      let outer = usages[usage].parent
      let parent =
        delivery == .fragmentwise
        ? currentDelivery
        : outer.flatMap { outer in entries.last { $0.usage == outer }?.delivery ?? map?[outer] }
      entries.append((usage, deliveries.count))
      deliveries.append(DeferredDelivery(path: path, label: usages[usage].label, parent: parent))
    }
    return (entries.map(\.delivery), DeliveryMap(map, entries))
  }

  /// Adds the deferred fields of an object to `found`.
  mutating func postpone<Source: FieldSource>(
    _ selection: PreparedSelection, of object: Source.Object, _: Source.Type, at path: ResponsePath?, _ depth: Int,
    _ map: DeliveryMap?
  ) {
    let kept: DeferredObject<Root.Object>
    if let object = object as? IntrospectionSource.Object {
      kept = .introspection(object)
    } else if let object = object as? Root.Object {
      kept = .service(object)
    } else {
      return
    }
    for (usages, selection) in selection.deferred {
      let deliveries = usages.compactMap { map?[$0] }
      found.append(
        .fields(
          DeferredFields(
            deliveries: deliveries, selection: selection, object: kept, path: path, depth: depth, map: map)))
    }
  }

  /// Adds the rest of a streamed list to `found`.
  mutating func postpone<Source: FieldSource>(
    _ rest: ArraySlice<Resolved<Source.Object>>, _: Source.Type, of field: PreparedField, _ item: Completion,
    _ path: ResponsePath, _ depth: Int
  ) {
    guard case .after(let count, let label) = field.stream else { return }
    // With `once` delivery, the end of a list is announced even if no items are left.
    if rest.isEmpty, delivery == .fragmentwise { return }
    let kept: DeferredItems<Root.Object>
    let items: Any = rest
    if let rest = items as? ArraySlice<Resolved<IntrospectionSource.Object>> {
      kept = .introspection(rest)
    } else if let rest = items as? ArraySlice<Resolved<Root.Object>> {
      kept = .service(rest)
    } else {
      return
    }
    let itemField = streamed[field.index] ?? field.streamed(index: selections.count)
    if streamed[field.index] == nil {
      streamed[field.index] = itemField
      selections.append([])
    }
    found.append(
      .list(
        DeferredList(
          field: itemField, item: item, path: path, depth: depth, label: label, count: count, rest: kept)))
  }

  /// Executes deferred fields and returns their object; nil if a null propagated to it.
  mutating func run(_ fields: DeferredFields<Root.Object>, from source: inout Root) -> JSON? {
    currentDelivery = delivery == .fragmentwise ? fields.deliveries.first : nil
    defer { currentDelivery = nil }
    let data: JSON?
    switch fields.object {
    case .service(let object):
      data = self.object(
        fields.selection, of: object, at: fields.path, depth: fields.depth, deliveries: fields.map, from: &source)
    case .introspection(let object):
      var introspection = IntrospectionSource(schema: schema)
      data = self.object(
        fields.selection, of: object, at: fields.path, depth: fields.depth, deliveries: fields.map,
        from: &introspection)
    }
    if data == nil { found = [] }
    return data
  }

  /// Completes the next item of a streamed list; nil if a null propagated to the list.
  mutating func runNext(_ list: inout DeferredList<Root.Object>, from source: inout Root) -> JSON? {
    let place = FieldPlace(field: list.field, list: list.path, index: list.count, depth: list.depth)
    list.count += 1
    let value: JSON?
    switch list.rest {
    case .service(var items):
      guard let item = items.popFirst() else { return nil }
      list.rest = .service(items)
      value = completeItem(item, list.item, place, from: &source)
    case .introspection(var items):
      guard let item = items.popFirst() else { return nil }
      list.rest = .introspection(items)
      var introspection = IntrospectionSource(schema: schema)
      value = completeItem(item, list.item, place, from: &introspection)
    }
    if value == nil { found = [] }
    return value
  }
}
