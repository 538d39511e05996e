import ArgumentParser
import Engine
import GraphQLLanguage
import OrderedJSON

/// `understudy show`: what is recorded; of one recording everything, or the same for other programs.
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what is recorded, and which mutations count for it.",
    discussion: """
      Without an operation, lists all recordings. With one, lists its recordings and the states in which they were \
      answered; where there is only one, or the variables say which, shows its document, variables and answers. With \
      --why, also each recorded mutation: whether an answer depends on it, and which reads, ids or types say so. \
      Colours are for terminals; NO_COLOR=1 turns them off.

      Examples:

        understudy show
        understudy show LaunchList
        understudy show CountryDetail '{"code": "CA"}' --as curl
        understudy show --why LaunchList

      Exit codes: 0 it was shown; 2 there is no such recording, or one cannot be read; 64 wrong usage.

      Next: understudy replay serves it; understudy help mv renames an operation.
      """)

  /// For whom a request is spelled.
  enum Spelling: String, CaseIterable, ExpressibleByArgument {
    case curl, graphql
  }

  @ArgumentParser.Argument(
    help: "The operation's name, or its folder, e.g. query-20474f2b.", completion: Completions.operations)
  var operation: String?

  @ArgumentParser.Argument(help: "Only the recording with these variables: a JSON object.")
  var variables: String?

  @Flag(help: "Say which mutations count, and why.")
  var why = false

  @Option(
    name: .customLong("as"),
    help: .init(
      "Print the request as a curl command to a running understudy, or as a document and variables to paste.",
      valueName: "form"))
  var spelling: Spelling?

  @Option(help: .init("Where understudy listens, for --as curl.", valueName: "URL"))
  var url = "http://127.0.0.1:4000"

  @Option(help: .init("Look at this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions
  @OptionGroup(title: "Recordings and schemas") var schemas: SchemasOptions

  func validate() throws {
    guard operation == nil else { return }
    if why { throw ValidationError("--why is about one operation: name it, e.g. understudy show --why LaunchDetails") }
    if spelling != nil {
      throw ValidationError("--as is about one operation: name it, e.g. understudy show LaunchDetails --as curl")
    }
  }

  func run() async throws {
    let colors = TextColors(isOn: Terminal.isColored)
    let lines = try orWorkFailure {
      guard let operation else {
        return try RecordingsTable(recordings: recordings.recordings, endpoint: endpoint).lines(colors: colors)
      }
      return self.lines(try found(operation), colors)
    }
    for line in lines { Terminal.out(line) }
  }

  private func lines(_ requests: [RecordedRequest], _ colors: TextColors) -> [String] {
    if let spelling {
      let spelled = requests.map { RequestSpelling($0) }
      for (request, spelled) in zip(requests, spelled) {
        let subject = requests.count > 1 ? "\(request.file): " : ""
        for note in spelled.notes { Terminal.err("note: \(subject)\(note)") }
      }
      let texts = spelled.map { spelling == .curl ? $0.curl(origin: url) : $0.graphQL }
      return [texts.joined(separator: "\n\n")]
    }
    if requests.count == 1, !why { return RecordingText(requests[0], colors: colors).lines }
    return requests.flatMap { RecordedText.lines($0, why: why) }
  }

  private func found(_ operation: String) throws -> [RecordedRequest] {
    let variables = try variables.map(object)
    let endpoints = try Endpoints.forReplay(
      name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, seed: 0, onMiss: .error)
    let requests = try endpoints.flatMap { try $0.recordedRequests(of: operation, variables: variables) }
    guard requests.isEmpty else { return requests }
    let all = try endpoints.flatMap { try $0.recordedRequests(of: operation, variables: nil) }
    guard all.isEmpty else {
      let known = Set(all.map { JSON.object($0.variables).brief(limit: 200) }).sorted().prefix(10)
      throw WorkFailure(
        "\(operation) was not recorded with these variables. It was with \(known.joined(separator: ", ")).")
    }
    let names = try endpoints.flatMap { try $0.recordedOperationNames() }
    throw WorkFailure(
      "No operation \"\(operation)\" is recorded in \(recordings.recordings)/.\(didYouMean(nil, suggestionList(operation, names))) `understudy show` lists them."
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
