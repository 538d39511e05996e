import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// The directives by which a schema says how it is faked. The first three are spelled as graphql-faker spells them.
enum FakeDirective: String, CaseIterable {
  /// `@fake(type: email, options: {…}, locale: de)`: what its values look like.
  case fake
  /// `@examples(values: ["a", "b"])`: its values are these.
  case examples
  /// `@listLength(min: 2, max: 5)`: how many items a list has.
  case listLength
  /// `@fakeError(message: "…", code: "…", rate: 0.1)`: the field fails.
  case fakeError
  /// `@fakeRule(arguments: {take: first}, pageSize: 20)`: what `endpoint.yaml` says under the same names.
  case fakeRule

  /// Where it may stand.
  var locations: [DirectiveLocation] {
    switch self {
    case .fake: [.fieldDefinition, .scalar]
    case .examples: [.fieldDefinition, .scalar, .enum]
    case .listLength, .fakeError: [.fieldDefinition]
    case .fakeRule: [.object, .fieldDefinition]
    }
  }

  var arguments: [String] {
    switch self {
    case .fake: ["type", "options", "locale"]
    case .examples: ["values"]
    case .listLength: ["min", "max"]
    case .fakeError: ["message", "code", "rate"]
    case .fakeRule:
      [
        "key", "population", "page", "real", "nulls", "inverse", "counts", "arguments", "pageSize", "viewer", "does",
        "sets", "tells", "follows", "owner",
      ]
    }
  }

  /// The arguments without which it says nothing.
  var required: [String] {
    switch self {
    case .fake: ["type"]
    case .examples: ["values"]
    case .listLength: ["min", "max"]
    case .fakeError, .fakeRule: []
    }
  }
}

extension FakeRules {
  /// The names of the directives that are read here: a schema need not define them.
  package static let directiveNames = Set(FakeDirective.allCases.map(\.rawValue))
}
