import ArgumentParser
import GraphQLLanguage

/// Completes the message about a mistaken option. swift-argument-parser neither suggests nor describes the options that
/// only `--help-all` shows.
struct OptionMistake {
  private let arguments: ArraySlice<String>

  init(_ arguments: ArraySlice<String>) { self.arguments = arguments }

  /// Returns the message with the commands that have an unknown option, or a suggestion, or with the description of an
  /// option whose value is wrong or missing; unchanged if it has that or is about something else.
  func completed(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let first = lines.first, first.lowercased().contains("unexpected argument"), let hint = hint(for: first) {
      lines[0] = first + ". " + hint
      return lines.joined(separator: "\n")
    }
    guard let first = lines.first, let option = Self.option(in: first) else { return message }
    if first.hasPrefix("Error: Unknown option") {
      let owners = Self.commands(with: option)
      if !owners.isEmpty {
        // The most similar option of this command is another one.
        let more = owners.count > 4 ? " and \(owners.count - 4) more" : ""
        lines[0] =
          "Error: Unknown option '\(option)'. Other commands have it: \(owners.prefix(4).joined(separator: ", "))\(more)."
        return lines.joined(separator: "\n")
      }
      guard !first.contains("Did you mean") else { return message }
      let nearest = suggestionList(option, options.map(\.name)).prefix(1).map { $0 }
      if !nearest.isEmpty { lines[0] += "." + didYouMean(nearest) }
    } else if !lines.dropFirst().contains(where: { $0.hasPrefix("Help:") }),
      let known = options.first(where: { $0.name == option })
    {
      lines.insert("Help:  \(known.text)", at: 1)
    }
    return lines.joined(separator: "\n")
  }

  /// The option for a word without one, which a message names in quotation marks.
  private func hint(for message: String) -> String? {
    guard let word = message.split(separator: "'").dropFirst().first.map(String.init) else { return nil }
    let names = Set(options.map(\.name))
    let folder = CommandLineWords([])
    if word.contains("://"), names.contains("--upstream") { return "Did you mean --upstream \(word)?" }
    let isSchema = ["graphql", "graphqls", "json"].contains(word.split(separator: ".").last.map(String.init))
    if isSchema, names.contains("--schemas") { return "Copy a schema to schemas/NAME.graphqls, which needs no option." }
    let isEndpoint = (folder.recordedEndpoints + folder.schemaNames).contains(word)
    guard names.contains("--endpoint"), isEndpoint else { return nil }
    return "Did you mean --endpoint \(word)?"
  }

  /// The option that a message names in quotation marks: `'--drain <seconds>'`.
  private static func option(in message: String) -> String? {
    message.split(separator: "'").first { $0.hasPrefix("--") }.map { String($0.prefix { $0 != " " && $0 != "=" }) }
  }

  private var options: [(name: String, text: String)] { Self.options(of: NamedCommand(arguments).command) }

  /// The commands that have an option, as they are typed.
  private static func commands(
    with option: String, below command: any ParsableCommand.Type = Understudy.self, path: [String] = ["understudy"]
  ) -> [String] {
    let subcommands = command.configuration.subcommands
    guard !subcommands.isEmpty else {
      return options(of: command).contains { $0.name == option } ? [path.joined(separator: " ")] : []
    }
    return subcommands.flatMap {
      commands(with: option, below: $0, path: path + [$0.configuration.commandName].compactMap(\.self))
    }
  }

  /// All options of a command, with their help on one line.
  private static func options(of command: any ParsableCommand.Type) -> [(name: String, text: String)] {
    var options: [(name: String, text: String)] = []
    for line in Understudy.helpMessage(for: command, includeHidden: true, columns: 10_000).split(separator: "\n") {
      let text = line.drop { $0 == " " }
      guard line.hasPrefix("  "), text.hasPrefix("-"), let name = text.firstRange(of: "--") else { continue }
      // The columns are two spaces apart.
      let columns = text.split(separator: "  ", maxSplits: 1).map { $0.drop { $0 == " " } }
      options.append(
        (
          String(text[name.lowerBound...].prefix { $0 != " " && $0 != "," && $0 != "/" }),
          columns.joined(separator: "  ")
        ))
    }
    return options
  }
}
