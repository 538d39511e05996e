/// The text that `understudy` prints without arguments: the next three steps in this folder.
struct FirstSteps {
  private let recorded: [String]
  private let schemas: [String]

  init(_ folder: CommandLineWords = CommandLineWords([])) {
    recorded = folder.recordedEndpoints
    schemas = folder.schemaNames
  }

  var text: String {
    let lines = ["Understudy is a mock server for GraphQL APIs, for testing their clients.", ""] + steps
    return (lines + ["", "All commands: understudy --help"]).joined(separator: "\n")
  }

  private var steps: [String] {
    if !recorded.isEmpty {
      return [
        "Recordings in this folder: \(list(recorded)).", "",
        "  1. Replay them:                  understudy replay",
        "  2. Run your tests against them:  understudy exec -- npm test",
        "  3. Look at them:                 understudy show",
      ]
    }
    if let first = schemas.first {
      return [
        "Schemas in this folder: \(list(schemas)).", "",
        "  1. Generate answers:              understudy fake",
        "  2. Point your client at           http://127.0.0.1:4000/\(first)",
        "  3. Record the API once it exists: understudy record --upstream <its URL> --endpoint \(first)",
      ]
    }
    return [
      "This folder has no recordings and no schemas yet.", "",
      "  1. Record the real API:  understudy record --upstream https://api.example.com/graphql",
      "  2. Point your client at the URL that it prints, use the client, and press Ctrl-C.",
      "  3. Replay without network:  understudy replay", "",
      "If there is no API yet, save its schema as schemas/<endpoint>.graphqls and run: understudy fake",
      "For a test suite, run: understudy init pytest",
      "  (or \(others))",
    ]
  }

  /// The other test frameworks of `init`.
  private var others: String {
    InitTarget.allCases.filter { !$0.isCI && $0 != .pytest }.map(\.rawValue).joined(separator: ", ")
  }

  private func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }
}
