import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct ValidationSettingsTests {
  @Test func `without a word of it all rules are applied`() throws {
    #expect(try read("") == .strict)
    #expect(ValidationSettings.Rule.allCases.allSatisfy { ValidationSettings.strict.applies($0) })
  }

  @Test(arguments: ValidationSettings.Level.allCases)
  func `the level`(_ level: ValidationSettings.Level) throws {
    #expect(try read("validation: \(level.rawValue)") == ValidationSettings(level: level))
  }

  @Test func `rules, each once`() throws {
    let text = "ignoreRules: [NoUnusedVariables, ScalarLeafs, NoUnusedVariables]\nvalidation: off"
    let settings = try read(text)
    #expect(settings == ValidationSettings(level: .off, ignoredRules: [.noUnusedVariables, .scalarLeafs]))
    #expect(!settings.applies(.scalarLeafs) && settings.applies(.noFragmentCycles))
    #expect(!settings.applies(.noUnusedFragments))
  }

  private func read(_ yaml: String) throws -> ValidationSettings {
    try EndpointConfiguration(yaml: Array(yaml.utf8), path: "e.yaml").validation
  }
}
