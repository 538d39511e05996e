/// The request that asks a server for its schema, in the dialect that the server knows.
package struct IntrospectionQuery: Hashable, Sendable {
  /// What is asked for beyond the specification of October 2016, which every server knows.
  package var features: Set<Feature>
  /// Whether the descriptions of types, fields and so on are asked for.
  package var hasDescriptions: Bool

  /// What later versions of the specification brought, the newest first.
  package enum Feature: String, Hashable, Sendable, CaseIterable {
    /// `isOneOf` of input objects (September 2025).
    case oneOf
    /// Deprecated arguments and input fields (September 2025; some servers have it since 2021).
    case inputDeprecation
    /// `specifiedByURL` of scalars (October 2021).
    case specifiedByURL
    /// The same as it was spelled before 2021.
    case specifiedByUrl
    /// The schema's own description (October 2021).
    case schemaDescription
    /// `isRepeatable` of directives (October 2021).
    case isRepeatable
    /// Types in more than seven lists and non-nulls; some servers bound how deep a query nests.
    case deepTypes
  }

  /// Asks for all that the specification of September 2025 has, unless told otherwise.
  package init(features: Set<Feature> = Feature.current, hasDescriptions: Bool = true) {
    self.features = features
    self.hasDescriptions = hasDescriptions
  }

  /// Asks for all that the September 2025 specification has, nine wrappers of lists and non-null deep.
  package static let text = IntrospectionQuery().text

  /// The query, laid out for people.
  package var text: String {
    let description = hasDescriptions ? "description" : ""
    let inputs = features.contains(.inputDeprecation) ? "(includeDeprecated: true)" : ""
    let inputDeprecation = features.contains(.inputDeprecation) ? "isDeprecated deprecationReason" : ""
    let lines = """
      query IntrospectionQuery {
        __schema {
          \(features.contains(.schemaDescription) ? description : "")
          queryType { name kind }
          mutationType { name kind }
          subscriptionType { name kind }
          types { ...FullType }
          directives {
            name
            \(description)
            \(features.contains(.isRepeatable) ? "isRepeatable" : "")
            locations
            args\(inputs) { ...InputValue }
          }
        }
      }

      fragment FullType on __Type {
        kind
        name
        \(description)
        \(specifiedBy)
        \(features.contains(.oneOf) ? "isOneOf" : "")
        fields(includeDeprecated: true) {
          name
          \(description)
          args\(inputs) { ...InputValue }
          type { ...TypeRef }
          isDeprecated
          deprecationReason
        }
        inputFields\(inputs) { ...InputValue }
        interfaces { ...TypeRef }
        enumValues(includeDeprecated: true) { name \(description) isDeprecated deprecationReason }
        possibleTypes { ...TypeRef }
      }

      fragment InputValue on __InputValue {
        name
        \(description)
        type { ...TypeRef }
        defaultValue
        \(inputDeprecation)
      }

      fragment TypeRef on __Type {
        \(Self.wrapped(features.contains(.deepTypes) ? 9 : 7))
      }
      """
    // A line whose only word is not asked for.
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.isEmpty || $0.contains { $0 != " " } }.joined(separator: "\n")
  }

  private var specifiedBy: String {
    if features.contains(.specifiedByURL) { return "specifiedByURL" }
    return features.contains(.specifiedByUrl) ? "specifiedByUrl" : ""
  }

  /// `kind name ofType { … }`, so many deep.
  private static func wrapped(_ depth: Int) -> String {
    (0..<depth).reduce("kind name") { inner, _ in "kind name ofType { \(inner) }" }
  }
}

extension IntrospectionQuery.Feature {
  /// What the specification of September 2025 has.
  package static let current = Set(allCases).subtracting([.specifiedByUrl])
}
