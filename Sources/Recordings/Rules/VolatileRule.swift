/// What `endpoint.yaml` says varies by itself in answers: recorded as it came, and ignored wherever two answers are
/// compared.
package struct VolatileRule: Hashable, Sendable {
  /// Whether the member `extensions` of an answer is; nil: not said, so it is.
  package var extensions: Bool?
  /// In the file's order.
  package var places: [Place]

  package enum Place: Hashable, Sendable {
    /// `data.createPost.at`: names from the root of the answer, which is `data`, `errors` or `extensions`. Lists are
    /// gone through; `*` is any name.
    case path([String])
    /// `Query.serverTime`.
    case coordinate(type: String, field: String)
  }

  package init(extensions: Bool? = nil, _ places: [Place] = []) {
    self.extensions = extensions
    self.places = places
  }

  /// Adds what a more particular rule says.
  mutating func add(_ rule: VolatileRule) {
    extensions = rule.extensions ?? extensions
    places += rule.places.filter { !places.contains($0) }
  }
}

extension VolatileRule.Place: CustomStringConvertible {
  /// As it is written in `endpoint.yaml`.
  package var description: String {
    switch self {
    case .path(let names): names.joined(separator: ".")
    case .coordinate(let type, let field): "\(type).\(field)"
    }
  }
}
