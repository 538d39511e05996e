import ArgumentParser
import Engine
import GraphQLLanguage
import Maintenance
import OrderedJSON
import Requests

/// `understudy show`: lists recordings, sessions and sizes, or prints one recording, also as a request for other tools.
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show recordings, sessions and sizes.",
    discussion: """
      Lists all recordings, or those of one operation. Variables choose one of them, and its document, variables and \
      answers are printed. With --sizes, the column ITS OWN has the bytes that only this session uses.

      Examples:

        understudy show
        understudy show CountryDetail '{"code": "CA"}' --as curl
        understudy show --why LaunchList
        understudy show --derived '{ country(code: "CA") { name } }'
        understudy show --session tests/test_cart.py::test_add --endpoint shop

      Exit codes: 0 shown; 2 no such recording or answer, or unreadable; 64 wrong usage.

      Next: understudy replay serves it; understudy mv renames an operation.
      """)

  /// The format in which a request is printed.
  enum RequestFormat: String, CaseIterable, ExpressibleByArgument {
    case curl, graphql
  }

  @ArgumentParser.Argument(
    help: "The operation's name, or its folder, e.g. query-20474f2b.", completion: Completions.operations)
  var operation: String?

  @ArgumentParser.Argument(help: "Only the recording with these variables: a JSON object.")
  var variables: String?

  @Option(
    help: .init("Print this session: its requests, and the first lines of their answers.", valueName: "name"),
    completion: Completions.sessions)
  var session: String?

  @Flag(help: "List the largest sessions and operations, in bytes.")
  var sizes = false

  @Flag(help: "Print which mutations affect each answer, and why.")
  var why = false

  @Flag(help: "Print how replay answers the given query, and from which recordings.")
  var derived = false

  @Option(
    name: .customLong("as"),
    help: .init(
      "Print the request as a curl command, or as a document and variables.", valueName: "format"))
  var format: RequestFormat?

  @Option(help: .init("The server's URL, for --as curl.", valueName: "URL"))
  var url = "http://127.0.0.1:4000"

  @Option(help: .init("Show this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  func validate() throws {
    if sizes, session != nil { throw ValidationError("--sizes lists all sessions. Remove --session.") }
    if derived, operation == nil {
      throw ValidationError(
        "--derived needs a query, for example: understudy show --derived '{ country(code: \"CA\") { name } }'")
    }
    if operation != nil, sizes || (session != nil && !derived) {
      throw ValidationError(
        "\(sizes ? "--sizes" : "--session") covers several operations. Remove \(operation ?? "it").")
    }
    guard operation == nil else { return }
    if why { throw ValidationError("--why needs one operation, for example: understudy show --why LaunchDetails") }
    if format != nil {
      throw ValidationError("--as needs one operation, for example: understudy show LaunchDetails --as curl")
    }
  }

  func run() async throws {
    if derived, let operation { return try await printAnswer(to: operation) }
    let colors = TextColors(isOn: Terminal.isColored)
    let lines = try orWorkFailure {
      if let session {
        let stories = try SessionStory.all(
          of: session, recordings: recordings.recordings, schemas: schemas.schemas, endpoint: endpoint)
        return Array(stories.map { $0.lines(colors: colors) }.joined(separator: [""]))
      }
      if sizes {
        return try RecordingSizes(recordings: recordings.recordings, endpoint: endpoint).lines(
          colors: colors, fitting: Terminal.width)
      }
      guard let operation else {
        return try RecordingsTable(recordings: recordings.recordings, endpoint: endpoint).lines(
          colors: colors, fitting: Terminal.width)
      }
      return self.lines(try found(operation), colors)
    }
    for line in lines { Terminal.out(line) }
  }

  /// Sends a query to each endpoint, and prints the answers.
  private func printAnswer(to query: String) async throws {
    let (endpoints, variables) = try orWorkFailure {
      (
        try Endpoints.forReplay(
          name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, seed: 0, onMiss: .error),
        try self.variables.map(object) ?? JSONObject()
      )
    }
    var answers: [(endpoint: String, answer: QueryAnswer)] = []
    for endpoint in endpoints {
      answers.append(
        (endpoint.name, await QueryAnswer(to: query, variables: variables, of: endpoint, session: session)))
    }
    let answered = answers.filter { $0.answer.source == .recorded || $0.answer.source == .derived }
    guard !answered.isEmpty || answers.count == 1 else {
      throw WorkFailure(
        "No endpoint's recordings answer this query. Choose one to see why: --endpoint \(answers[0].endpoint). Endpoints: \(answers.map(\.endpoint).joined(separator: ", "))."
      )
    }
    for (name, answer) in answered.isEmpty ? answers : answered {
      if answers.count > 1 { Terminal.out("Endpoint: \(name)") }
      for line in answer.lines { Terminal.out(line) }
    }
    if answered.isEmpty { throw ExitCode(2) }
  }

  private func lines(_ requests: [RecordedRequest], _ colors: TextColors) -> [String] {
    if let format {
      let texts = requests.map { RequestText($0) }
      for (request, text) in zip(requests, texts) {
        let subject = requests.count > 1 ? "\(request.file): " : ""
        for note in text.notes { Terminal.err("note: \(subject)\(note)") }
      }
      return [texts.map { format == .curl ? $0.curl(origin: url) : $0.graphQL }.joined(separator: "\n\n")]
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
        "\(operation) is not recorded with these variables. Recorded: \(known.joined(separator: ", ")).")
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
      throw WorkFailure("The variables are not JSON: \(error). Pass an object such as '{\"launchId\": \"25\"}'.")
    }
    guard let object = value.objectValue else {
      throw WorkFailure("The variables are not a JSON object. Pass an object such as '{\"launchId\": \"25\"}'.")
    }
    return object
  }
}
