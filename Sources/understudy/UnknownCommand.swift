import ArgumentParser
import GraphQLLanguage

/// A word, the first or after `help`, that is not a command. For the first, ArgumentParser reports an unexpected
/// argument; after `help`, it prints the help of another command.
struct UnknownCommand: CustomStringConvertible {
  let description: String

  /// Returns nil if all names of commands are known.
  init?(_ arguments: ArraySlice<String>) {
    let words = arguments.filter { !$0.isEmpty }[...]
    let named = NamedCommand(words.first == "help" ? words.dropFirst() : words)
    let known = named.command.configuration.subcommands
    guard let word = named.rest.first, !word.hasPrefix("-"), word != "help", !known.isEmpty else { return nil }
    let names = known.compactMap { $0.configuration.commandName } + (named.path.isEmpty ? ["help"] : [])
    let place = named.path.isEmpty ? "" : " of understudy \(named.path.joined(separator: " "))"
    let help = (["understudy", "help"] + named.path).joined(separator: " ")
    let offer = didYouMean(suggestionList(word, names))
    description = "\"\(word)\" is not a command\(place).\(offer) To list commands: \(help)"
  }
}

/// The command that the first words of the arguments name.
struct NamedCommand {
  private(set) var command: any ParsableCommand.Type = Understudy.self
  /// Its name, after those of the commands that it is part of.
  private(set) var path: [String] = []
  /// The arguments after it.
  private(set) var rest: ArraySlice<String>

  init(_ arguments: ArraySlice<String>) {
    rest = arguments
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
    {
      path.append(word)
      command = next
      rest = rest.dropFirst()
    }
  }
}
