package import EndpointConfiguration
import GraphQLLanguage
package import OrderedJSON
import Recordings
import Transports

extension ClientRequest {
  /// The header that selects the generated data of a request: `fixtures=empty-team&now=2026-01-15`.
  package static let dataHeader = "Understudy-Data"

  /// Returns the settings of generated data in the header, and the sets of fixtures in the URL (`?fixtures=empty-team`);
  /// nil if there are none.
  package func requestedData() throws(DataSettingProblem) -> FakeConfiguration? {
    var settings = FakeConfiguration()
    if target.query?.lowercased().contains("fix") == true {
      for (name, value) in target.parameters {
        if name == DataSetting.fixtures.rawValue {
          try settings.set(.fixtures, value)
        } else if !suggestionList(name, [DataSetting.fixtures.rawValue]).isEmpty {
          throw DataSettingProblem(unknown: name)
        }
      }
    }
    if let value = headers[first: Self.dataHeader] {
      for (name, value) in RequestTarget("/?\(value)").parameters {
        guard let setting = DataSetting(rawValue: name) else { throw DataSettingProblem(unknown: name) }
        try settings.set(setting, value)
      }
    }
    return settings == FakeConfiguration() ? nil : settings
  }
}

extension DataSettingProblem {
  /// A name that is not a setting.
  package init(unknown name: String) {
    let known = DataSetting.allCases.map(\.rawValue)
    self.init(
      "There is no setting \(SessionName.shown(name)) of generated data.\(didYouMean(suggestionList(name, known))) There are: \(known.joined(separator: ", "))."
    )
  }
}

extension FakeConfiguration {
  /// Reads settings from an object of the control API, such as `{"population": "Task=200"}`.
  package init(settings: JSONObject) throws(DataSettingProblem) {
    self.init()
    for member in settings.members {
      guard let setting = DataSetting(rawValue: member.name) else { throw DataSettingProblem(unknown: member.name) }
      guard let text = member.value.stringValue else {
        throw DataSettingProblem("\"\(member.name)\" is \(member.value.kindDescription), but must be a string.")
      }
      try set(setting, text)
    }
  }
}
