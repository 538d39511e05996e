package import GraphQLLanguage
package import OrderedJSON

/// The places in the answers to one operation that are ignored when two answers are compared.
///
/// When in doubt, a place is compared: ignoring too little causes a miss, ignoring too much could cause a wrong answer.
/// So a coordinate such as `Launch.updatedAt` applies to objects whose `__typename` is `Launch`, and `Query.serverTime`
/// to the root fields of a query's data. If a client does not request `__typename`, a rule gives the path, or a schema
/// provides it (`finding(_:)`).
package struct VolatilePlaces: Hashable, Sendable {
  package let extensions: Bool
  private(set) var paths: [[String]]
  let coordinates: [Coordinate]
  /// `Query`, `Mutation` or `Subscription`.
  let rootType: String

  struct Coordinate: Hashable, Sendable {
    let type: String
    let field: String
  }

  /// The places without any rule: only `extensions`.
  package static let standard = VolatilePlaces(VolatileRule(), of: .query)
  static let none = VolatilePlaces(VolatileRule(extensions: false), of: .query)

  init(_ rule: VolatileRule, of kind: OperationKind) {
    extensions = rule.extensions ?? true
    rootType = kind.rootType
    var paths: [[String]] = []
    var coordinates: [Coordinate] = []
    for place in rule.places {
      switch place {
      case .path(let names): paths.append(names)
      case .coordinate(let type, let field): coordinates.append(Coordinate(type: type, field: field))
      }
    }
    self.paths = paths
    self.coordinates = coordinates
  }

  /// Indicates whether no place of an answer's data is volatile.
  package var hasOnlyExtensions: Bool { paths.isEmpty && coordinates.isEmpty }

  /// Adds the paths of the coordinates' fields according to a schema, so that their objects need no type name. `ways`
  /// returns the certain paths of a type's field, from the root of the answer.
  package func finding(_ ways: (_ type: String, _ field: String) -> [[String]]) -> VolatilePlaces {
    var places = self
    for coordinate in coordinates { places.paths += ways(coordinate.type, coordinate.field) }
    return places
  }

  /// Indicates whether a coordinate names a field of a type, or may name it if the type is unknown.
  package func mayName(_ field: String, of type: String?) -> Bool {
    coordinates.contains { coordinate in
      coordinate.field.hasSameScalars(as: field) && (type.map { coordinate.type.hasSameScalars(as: $0) } ?? true)
    }
  }

  /// Removes the volatile places from an answer's body.
  package func removed(from body: JSON) -> JSON {
    guard case .object(let object) = body else { return body }
    var body = body
    if extensions {
      body = .object(JSONObject(object.members.filter { !$0.name.hasSameScalars(as: "extensions") }))
    }
    if paths.isEmpty, coordinates.isEmpty { return body }
    return VolatileRemover(places: self).rewritten(body, at: root)
  }

  /// Removes the volatile places from a value that is separate from its answer; nil if it is itself in one.
  ///
  /// `value` is the value at the end of the path, or the items of a list there. `way` has the names from the root of
  /// the answer, `data` first, each with the type of its object, if known. `type` is the value's type, if it may not
  /// contain it.
  func removed(from value: JSON, standingAt way: [(name: String, type: String?)], type: String?) -> JSON? {
    if paths.isEmpty, coordinates.isEmpty { return value }
    let remover = VolatileRemover(places: self)
    var place = root
    for (name, type) in way {
      switch remover.decide(name, type, at: place) {
      case .enter(let inner): place = inner
      case .remove: return nil
      case .keep, .replace: return value
      }
    }
    place.type = type
    return remover.rewritten(value, at: place)
  }

  private var root: VolatileRemover.Place { .init(paths: Array(paths.indices), depth: 0, isData: false) }
}

extension EndpointRules {
  package func volatilePlaces(of operation: String?, kind: OperationKind) -> VolatilePlaces {
    VolatilePlaces(rule(for: operation).volatile, of: kind)
  }

  /// The stable places in the answers to an operation; nil if there are none.
  package func stablePlaces(of operation: String?, kind: OperationKind) -> VolatilePlaces? {
    let places = rule(for: operation).stable
    return places.isEmpty ? nil : VolatilePlaces(VolatileRule(extensions: false, places), of: kind)
  }
}

/// Removes volatile places from an answer.
private struct VolatileRemover: JSONRewriter {
  let places: VolatilePlaces

  struct Place {
    /// The indices of the paths whose first names lead here.
    var paths: [Int]
    /// The number of names so far.
    var depth: Int
    /// True inside the answer's `data`, which has types.
    var isData: Bool
    /// The type of the object here, from an earlier part that the object may not repeat.
    var type: String?
  }

  /// Paths continue through lists.
  func decide(_ slot: JSONSlot, in object: JSONObject?, at place: Place) -> JSONRewrite<Place> {
    guard let name = slot.name else { return .enter(place) }
    return decide(name, object?["__typename"]?.stringValue ?? place.type, at: place)
  }

  /// Decides about a member. `type` is that of its object, if known, and is computed only if needed. The result
  /// contains the place inside the member.
  func decide(_ name: String, _ type: @autoclosure () -> String?, at place: Place) -> JSONRewrite<Place> {
    var rest: [Int] = []
    for index in place.paths {
      let path = places.paths[index]
      guard path[place.depth] == "*" || path[place.depth].hasSameScalars(as: name) else { continue }
      if path.count == place.depth + 1 { return .remove }
      rest.append(index)
    }
    if place.isData, isVolatile(name, of: type(), isRoot: place.depth == 1) { return .remove }
    let isData = place.isData || (place.depth == 0 && name.hasSameScalars(as: "data"))
    if rest.isEmpty, !isData || places.coordinates.isEmpty { return .keep }
    return .enter(Place(paths: rest, depth: place.depth + 1, isData: isData))
  }

  private func isVolatile(_ field: String, of type: @autoclosure () -> String?, isRoot: Bool) -> Bool {
    for coordinate in places.coordinates where coordinate.field.hasSameScalars(as: field) {
      // A schema may have other names for its root types; rules always use these.
      if isRoot, coordinate.type.hasSameScalars(as: places.rootType) { return true }
      if type()?.hasSameScalars(as: coordinate.type) == true { return true }
    }
    return false
  }
}
