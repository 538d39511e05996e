import GraphQLExecution

/// The features of introspection to request from a server, fewer after each refusal.
struct IntrospectionDialect {
  private(set) var features = IntrospectionQuery.Feature.current
  /// The features given up, newest first.
  private(set) var refused: [IntrospectionQuery.Feature] = []

  /// Gives up the features that the server's messages name, or the newest one left if they name none. Returns false if
  /// none was left.
  mutating func step(after messages: [String]) -> Bool {
    let named = IntrospectionQuery.Feature.allCases.filter { feature in
      features.contains(feature) && messages.contains { feature.isNamed(in: $0) }
    }
    let newest = IntrospectionQuery.Feature.allCases.first(where: features.contains)
    let given = named.isEmpty ? [newest].compactMap { $0 } : named
    for feature in given {
      features.remove(feature)
      refused.append(feature)
    }
    // Servers of the time between two specifications suggest the older name.
    if given.contains(.specifiedByURL), messages.contains(where: { $0.contains("\"specifiedByUrl\"") }) {
      features.insert(.specifiedByUrl)
    }
    return !given.isEmpty
  }
}

extension IntrospectionQuery.Feature {
  /// True if a server's message says that it does not know the feature.
  fileprivate func isNamed(in message: String) -> Bool {
    switch self {
    case .oneOf: message.contains("isOneOf")
    case .inputDeprecation:
      message.contains("__InputValue")
        || (message.contains("includeDeprecated")
          && !["\"__Type.fields\"", "\"__Type.enumValues\""].contains { message.contains($0) })
    case .specifiedByURL: message.contains("\"specifiedByURL\"")
    case .specifiedByUrl: message.contains("Cannot query field \"specifiedByUrl\"")
    case .schemaDescription: message.contains("description") && message.contains("__Schema")
    case .isRepeatable: message.contains("isRepeatable")
    case .deepTypes: message.lowercased().contains("depth")
    }
  }

  /// The information that is missing without the feature.
  package var words: String {
    switch self {
    case .oneOf: "which input objects take exactly one field (isOneOf)"
    case .inputDeprecation: "deprecated arguments and input fields"
    case .specifiedByURL: "where scalars are specified (specifiedByURL)"
    case .specifiedByUrl: "where scalars are specified (specifiedByUrl)"
    case .schemaDescription: "the schema's own description"
    case .isRepeatable: "which directives are repeatable (isRepeatable)"
    case .deepTypes: "types in more than seven lists and non-nulls"
    }
  }
}
