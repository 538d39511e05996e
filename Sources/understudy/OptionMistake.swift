import ArgumentParser
import GraphQLLanguage

/// Completes the message about a mistaken option. swift-argument-parser neither suggests nor describes the options that
/// only `--help-all` shows.
struct OptionMistake {
  private let arguments: ArraySlice<String>

  init(_ arguments: ArraySlice<String>) { self.arguments = arguments }

  /// Returns the message with a suggestion for an unknown option, or with the description of one whose value is wrong
  /// or missing; unchanged if it has that or is about something else.
  func completed(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, let option = Self.option(in: first) else { return message }
    if first.hasPrefix("Error: Unknown option") {
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

  /// The option that a message names in quotation marks: `'--drain <seconds>'`.
  private static func option(in message: String) -> String? {
    message.split(separator: "'").first { $0.hasPrefix("--") }.map { String($0.prefix { $0 != " " && $0 != "=" }) }
  }

  /// All options of the command, with their help on one line.
  private var options: [(name: String, text: String)] {
    let command = NamedCommand(arguments).command
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
