import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

@testable import Interchange

/// What an engine told.
final class EventLog: Sendable {
  private let list = Mutex<[Event]>([])

  @Sendable func receive(_ event: Event) { list.withLock { $0.append(event) } }

  var warnings: [String] {
    list.withLock { $0 }.compactMap { if case .warning(let text) = $0 { text } else { nil } }
  }

  /// A line for each exchange: `new query CountryDetail {"code":"CA"}`.
  var outcomes: [String] {
    list.withLock { $0 }.compactMap { event in
      guard case .exchange(let exchange) = event else { return nil }
      let variables = exchange.variables.isEmpty ? "" : " " + JSON.object(exchange.variables).compactText
      let subject =
        exchange.operation.map { "\($0.kind.rawValue) \($0.name ?? "(anonymous)")" } ?? exchange.requestLine
      return "\(word(exchange.outcome)) \(subject)\(variables)"
    }
  }

  /// The status of each exchange, and what became of it.
  var answers: [String] {
    list.withLock { $0 }.compactMap { event in
      if case .exchange(let exchange) = event { "\(exchange.status) \(word(exchange.outcome))" } else { nil }
    }
  }

  private func word(_ outcome: Exchange.Outcome) -> String {
    switch outcome {
    case .new: "new"
    case .known: "known"
    case .changed: "changed"
    case .notRecorded(let why): "not recorded (\(why))"
    case .failed(let why): "failed (\(why))"
    }
  }
}

/// Imports files into a folder of recordings.
@discardableResult
func importing(
  _ paths: [String], into folder: TestFolder, schemas: String? = nil,
  decoding: @escaping ContentDecoder = { (_, coding, _) throws(UpstreamError) in
    throw UpstreamError(.unreadable, "no \(coding) here")
  }, change: (inout ImportOptions) -> Void = { _ in }
) async throws -> (plan: ImportPlan, log: EventLog) {
  var options = ImportOptions()
  options.recordings = folder.path + "/recordings"
  options.schemas = schemas ?? folder.path + "/schemas"
  change(&options)
  var files: [CaptureFile] = []
  for path in paths { files.append(try CaptureFile(path: path)) }
  let plan = try ImportPlan(files, options)
  let log = EventLog()
  try await Importer(plan, options, decoding: decoding).run(events: log.receive)
  return (plan, log)
}
