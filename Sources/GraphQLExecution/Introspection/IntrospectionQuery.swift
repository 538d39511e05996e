/// The query that fetches a server's schema, restricted to the features that the server supports.
package struct IntrospectionQuery: Hashable, Sendable {
  /// The features to request beyond the October 2016 specification, which every server supports.
  package var features: Set<Feature>
  /// Indicates whether to request descriptions.
  package var hasDescriptions: Bool

  /// Additions of later specifications.
  package enum Feature: String, Hashable, Sendable, CaseIterable {
    /// `isOneOf` of input objects (September 2025).
    case oneOf
    /// Deprecated arguments and input fields (September 2025; in some servers since 2021).
    case inputDeprecation
    /// `specifiedByURL` of scalars (October 2021).
    case specifiedByURL
    /// `specifiedByUrl`, the name before 2021.
    case specifiedByUrl
    /// The schema's own description (October 2021).
    case schemaDescription
    /// `isRepeatable` of directives (October 2021).
    case isRepeatable
    /// Types with more than seven list and non-null wrappers. Some servers limit the depth of queries.
    case deepTypes
  }

  /// Requests everything in the September 2025 specification by default.
  package init(features: Set<Feature> = Feature.current, hasDescriptions: Bool = true) {
    self.features = features
    self.hasDescriptions = hasDescriptions
  }

  /// The query for everything in the September 2025 specification, up to nine list and non-null wrappers deep.
  package static let text = IntrospectionQuery().text

  /// The formatted query.
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
    // Drops lines left blank by features that are not requested.
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.isEmpty || $0.contains { $0 != " " } }.joined(separator: "\n")
  }

  private var specifiedBy: String {
    if features.contains(.specifiedByURL) { return "specifiedByURL" }
    return features.contains(.specifiedByUrl) ? "specifiedByUrl" : ""
  }

  /// Returns `kind name ofType { … }`, nested to a depth.
  private static func wrapped(_ depth: Int) -> String {
    (0..<depth).reduce("kind name") { inner, _ in "kind name ofType { \(inner) }" }
  }
}

extension IntrospectionQuery.Feature {
  /// The features of the September 2025 specification.
  package static let current = Set(allCases).subtracting([.specifiedByUrl])
}
