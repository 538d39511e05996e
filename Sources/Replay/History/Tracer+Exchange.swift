import GraphQLLanguage
import OrderedJSON
import Recordings

extension Tracer {
  /// The trace of an HTTP exchange, whose answer has no selections.
  ///
  /// Its objects are the segments of its path, and the ids in its body and its answer: `POST /todos` touches `GET /todos`,
  /// and `DELETE /todos/7` touches `GET /todos/7`. An image or a text has no objects of its own.
  func exchangeTrace(_ body: JSON?) -> Trace {
    var trace = Trace()
    var pending: [(value: JSON, name: String, path: String, isGiven: Bool)] = []
    for member in operation.variables.members {
      pending.append((member.value, member.name == HTTPExchange.path ? "id" : member.name, member.name, true))
    }
    if let body { pending.append((body, "", operation.roots.first?.name ?? "", false)) }
    var given: Set<ObjectID> = []
    while let (value, name, path, isGiven) = pending.popLast() {
      if ObjectID.isName(name), let id = ObjectID(value) {
        trace.ids.insert(id)
        if isGiven {
          given.insert(id)
        } else {
          trace.issued.append(Trace.IssuedID(id: id, path: path, kind: IDKind(field: name, holder: nil, type: nil)))
        }
      }
      switch value {
      case .array(let elements):
        if !isGiven, elements.contains(where: { $0.objectValue != nil }) || elements.isEmpty {
          trace.lists[path.filter { !$0.isNumber }, default: Trace.Listed()].hasUntyped = true
        }
        for (index, element) in elements.enumerated().reversed() {
          pending.append((element, name, "\(path)[\(index)]", isGiven))
        }
      case .object(let object):
        for member in object.members.reversed() {
          pending.append((member.value, member.name, path.isEmpty ? member.name : "\(path).\(member.name)", isGiven))
        }
      case .number: trace.tellsValues = trace.tellsValues || !isGiven
      case .string(let text): trace.tellsValues = trace.tellsValues || (!isGiven && !Caller.isIssued(text))
      case .null, .bool: break
      }
    }
    trace.issued.removeAll { given.contains($0.id) }
    trace.issuesNumbers = operation.kind == .mutation && trace.issued.contains { $0.id.isNumbered }
    return trace
  }
}
