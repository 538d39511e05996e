package import GraphQLLanguage
import OrderedJSON

/// The places in the answers to one operation that are left out where two answers are compared.
///
/// Wherever it is not sure that a place is meant, it counts: ignoring too little makes a miss, ignoring too much could
/// make a wrong answer. So a coordinate such as `Launch.updatedAt` is about objects whose `__typename` is `Launch`, and
/// `Query.serverTime` about the fields at the root of a query's data. Where a client does not ask for `__typename`, a
/// rule names the path.
package struct VolatilePlaces: Hashable, Sendable {
  let extensions: Bool
  let paths: [[String]]
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
    rootType =
      switch kind {
      case .query: "Query"
      case .mutation: "Mutation"
      case .subscription: "Subscription"
      }
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

  /// An answer's body without the volatile places.
  func removed(from body: JSON) -> JSON {
    guard case .object(let object) = body else { return body }
    var body = body
    if extensions {
      body = .object(JSONObject(object.members.filter { !$0.name.hasSameScalars(as: "extensions") }))
    }
    if paths.isEmpty, coordinates.isEmpty { return body }
    return VolatileRemover(places: self).rewritten(
      body, at: .init(paths: Array(paths.indices), depth: 0, isData: false))
  }
}

extension EndpointRules {
  /// What of the answers to an operation is left out where two of them are compared.
  package func volatilePlaces(of operation: String?, kind: OperationKind) -> VolatilePlaces {
    VolatilePlaces(rule(for: operation).volatile, of: kind)
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
  }

  func member(_ member: JSONObject.Member, of object: JSONObject, at place: Place) -> JSONRewrite<Place> {
    var rest: [Int] = []
    for index in place.paths {
      let path = places.paths[index]
      guard path[place.depth] == "*" || path[place.depth].hasSameScalars(as: member.name) else { continue }
      if path.count == place.depth + 1 { return .remove }
      rest.append(index)
    }
    if place.isData, isVolatile(member.name, of: object, isRoot: place.depth == 1) { return .remove }
    let isData = place.isData || (place.depth == 0 && member.name.hasSameScalars(as: "data"))
    if rest.isEmpty, !isData || places.coordinates.isEmpty { return .keep }
    return .enter(Place(paths: rest, depth: place.depth + 1, isData: isData))
  }

  /// Lists are gone through.
  func element(_: JSON, index _: Int, at place: Place) -> JSONRewrite<Place> { .enter(place) }

  private func isVolatile(_ field: String, of object: JSONObject, isRoot: Bool) -> Bool {
    for coordinate in places.coordinates where coordinate.field.hasSameScalars(as: field) {
      // A schema may call its root types otherwise; rules call them by these names.
      if isRoot, coordinate.type.hasSameScalars(as: places.rootType) { return true }
      if object["__typename"]?.stringValue?.hasSameScalars(as: coordinate.type) == true { return true }
    }
    return false
  }
}
