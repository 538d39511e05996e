import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Functions here return nil if there is no value and an error has been recorded. The caller returns null if its type
// allows null, and nil if not (section 6.4.4 "Handling Execution Errors").

extension Executor {
  /// Executes the fields of an object (section 6.2.1, `ExecuteSelectionSet`).
  mutating func object<Source: FieldSource>(
    _ selection: PreparedSelection, of object: Source.Object, at path: ResponsePath?, depth: Int,
    deliveries: DeliveryMap?, from source: inout Source
  ) -> JSON? {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(selection.fields.count)
    if let ready = selection.ready, valueCount + ready.leafCount <= limits.values,
      source.ready(ready, of: object, into: &members)
    {
      valueCount += ready.leafCount
      for position in ready.pending {
        guard
          let value = value(
            of: selection.fields[position], object, at: path, depth: depth, deliveries, from: &source)
        else { return nil }
        members[position].value = value
      }
      return .object(JSONObject(members))
    }
    let (begun, deliveries) = begin(selection.newUsages, at: path, in: deliveries)
    for field in selection.fields {
      guard let value = value(of: field, object, at: path, depth: depth, deliveries, from: &source) else { return nil }
      members.append(JSONObject.Member(field.responseKey, value))
    }
    // Work found in the fields comes first, as in graphql-js.
    for delivery in begun { found.append(.delivery(delivery)) }
    if !selection.deferred.isEmpty { postpone(selection, of: object, Source.self, at: path, depth, deliveries) }
    return .object(JSONObject(members))
  }

  /// Executes a field (section 6.4, `ExecuteField`).
  private mutating func value<Source: FieldSource>(
    of field: PreparedField, _ object: Source.Object, at parent: ResponsePath?, depth: Int,
    _ deliveries: DeliveryMap?, from source: inout Source
  ) -> JSON? {
    if case .typename = field.role { return .string(field.parentType.name) }
    let place = FieldPlace(field: field, parent: parent, depth: depth, deliveries: deliveries)
    valueCount += 1
    if valueCount > limits.values { abort(field: field, path: place.path) }
    if isAborted { return nil }
    let foundBefore = found.count
    let completed: JSON?
    if let failure = field.argumentFailure {
      report(failure.message, field: field, path: place.path, at: failure.place)
      completed = nil
    } else if case .source = field.role {
      do throws(FieldFailure) {
        let resolved = try source.resolve(FieldCall(prepared: field, parentPath: parent), of: object)
        completed = complete(resolved, field.completion, place, from: &source)
      } catch {
        report(error.message, field: field, path: place.path, code: error.code)
        completed = nil
      }
    } else {
      var introspection = IntrospectionSource(schema: schema)
      completed = complete(introspection.root(field), field.completion, place, from: &introspection)
    }
    return completed ?? nullUnlessForbidden(field.completion, foundBefore)
  }

  /// Returns null for a failed value, or nil if its type forbids null. Drops the work postponed inside it.
  private mutating func nullUnlessForbidden(_ completion: Completion, _ foundBefore: Int) -> JSON? {
    found.removeLast(found.count - foundBefore)
    return completion.isNonNull || isAborted ? nil : .null
  }

  /// Completes a resolved value for its type (section 6.4.3, `CompleteValue`).
  private mutating func complete<Source: FieldSource>(
    _ resolved: Resolved<Source.Object>, _ completion: Completion, _ place: FieldPlace, from source: inout Source
  ) -> JSON? {
    if case .nonNull(let inner) = completion {
      guard let value = complete(resolved, inner, place, from: &source) else { return nil }
      if case .null = value {
        return fail("Cannot return null for non-nullable field \(place.field.coordinate).", place)
      }
      return value
    }
    switch resolved {
    case .null: return .null
    case .failure(let failure): return fail(failure.message, place)
    case .leaf(let value): return completeLeaf(value, completion, place)
    case .list(let items): return completeList(items, completion, place, from: &source)
    case .objects(let objects): return completeObjects(objects, completion, place, from: &source)
    case .object(let object, let typeName):
      guard let type = objectType(typeName, completion, place) else { return nil }
      return completeObject(object, type, place, from: &source)
    }
  }

  private mutating func completeLeaf(_ value: JSON, _ completion: Completion, _ place: FieldPlace) -> JSON? {
    if case .null = value { return .null }
    switch completion {
    case .leaf(let type):
      do throws(CoercionFailure) {
        return try type.serialize(value)
      } catch {
        return fail(error.message, place)
      }
    case .list: return failNoList(place)
    case .object(let type), .abstract(let type):
      let message = "Expected an object of type \"\(type.name)\" for field \"\(place.field.coordinate)\""
      return fail("\(message), but found \(value.inspected).", place)
    case .impossible(let name): return fail("Type \"\(name)\" is not a valid type of a field.", place)
    case .nonNull: return nil
    }
  }

  private mutating func completeList<Source: FieldSource>(
    _ items: [Resolved<Source.Object>], _ completion: Completion, _ place: FieldPlace, from source: inout Source
  ) -> JSON? {
    guard case .list(let itemCompletion) = completion else {
      // The value of a custom scalar may be a list. Built-in scalars report the error themselves.
      if case .leaf = completion, let value = Self.leaf(items) { return completeLeaf(value, completion, place) }
      return fail("Expected a single value for field \"\(place.field.coordinate)\", but found a list.", place)
    }
    var values: [JSON] = []
    values.reserveCapacity(items.count)
    let listPath = place.path
    var initialCount = Int.max
    switch place.isItem ? .none : place.field.stream {
    case .none: break
    case .after(let count, _): initialCount = count
    case .failure(let failure):
      report(failure.message, field: place.field, path: listPath, at: failure.place)
      return nil
    }
    for (index, item) in items.prefix(initialCount).enumerated() {
      let itemPlace = FieldPlace(list: listPath, index: index, of: place)
      guard let value = completeItem(item, itemCompletion, itemPlace, from: &source) else { return nil }
      values.append(value)
    }
    if items.count >= initialCount {
      postpone(items.dropFirst(initialCount), Source.self, of: place.field, itemCompletion, listPath, place.depth)
    }
    return .array(values)
  }

  /// Completes a list of objects of one type as `completeList` does, but does the shared work once.
  private mutating func completeObjects<Source: FieldSource>(
    _ objects: [Source.Object], _ completion: Completion, _ place: FieldPlace, from source: inout Source
  ) -> JSON? {
    guard case .list(let item) = completion, let type = item.objectType, case .none = place.field.stream,
      place.depth < limits.depth
    else { return completeList(objects.map { .object($0, typeName: nil) }, completion, place, from: &source) }
    let listPath = place.path
    let selection: PreparedSelection
    do throws(ArgumentFailure) {
      selection = try self.selection(below: place.field, on: type)
    } catch {
      report(error.message, field: place.field, path: listPath, at: error.place)
      return nil
    }
    var values: [JSON] = []
    values.reserveCapacity(objects.count)
    for index in objects.indices {
      valueCount += 1
      let path = ResponsePath(listPath, .index(index))
      if valueCount > limits.values { abort(field: place.field, path: path) }
      if isAborted { return nil }
      let foundBefore = found.count
      let value = object(
        selection, of: objects[index], at: path, depth: place.depth + 1, deliveries: place.deliveries, from: &source)
      guard let value = value ?? nullUnlessForbidden(item, foundBefore) else { return nil }
      values.append(value)
    }
    return .array(values)
  }

  /// Completes an item of a list, streamed or not.
  mutating func completeItem<Source: FieldSource>(
    _ item: Resolved<Source.Object>, _ completion: Completion, _ place: FieldPlace, from source: inout Source
  ) -> JSON? {
    valueCount += 1
    if valueCount > limits.values { abort(field: place.field, path: place.path) }
    if isAborted { return nil }
    let foundBefore = found.count
    return complete(item, completion, place, from: &source) ?? nullUnlessForbidden(completion, foundBefore)
  }

  /// Returns the list as one value; nil if it contains objects or failures.
  private static func leaf<Object>(_ items: [Resolved<Object>]) -> JSON? {
    var values: [JSON] = []
    for item in items {
      switch item {
      case .null: values.append(.null)
      case .leaf(let value): values.append(value)
      case .list(let items):
        guard let value = leaf(items) else { return nil }
        values.append(value)
      case .object, .objects, .failure: return nil
      }
    }
    return .array(values)
  }

  private mutating func completeObject<Source: FieldSource>(
    _ object: Source.Object, _ type: SchemaType, _ place: FieldPlace, from source: inout Source
  ) -> JSON? {
    guard place.depth < limits.depth else {
      return fail("Response nests more than \(limits.depth) objects deep.", place)
    }
    do throws(ArgumentFailure) {
      let selection = try selection(below: place.field, on: type)
      return self.object(
        selection, of: object, at: place.path, depth: place.depth + 1, deliveries: place.deliveries, from: &source)
    } catch {
      report(error.message, field: place.field, path: place.path, at: error.place)
      return nil
    }
  }

  /// Returns the concrete type of an object (section 6.4.3, `ResolveAbstractType`).
  private mutating func objectType(_ name: String?, _ completion: Completion, _ place: FieldPlace) -> SchemaType? {
    switch completion {
    case .object(let type):
      guard let name, name != type.name else { return type }
      let message = "Expected an object of type \"\(type.name)\" for field \"\(place.field.coordinate)\""
      return fail("\(message), but found one of type \"\(name)\".", place)
    case .abstract(let type):
      guard let name else {
        return fail(
          "Abstract type \"\(type.name)\" must resolve to an Object type at runtime for field "
            + "\"\(place.field.coordinate)\". Either the \"\(type.name)\" type should provide a \"resolveType\" "
            + "function or each possible type should provide an \"isTypeOf\" function.", place)
      }
      let problem = "Abstract type \"\(type.name)\" was resolved to a"
      guard let found = schema.type(named: name) else {
        return fail("\(problem) type \"\(name)\" that does not exist inside the schema.", place)
      }
      guard found.kind == .object else { return fail("\(problem) non-object type \"\(name)\".", place) }
      guard schema.isSubtype(name, of: type.name) else {
        return fail("Runtime Object type \"\(name)\" is not a possible type for \"\(type.name)\".", place)
      }
      return found
    case .list: return failNoList(place)
    case .leaf(let type):
      let message = "Expected a value of type \"\(type.name)\" for field \"\(place.field.coordinate)\""
      return fail("\(message), but found an object.", place)
    case .impossible(let name): return fail("Type \"\(name)\" is not a valid type of a field.", place)
    case .nonNull: return nil
    }
  }

  private mutating func failNoList<Value>(_ place: FieldPlace) -> Value? {
    fail("Expected Iterable, but did not find one for field \"\(place.field.coordinate)\".", place)
  }

  private mutating func fail<Value>(_ message: String, _ place: FieldPlace) -> Value? {
    report(message, field: place.field, path: place.path)
    return nil
  }
}
