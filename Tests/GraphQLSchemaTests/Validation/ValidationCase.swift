import GraphQLLanguage
import GraphQLSchema
import Testing

/// A document, and the errors that one rule reports for it.
struct ValidationCase: CustomTestStringConvertible, Sendable {
  let title: String
  let query: String
  /// Each as `message (line:column, line:column)`, in order.
  let errors: [String]

  var testDescription: String { title }

  init(_ title: String, _ query: String, errors: [String] = []) {
    self.title = title
    self.query = query
    self.errors = errors
  }

  /// Validates the document against `petSchema` with one rule and compares.
  func check(_ rule: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let rules = (ValidationRule.specified + ValidationRule.optional).filter { $0.name == rule }
    try #require(
      rules.count == 1, "Add the rule \(rule) to `specified` or `optional` in ValidationRule+Specified.swift.",
      sourceLocation: sourceLocation)
    let found = try validationErrors(query, rules: rules)
    #expect(found == errors, "\(title): \(query)", sourceLocation: sourceLocation)
  }
}

/// Returns the errors of a document, each as `message (line:column, line:column)`.
func validationErrors(
  _ query: String, rules: [ValidationRule] = ValidationRule.specified, maximumErrors: Int = 1_000,
  in schema: @autoclosure () throws -> Schema = try petSchema.get(), limits: ParserLimits = .standard
) throws -> [String] {
  let source = SourceText(query)
  let document = try parse(source, limits: limits)
  return try schema().validate(document, source: source, rules: rules, maximumErrors: maximumErrors).map { error in
    "\(error.message) (\(error.locations.map { "\($0.line):\($0.column)" }.joined(separator: ", ")))"
  }
}

/// The schema of the tables: pets, their keepers, and an input type of every kind.
let petSchema = Result {
  try Schema(
    sdl: SourceText(
      """
      directive @onField on FIELD
      directive @onQuery on QUERY
      directive @tagged(name: String!, weight: Int = 1) repeatable on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT | FRAGMENT_DEFINITION | QUERY | MUTATION | SUBSCRIPTION | VARIABLE_DEFINITION
      directive @once on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT | FRAGMENT_DEFINITION | QUERY | VARIABLE_DEFINITION

      scalar Moment

      enum Mood {
        CALM
        CURIOUS
        CROSS
      }

      interface Creature {
        name(upper: Boolean): String
        friends(first: Int = 10): [Creature!]
      }

      interface Pet implements Creature {
        name(upper: Boolean): String
        friends(first: Int = 10): [Creature!]
        keeper: Keeper
      }

      type Dog implements Pet & Creature {
        name(upper: Boolean): String
        friends(first: Int = 10): [Creature!]
        keeper: Keeper
        mood: Mood
        barkVolume: Int
        obeys(command: String!, times: Int! = 1): Boolean
        born: Moment
      }

      type Cat implements Pet & Creature {
        name(upper: Boolean): String
        friends(first: Int = 10): [Creature!]
        keeper: Keeper
        mood: Mood!
        lives: Int
        born: Moment
      }

      type Keeper implements Creature {
        name(upper: Boolean): String
        friends(first: Int = 10): [Creature!]
        pets: [Pet]
        address: Address
      }

      type Address {
        street: String
        city: String
      }

      type Robot {
        model: String
        serial: ID!
      }

      union DogOrCat = Dog | Cat
      union Anything = Dog | Robot

      input Range {
        from: Int!
        to: Int = 100
      }

      input PetFilter {
        name: String
        moods: [Mood!]
        range: Range
        any: [PetFilter!]
        id: ID
        weight: Float
        wild: Boolean
        born: Moment
      }

      input Choice @oneOf {
        id: ID
        name: String
      }

      type Query {
        dog: Dog
        cat: Cat
        pet(id: ID!, filter: PetFilter): Pet
        pets(filter: PetFilter = {}, first: Int, moods: [Mood]): [Pet]
        dogOrCat: DogOrCat
        anything: Anything
        keeper: Keeper
        robot(serial: ID, size: Float, on: Boolean, label: String, at: Moment): Robot
        matrix(rows: [[Int!]!]): Int
        pick(by: Choice): Robot
      }

      type Mutation {
        rename(id: ID!, name: String!): Pet
      }

      type Subscription {
        petAdded: Pet
        petRemoved(id: ID): Pet
      }
      """))
}
