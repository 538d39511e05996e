import EndpointConfiguration
import Engine
import GraphQLLanguage
import Recordings
import SchemaSources
package import Transports

/// Performs `understudy verify`: sends recorded requests to the upstreams again.
package struct Verification: Sendable {
  private let plans: [VerifyPlan]
  private let options: VerifyOptions
  private let upstream: any Upstream
  private let clock: any VerifyClock
  private let onEvent: @Sendable (VerifyEvent) -> Void

  /// Reads the recordings and plans, without sending anything. A schema shows which values may be null; `url` replaces
  /// the upstream of `endpoint.yaml`.
  /// - Throws: `ConfigurationError` if there is nothing to send; `RecordingError` if a file cannot be read.
  package init(
    recordings: String, schemas: String, endpoint: String? = nil, url: String? = nil, options: VerifyOptions,
    upstream: any Upstream, clock: any VerifyClock = RunningVerifyClock(),
    onEvent: @escaping @Sendable (VerifyEvent) -> Void
  ) throws {
    self.options = options
    self.upstream = upstream
    self.clock = clock
    self.onEvent = onEvent
    let endpoints = try Endpoints.forVerifying(
      name: endpoint, url: url, recordings: recordings, schemas: schemas, updates: options.updates)
    plans = try endpoints.map { try VerifyPlan($0, recordings: recordings, options: options) }
    let asked = plans.filter { $0.count > 0 }
    guard asked.isEmpty || asked.contains(where: { $0.endpoint.upstream != nil }) else {
      let names = asked.map(\.endpoint.name)
      throw ConfigurationError(
        "The upstream of \(names.joined(separator: ", ")) is unknown. Add it to \(recordings)/\(names[0])/\(EndpointFolder.configurationFileName), for example: upstream: \(UpstreamURL.example). Or pass it for this run: --endpoint \(names[0]) --upstream \(UpstreamURL.example)"
      )
    }
    guard options.headers.fields.isEmpty || asked.count <= 1 else {
      throw ConfigurationError(
        "--header would send its value to \(asked.map(\.endpoint.name).joined(separator: ", ")), but it may be meant for only one of them. Choose one with --endpoint."
      )
    }
    for word in options.chosen where !plans.contains(where: { $0.found.contains(word) }) {
      let names = try endpoints.flatMap { try $0.recordedOperationNames() }
      throw ConfigurationError(
        "No operation \"\(word)\" is recorded in \(recordings)/, and it is not a file or a folder there.\(didYouMean(nil, suggestionList(word, names))) `understudy show` lists them."
      )
    }
  }

  /// Warnings about the files, one a line.
  package var warnings: [String] { plans.flatMap { $0.endpoint.warnings } }

  /// Sends all requests one after the other, until the task is cancelled.
  package func run() async -> VerifyReport {
    var report = VerifyReport()
    let total = plans.reduce(0) { $0 + ($1.endpoint.upstream == nil ? 0 : $1.count) }
    for plan in plans {
      report.endpoints.append(plan.endpoint.name)
      report.skipped.add(plan.left)
      report.mutations.recorded += plan.mutations
      guard plan.count > 0 else { continue }
      guard let url = plan.endpoint.upstream else {
        for step in plan.histories.joined() where !step.isOnTheWay {
          report.skipped.add(.noUpstream(plan.endpoint.name), step.recorded.file)
        }
        continue
      }
      let live = LiveEndpoint(url: url, upstream: upstream, clock: clock, rate: options.rate, onEvent: onEvent)
      var verification = EndpointVerification(plan: plan, options: options, live: live, total: total, onEvent: onEvent)
      await verification.run(&report)
    }
    return report
  }
}

extension Endpoints {
  /// Returns the endpoints to verify: every folder in `recordings`, or the named one.
  /// - Throws: `ConfigurationError` if there is none, or a URL is given for several.
  static func forVerifying(
    name: String?, url: String?, recordings: String, schemas: String, updates: Bool
  ) throws -> [Endpoint] {
    let names = try recordedNames(name, recordings: recordings)
    let upstream = try url.map { try UpstreamURL($0) }
    guard upstream == nil || names.count == 1 else {
      throw ConfigurationError(
        "--upstream is the URL of one endpoint, and there are \(names.joined(separator: ", ")). Choose one with --endpoint."
      )
    }
    let files = try SchemaFiles(folder: schemas)
    return try names.map { name in
      let folder = EndpointFolder(name: name, below: recordings)
      if updates { try folder.requireWritable() }
      return try endpoint(
        folder, upstream: upstream, schemas: files, warnings: name == names.first ? files.warnings(for: name) : [],
        writesSalt: updates)
    }
  }
}
