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
    typealias Node = (value: JSON, name: String, holder: String?, path: String)
    var pending: [Node] = operation.variables.members.filter { $0.name != HTTPExchange.path }.map {
      ($0.value, $0.name, path.collection, "")
    }
    while let node = pending.popLast() {
      if ObjectID.isName(node.name), let id = ObjectID(node.value) { given.insert(id) }
      pending += Self.inner(node)
    }
    trace.ids.formUnion(given)
    if let body { pending.append((body, "", path.collection, operation.roots.first?.name ?? "")) }
    while let node = pending.popLast() {
      if ObjectID.isName(node.name), let id = ObjectID(node.value) {
        trace.ids.insert(id)
        let kind = IDKind(field: node.name, holder: node.holder, type: nil)
        if !given.contains(id) {
          let isNumber = node.value.numberValue != nil
          trace.issued.append(Trace.IssuedID(id: id, path: node.path, kind: kind, isNumber: isNumber))
        }
      }
      switch node.value {
      case .array(let elements) where elements.isEmpty || elements.contains { $0.objectValue != nil }:
        trace.lists[node.path.filter { !$0.isNumber }, default: Trace.Listed()].hasUntyped = true
      case .number: trace.tellsValues = true
      case .string(let text): trace.tellsValues = trace.tellsValues || !Caller.isIssued(text)
      default: break
      }
      pending += Self.inner(node)
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

  private static func inner(
    _ node: (value: JSON, name: String, holder: String?, path: String)
  ) -> [(value: JSON, name: String, holder: String?, path: String)] {
    switch node.value {
    case .array(let elements):
      elements.enumerated().reversed().map { ($0.element, node.name, node.holder, "\(node.path)[\($0.offset)]") }
    case .object(let object):
      object.members.reversed().map { member in
        (member.value, member.name, node.name.isEmpty ? node.holder : node.name, "\(node.path).\(member.name)")
      }
    default: []
    }
  }
}
