import FakeClauses
import OrderedJSON
package import Recordings

/// A setting that selects the generated data of a run, a session or a request. It has the same name and the same form
/// as an option, in `endpoint.yaml`, in a URL, in the header `Understudy-Data`, and in the control API.
package enum DataSetting: String, CaseIterable, Sendable {
  /// Names of sets of fixtures: `empty-team,long-names`.
  case fixtures
  /// Numbers of objects: `Task=200,User=3`, `empty`, or `empty,Task=3`.
  case population
  /// The current user's email, name or key.
  case viewer
  /// The date of today: `2026-01-15`.
  case now
}

/// The reason why a setting of generated data is refused.
package struct DataSettingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension FakeConfiguration {
  /// Changes one setting, as a user writes it.
  package mutating func set(
    _ setting: DataSetting, _ text: String, at place: RecordingError.Place? = nil
  ) throws(DataSettingProblem) {
    let shown = RecordingError.shown(.string(text))
    switch setting {
    case .fixtures:
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard names.allSatisfy(EndpointFolder.isName) else {
        throw DataSettingProblem(
          "\"fixtures\" is \(shown): expected the names of folders of fixtures, such as empty-team or a,b.")
      }
      fixtures = names
    case .population:
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        if let word = PopulationPreset(rawValue: String(part)) {
          preset = word
          continue
        }
        let sides = part.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty, let size = Int(sides[1]), size >= 0 else {
          throw DataSettingProblem(
            "\"population\" is \(shown): expected numbers of objects such as Task=200,User=3, or empty or huge.")
        }
        rules.append(
          Rule(
            type: String(sides[0]), field: nil, clause: .population(size), key: "population", place: place,
            subjectPlace: place))
      }
    case .viewer:
      guard !text.isEmpty, text.utf8.count <= 200 else {
        throw DataSettingProblem("\"viewer\" is \(shown): expected the current user's email, name or key.")
      }
      viewer = text
    case .now:
      guard let date = Self.date(text) else {
        throw DataSettingProblem("\"now\" is \(shown): expected a date from 1980 to 2200, such as 2026-01-15.")
      }
      now = date
    }
  }

  /// Parses a date from 1980 to 2200.
  private static func date(_ text: String) -> CivilTime? {
    guard let date = ISOMoment(text).map({ CivilTime(seconds: $0.seconds) }) else { return nil }
    return (1980...2200).contains(date.date.year) && date.isoDate == text ? date : nil
  }
}
