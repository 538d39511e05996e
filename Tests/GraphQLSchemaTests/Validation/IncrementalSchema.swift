import GraphQLLanguage
import GraphQLSchema
import Testing

/// A schema that declares `@defer` and `@stream`, for the rules about them.
let incrementalSchema = Result {
  try Schema(
    sdl: SourceText(
      """
      directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
      directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD
      type Query { pet: Pet pets: [Pet!]! }
      type Mutation { feed: Pet feedAll: [Pet] }
      type Subscription { fed: Pet fedAll: [Pet] }
      type Pet { name: String friends: [Pet] }
      """))
}

/// Returns the errors of one rule with a schema that declares the directives.
func incrementalErrors(_ query: String, _ rule: String) throws -> [String] {
  let rules = ValidationRule.specified.filter { $0.name == rule }
  try #require(rules.count == 1)
  return try validationErrors(query, rules: rules, in: incrementalSchema.get())
}
