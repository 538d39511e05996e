/// The volatile places in answers by `endpoint.yaml`, which are recorded but ignored when answers are compared.
package struct VolatileRule: Hashable, Sendable {
  /// True if the member `extensions` of an answer is volatile; nil is the default, true.
  package var extensions: Bool?
  /// In the file's order.
  package var places: [Place]

  package enum Place: Hashable, Sendable {
    /// `data.createPost.at`: names from the root of the answer, which is `data`, `errors` or `extensions`. A path
    /// continues through lists; `*` is any name.
    case path([String])
    /// `Query.serverTime`.
    case coordinate(type: String, field: String)
  }

  package init(extensions: Bool? = nil, _ places: [Place] = []) {
    self.extensions = extensions
    self.places = places
  }

  /// Adds the places of a more specific rule.
  mutating func add(_ rule: VolatileRule) {
    extensions = rule.extensions ?? extensions
    places += rule.places.filter { !places.contains($0) }
  }
}

extension VolatileRule.Place: CustomStringConvertible {
  /// The form in `endpoint.yaml`.
  package var description: String {
    switch self {
    case .path(let names): names.joined(separator: ".")
    case .coordinate(let type, let field): "\(type).\(field)"
    }
  }
}
