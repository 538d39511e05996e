import EndpointConfiguration
import Engine
import GraphQLSchema
import Recordings
import SchemaSources
import Testing

@Suite("How strictly an endpoint validates")
struct ValidationSettingsTests {
  private func names(_ level: ValidationSettings.Level, _ ignored: [ValidationSettings.Rule] = []) -> [String] {
    ValidationRule.rules(ValidationSettings(level: level, ignoredRules: ignored)).map(\.name)
  }

  @Test("Every rule that there is can be named, and no other")
  func allRules() {
    let named = ValidationSettings.Rule.allCases.map(\.rawValue)
    #expect(named == ValidationRule.specified.map(\.name))
  }

  @Test("Strict is all of them, lenient all but four, off just five")
  func levels() {
    let all = ValidationRule.specified.map(\.name)
    #expect(names(.strict) == all)
    let passedOver = [
      "NoUnusedFragments", "NoUnusedVariables", "OverlappingFieldsCanBeMerged", "MaxIntrospectionDepth",
    ]
    #expect(names(.lenient) == all.filter { !passedOver.contains($0) })
    #expect(
      names(.off) == [
        "KnownOperationTypes", "ScalarLeafs", "FieldsOnCorrectType", "KnownFragmentNames", "NoFragmentCycles",
      ])
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
