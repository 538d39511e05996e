import ArgumentParser
import EndpointConfiguration
import Recordings

/// The settings of all generated data of a run, which take precedence over `endpoint.yaml`.
struct FakeOptions: ParsableArguments {
  @Option(
    help: .init("How often a nullable field fails: 5% or 0.05. (default: 0)", valueName: "rate"))
  var errorRate: FakeRate?

  @Option(help: .init("How often a nullable field is null: 20% or 0.2.", valueName: "rate"))
  var nullRate: FakePercent?

  @Option(
    help: .init("How long an answer takes: 100ms or 100-300ms. (default: 0ms)", valueName: "time"))
  var latency: LatencyRange?

  @Option(
    help: .init("Send an event on every subscription this often: 500ms or 2s.", valueName: "time"))
  var tick: TickInterval?

  @Option(
    help: .init("The language of generated texts: en, de or ja. (default: en)", valueName: "language"),
    completion: .list(["en", "de", "ja"]))
  var locale: String?

  @Option(help: .more("Use these sets of fixtures: schemas/<endpoint>.fixtures/<set>.", "set,…"))
  var fixtures: String?

  @Option(help: .more("The number of objects: Task=200,User=3, or empty or huge.", "type=number,…"))
  var population: String?

  @Option(help: .more("The current user, by email, name or key.", "user"))
  var viewer: String?

  @Option(help: .more("The date of today in the data. (default: 2027-01-01)", "date"))
  var now: String?

  private var data: [(DataSetting, String)] {
    let given: [(DataSetting, String?)] = [
      (.fixtures, fixtures), (.population, population), (.viewer, viewer), (.now, now),
    ]
    return given.compactMap { setting, text in text.map { (setting, $0) } }
  }

  func validate() throws {
    var settings = FakeConfiguration()
    for (setting, text) in data {
      do throws(DataSettingProblem) {
        try settings.set(setting, text)
      } catch {
        throw ValidationError("--\(setting): \(error)")
      }
    }
  }

  /// The settings as `endpoint.yaml` has them.
  var overrides: FakeConfiguration {
    var overrides = FakeConfiguration()
    // Checked by `validate`.
    for (setting, text) in data { try? overrides.set(setting, text) }
    overrides.errorRate = errorRate?.value
    overrides.nullPercent = nullRate?.value
    overrides.locale = locale.map { .init(value: $0) }
    return overrides
  }
}

/// A rate out of 100,000.
struct FakeRate: ExpressibleByArgument {
  let value: Int

  init?(argument: String) {
    guard let value = FakeConfiguration.rate(argument) else { return nil }
    self.value = value
  }
}

/// A rate in percent.
struct FakePercent: ExpressibleByArgument {
  let value: Int

  init?(argument: String) {
    guard let value = FakeConfiguration.percent(argument) else { return nil }
    self.value = value
  }
}

/// A range of milliseconds.
struct LatencyRange: ExpressibleByArgument {
  let milliseconds: ClosedRange<Int>

  /// Parses `100ms`, `100-300ms`, `2s` or `0.5s`: at most ten minutes.
  init?(argument: String) {
    guard let milliseconds = Fault.milliseconds(argument) else { return nil }
    self.milliseconds = milliseconds
  }
}

/// The number of milliseconds between two events.
struct TickInterval: ExpressibleByArgument {
  let milliseconds: Int

  /// Parses `500ms`, `2s` or `0.5s`: at least one millisecond, at most ten minutes.
  init?(argument: String) {
    guard let range = LatencyRange(argument: argument)?.milliseconds, range.lowerBound == range.upperBound,
      range.lowerBound > 0
    else { return nil }
    milliseconds = range.lowerBound
  }
}
