import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// The directives with which a schema describes its generated data. The first three are those of graphql-faker.
enum FakeDirective: String, CaseIterable {
  /// `@fake(type: email, options: {…}, locale: de)`: the kind of values.
  case fake
  /// `@examples(values: ["a", "b"])`: the possible values.
  case examples
  /// `@listLength(min: 2, max: 5)`: the number of items in a list.
  case listLength
  /// `@fakeError(message: "…", code: "…", rate: 0.1)`: the field fails.
  case fakeError
  /// `@fakeRule(arguments: {take: first}, pageSize: 20)`: the rules of `endpoint.yaml`, under the same names.
  case fakeRule

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
  /// The names of the directives that are read here; a schema need not define them.
  package static let directiveNames = Set(FakeDirective.allCases.map(\.rawValue))
}
