/// The request that asks a server for its schema.
package enum IntrospectionQuery {
  /// Asks for all that the September 2025 specification has, seven wrappers of lists and non-null deep. Servers of
  /// before 2021 do not know some of its fields.
  package static let text = """
    query IntrospectionQuery {
      __schema {
        description
        queryType { name kind }
        mutationType { name kind }
        subscriptionType { name kind }
        types { ...FullType }
        directives {
          name
          description
          isRepeatable
          locations
          args(includeDeprecated: true) { ...InputValue }
        }
      }
    }

    fragment FullType on __Type {
      kind
      name
      description
      specifiedByURL
      isOneOf
      fields(includeDeprecated: true) {
        name
        description
        args(includeDeprecated: true) { ...InputValue }
        type { ...TypeRef }
        isDeprecated
        deprecationReason
      }
      inputFields(includeDeprecated: true) { ...InputValue }
      interfaces { ...TypeRef }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { ...TypeRef }
    }

    fragment InputValue on __InputValue {
      name
      description
      type { ...TypeRef }
      defaultValue
      isDeprecated
      deprecationReason
    }

    fragment TypeRef on __Type {
      kind name ofType {
        kind name ofType {
          kind name ofType {
            kind name ofType {
              kind name ofType {
                kind name ofType {
                  kind name ofType { kind name ofType { kind name ofType { kind name } } }
                }
              }
            }
          }
        }
      }
    }
    """
}
