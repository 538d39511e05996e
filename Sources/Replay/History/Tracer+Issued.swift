package import OrderedJSON
import Recordings

extension Tracer {
  /// Returns the ids in a set-up's answer (`{"data": …}`) that its request did not name.
  ///
  /// Where an API counts the objects of each type, a new book may have the number of its shelf. So the id of the object
  /// that the mutation's name tells is issued unless the request names one of its kind. `written` returns the id that is
  /// written for one of the answer, as in the request.
  package func issued<Problem>(
    in body: JSON?, writtenAs written: (Trace.IssuedID) throws(Problem) -> ObjectID
  ) throws(Problem) -> [Trace.IssuedID] {
    var found: [Trace.IssuedID] = []
    var requested: [ObjectID: [IDKind]] = [:]
    if HTTPExchange.isOne(operation.operation) {
      found = exchangeTrace(body).issued
      for id in exchangeTrace(nil).ids { requested[id] = [] }
    } else {
      for root in operation.roots where root.name != "__typename" {
        var walk = AnswerWalk(operation: operation, hints: hints)
        walk.requestedKinds = requested
        walk.request(root, on: operation.kind.rootType)
        requested = walk.requestedKinds ?? [:]
        if let value = body?["data"]?[root.responseKey] { walk.answer(value, of: root, on: operation.kind.rootType) }
        found += walk.issued
      }
    }
    var result: [Trace.IssuedID] = []
    for each in found {
      guard let kinds = requested[try written(each)] else {
        result.append(each)
        continue
      }
      let names = each.path.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
      guard !kinds.isEmpty, names.count > 1, let field = names.last, let root = names.first else { continue }
      let role = IDKind(field: field, holder: names[names.count - 2], type: nil)
      let isNew = role.matches(IDKind(naming: root, hints: NoSchema()))
      if isNew, !kinds.contains(where: { $0.matches(each.kind) || $0.matches(role) }) { result.append(each) }
    }
    return result
  }
}
