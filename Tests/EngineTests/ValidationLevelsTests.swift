import EndpointConfiguration
import GraphQLSchema
import Recordings
import SchemaSources
import Testing

@Suite("How strictly an endpoint validates")
struct ValidationLevelsTests {
  private func names(_ level: ValidationSettings.Level, _ ignored: [ValidationSettings.Rule] = []) -> [String] {
    ValidationRule.rules(ValidationSettings(level: level, ignoredRules: ignored)).map(\.name)
  }

  @Test("ValidationSettings.Rule has the rules of ValidationRule.specified, in the same order")
  func allRules() {
    let named = ValidationSettings.Rule.allCases.map(\.rawValue), specified = ValidationRule.specified.map(\.name)
    let missing = specified.filter { !named.contains($0) }, unknown = named.filter { !specified.contains($0) }
    #expect(missing == [], "Add a case for each to ValidationSettings.Rule.")
    #expect(unknown == [], "Remove these cases from ValidationSettings.Rule, or add the rules to `specified`.")
    guard missing.isEmpty, unknown.isEmpty else { return }
    #expect(named == specified, "Move the cases of ValidationSettings.Rule into the order of `specified`.")
  }

  @Test("strict has all rules, lenient all except three, off only five")
  func levels() {
    // `allRules` reports rules without a case.
    let all = ValidationRule.specified.map(\.name).filter { ValidationSettings.Rule(rawValue: $0) != nil }
    #expect(names(.strict) == ValidationRule.specified.map(\.name))
    let passedOver = ["NoUnusedFragments", "NoUnusedVariables", "MaxIntrospectionDepth"]
    #expect(
      names(.lenient).filter(all.contains) == all.filter { !passedOver.contains($0) },
      "After a change of `passedOver`, change this list and the table \"Validation levels\" in Rules.md.")
    #expect(
      names(.off).filter(all.contains) == [
        "KnownOperationTypes", "ScalarLeafs", "FieldsOnCorrectType", "KnownFragmentNames", "NoFragmentCycles",
      ], "After a change of `indispensable`, change this list and the table \"Validation levels\" in Rules.md.")
  }

  @Test("A rule that is ignored is not applied at any level")
  func ignored() {
    for level in ValidationSettings.Level.allCases {
      let ignored: [ValidationSettings.Rule] = [.fieldsOnCorrectType, .knownDirectives]
      let dropped = ["FieldsOnCorrectType", "KnownDirectives"]
      #expect(names(level, ignored) == names(level).filter { !dropped.contains($0) })
    }
  }
}
