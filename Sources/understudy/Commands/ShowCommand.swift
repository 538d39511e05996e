import ArgumentParser
import Engine
import GraphQLLanguage
import OrderedJSON

/// `understudy show`: what is recorded of an operation, and with `--why`, which mutations count for it.
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show in which states an operation was recorded, and which mutations count for it.",
    discussion: """
      Lists the recordings of an operation with the states in which it was answered. With --why, also each recorded \
      mutation: whether an answer depends on it, and which reads, ids or types say so.

        understudy show LaunchDetails
        understudy show --why LaunchDetails '{"launchId": "25"}'
      """)

  @ArgumentParser.Argument(help: "The operation's name; for an anonymous one its folder, e.g. query-20474f2b.")
  var operation: String

  @ArgumentParser.Argument(help: "Only the recording with these variables: a JSON object.")
  var variables: String?

  @Flag(help: "Say which mutations count, and why.")
  var why = false

  @Option(help: "Look at this endpoint only.")
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  func run() async throws {
    let lines: [String]
    do {
      lines = try found()
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
    for line in lines { Terminal.out(line) }
  }

  private func found() throws -> [String] {
    let variables = try variables.map(object)
    let endpoints = try Endpoints.forReplay(
      name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, seed: 0, onMiss: .error)
    let requests = try endpoints.flatMap { try $0.recordedRequests(of: operation, variables: variables) }
    guard requests.isEmpty else { return requests.flatMap { RecordedText.lines($0, why: why) } }
    let all = try endpoints.flatMap { try $0.recordedRequests(of: operation, variables: nil) }
    guard all.isEmpty else {
      let known = Set(all.map { JSON.object($0.variables).brief(limit: 200) }).sorted().prefix(10)
      throw WorkFailure(
        "\(operation) was not recorded with these variables. It was with \(known.joined(separator: ", ")).")
    }
    let names = try endpoints.flatMap { try $0.recordedOperationNames() }
    throw WorkFailure(
      "No operation \"\(operation)\" is recorded in \(recordings.recordings)/.\(didYouMean(nil, suggestionList(operation, names)))"
    )
  }

  private func object(_ text: String) throws -> JSONObject {
    let value: JSON
    do {
      value = try JSON.parse(text: text)
    } catch {
      throw WorkFailure("The variables are not JSON: \(error). Give an object such as '{\"launchId\": \"25\"}'.")
    }
    guard let object = value.objectValue else {
      throw WorkFailure("The variables are no JSON object: give one such as '{\"launchId\": \"25\"}'.")
    }
    return object
  }
}
