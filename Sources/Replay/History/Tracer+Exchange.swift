import GraphQLLanguage
import OrderedJSON
import Recordings

extension Tracer {
  /// The trace of an HTTP exchange, whose answer has no selections.
  ///
  /// Its objects are the paths that it reads or changes, and the ids in its path, its body and its answer: `POST /todos`
  /// touches `GET /todos`, and `DELETE /todos/7` touches `GET /todos/7`. An image or a text has no objects of its own.
  func exchangeTrace(_ body: JSON?) -> Trace {
    var trace = Trace()
    trace.isExchange = true
    let path = ExchangePath(operation.variables)
    let paths = operation.kind == .mutation ? path.changed : path.above
    var given = Set((paths + path.segments.filter(ExchangePath.isID)).compactMap { ObjectID(.string($0)) })
    trace.ids = given
    let sent = JSONObject(operation.variables.members.filter { $0.name != HTTPExchange.path })
    let values = ExchangePlace.walk(.object(sent), in: path.collection, from: (), { _, _ in () })
    for (value, (place, _)) in values where ObjectID.isName(place.name) {
      if let id = ObjectID(value) { given.insert(id) }
    }
    trace.ids.formUnion(given)
    let root = operation.roots.first?.name ?? ""
    let answered = ExchangePlace.walk(body ?? .null, in: path.collection, from: root) { slot, path in
      path + slot.pathText
    }
    for (value, (place, path)) in answered {
      if ObjectID.isName(place.name), let id = ObjectID(value) {
        trace.ids.insert(id)
        let kind = IDKind(field: place.name, holder: place.holder, type: nil)
        if !given.contains(id) {
          let isNumber = value.numberValue != nil
          trace.issued.append(Trace.IssuedID(id: id, path: path, kind: kind, isNumber: isNumber))
        }
      }
      switch value {
      case .array(let elements) where elements.isEmpty || elements.contains { $0.objectValue != nil }:
        trace.lists[path.filter { !$0.isNumber }, default: Trace.Listed()].hasUntyped = true
      case .number: trace.tellsValues = true
      case .string(let text): trace.tellsValues = trace.tellsValues || !Caller.isIssued(text)
      default: break
      }
    }
    // A count or a total of objects that it does not name.
    if case .object(let object)? = body, !path.segments.contains(where: ExchangePath.isID) {
      let hasID = object.members.contains { ObjectID.isName($0.name) }
      trace.hasUnnamedRoot =
        !hasID && object.members.contains { $0.value.numberValue != nil || $0.value.boolValue != nil }
    }
    trace.issuesNumbers = operation.kind == .mutation && trace.issued.contains { $0.id.isNumbered }
    return trace
  }
}
