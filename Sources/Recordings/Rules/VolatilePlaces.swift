package import GraphQLLanguage
package import OrderedJSON

/// The places in the answers to one operation that are left out where two answers are compared.
///
/// Wherever it is not sure that a place is meant, it counts: ignoring too little makes a miss, ignoring too much could
/// make a wrong answer. So a coordinate such as `Launch.updatedAt` is about objects whose `__typename` is `Launch`, and
/// `Query.serverTime` about the fields at the root of a query's data. Where a client does not ask for `__typename`, a
/// rule names the path; or whoever has a schema finds the paths (`finding(_:)`).
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

  /// Where nothing is said: `extensions` alone.
  package static let standard = VolatilePlaces(VolatileRule(), of: .query)
  /// Nothing is left out.
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

  /// The places with the paths at which a schema finds fields, whose objects need not name their types then.
  ///
  /// - Parameter ways: the paths at which a field of a type surely stands, from the root of the answer.
  /// - Returns: these places, and those that were found.
  package func finding(_ ways: (_ type: String, _ field: String) -> [[String]]) -> VolatilePlaces {
    var places = self
    for coordinate in coordinates { places.paths += ways(coordinate.type, coordinate.field) }
    return places
  }

  /// An answer's body without the volatile places.
  package func removed(from body: JSON) -> JSON {
    guard case .object(let object) = body else { return body }
    var body = body
    if extensions {
      body = .object(JSONObject(object.members.filter { !$0.name.hasSameScalars(as: "extensions") }))
    }
    if paths.isEmpty, coordinates.isEmpty { return body }
    return VolatileRemover(places: self).rewritten(body, at: root)
  }

  /// A value that stands apart from the answer to which it belongs, without the volatile places.
  ///
  /// - Parameters:
  ///   - value: what comes at the end of the way, or the items of a list there.
  ///   - way: the names that lead to it from the root of the answer, `data` first, each with the type of the object that
  ///     has it, where that is known.
  ///   - type: its own, where it may not say so itself.
  /// - Returns: the value; nil where it is in a volatile place itself.
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
  /// What of the answers to an operation is left out where two of them are compared.
  package func volatilePlaces(of operation: String?, kind: OperationKind) -> VolatilePlaces {
    VolatilePlaces(rule(for: operation).volatile, of: kind)
  }

  /// The places in the answers to an operation whose values do not change by themselves; nil where none are named.
  package func stablePlaces(of operation: String?, kind: OperationKind) -> VolatilePlaces? {
    let places = rule(for: operation).stable
    return places.isEmpty ? nil : VolatilePlaces(VolatileRule(extensions: false, places), of: kind)
  }
}

/// Takes volatile places out of an answer.
private struct VolatileRemover: JSONRewriter {
  let places: VolatilePlaces

  struct Place {
    /// The positions of the paths whose first names lead here.
    var paths: [Int]
    /// How many names lead here.
    var depth: Int
    /// Whether this is inside of the answer's `data`, where types are.
    var isData: Bool
    /// The type of the object here, where it came before and the object may not say it again.
    var type: String?
  }

  func member(_ member: JSONObject.Member, of object: JSONObject, at place: Place) -> JSONRewrite<Place> {
    decide(member.name, object["__typename"]?.stringValue ?? place.type, at: place)
  }

  /// What becomes of the member of a name.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - type: of the object that has it, where that is known; looked for only where it is asked for.
  ///   - place: of that object.
  /// - Returns: the decision, with the place inside of it where it is looked into.
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

  /// Lists are gone through.
  func element(_: JSON, index _: Int, at place: Place) -> JSONRewrite<Place> { .enter(place) }

  private func isVolatile(_ field: String, of type: @autoclosure () -> String?, isRoot: Bool) -> Bool {
    for coordinate in places.coordinates where coordinate.field.hasSameScalars(as: field) {
      // A schema may call its root types otherwise; rules call them by these names.
      if isRoot, coordinate.type.hasSameScalars(as: places.rootType) { return true }
      if type()?.hasSameScalars(as: coordinate.type) == true { return true }
    }
    return false
  }
}
