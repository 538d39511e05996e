/// Schemas and the introspection queries that downloaders send.
enum IntrospectionSamples {
  /// A schema with something for each field of introspection.
  static let sdl = #"""
    "The whole." schema { query: Root mutation: Change }
    "Says so." directive @note("What." text: String = "n" old: Int @deprecated) repeatable on FIELD | OBJECT
    interface Node { id: ID! }
    interface Named implements Node { id: ID! name: String }
    "A root." type Root { node("Which." id: ID!, old: Int = 1 @deprecated(reason: "a")): Node! list: [[Person!]!] past: Int @deprecated(reason: "p") }
    type Person implements Named & Node { id: ID! name: String style: Style }
    union Being = Person
    enum Style { PLAIN "Best." FANCY GONE @deprecated }
    input Order { by: [String!]! = ["id"] "Which way." down: Boolean = false was: Float @deprecated(reason: "w") inner: Pick = {a: 1} }
    input Pick @oneOf { a: Int b: Being2 }
    enum Being2 { A }
    type Change { set(order: Order): Being }
    scalar Moment @specifiedBy(url: "https://example.com")
    """#

  /// What an Apollo iOS downloader asks for, with or without deprecated inputs.
  static func apolloIOS(includesDeprecatedInputs: Bool) -> String {
    let includes = includesDeprecatedInputs ? "(includeDeprecated: true)" : ""
    let deprecation = includesDeprecatedInputs ? "isDeprecated\ndeprecationReason" : ""
    return """
      query IntrospectionQuery {
        __schema {
          queryType { name }
          mutationType { name }
          subscriptionType { name }
          types { ...FullType }
          directives { name description locations args { ...InputValue } }
        }
      }
      fragment FullType on __Type {
        kind
        name
        description
        fields(includeDeprecated: true) {
          name
          description
          args\(includes) { ...InputValue }
          type { ...TypeRef }
          isDeprecated
          deprecationReason
        }
        inputFields\(includes) { ...InputValue }
        interfaces { ...TypeRef }
        enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
        possibleTypes { ...TypeRef }
      }
      fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue \(deprecation) }
      \(typeRef)
      """
  }

  /// What the old Apollo CLI asks for.
  static let apolloCLI = """
    query IntrospectionQuery {
      __schema {
        queryType { name }
        mutationType { name }
        subscriptionType { name }
        types { ...FullType }
        directives { name description locations args { ...InputValue } }
      }
    }
    fragment FullType on __Type {
      kind
      name
      description
      fields(includeDeprecated: true) {
        name description args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
      }
      inputFields { ...InputValue }
      interfaces { ...TypeRef }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { ...TypeRef }
    }
    fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
    \(typeRef)
    """

  private static let typeRef = """
    fragment TypeRef on __Type {
      kind name
      ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
        ofType { kind name ofType { kind name } } } } } } }
    }
    """
}
