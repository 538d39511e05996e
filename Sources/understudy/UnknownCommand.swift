import ArgumentParser
import GraphQLLanguage

/// A word, the first or after `help`, that is not a command. For the first, ArgumentParser reports an unexpected
/// argument; after `help`, it prints the help of another command.
struct UnknownCommand: CustomStringConvertible {
  let description: String

  /// Returns nil if all names of commands are known.
  init?(_ arguments: ArraySlice<String>) {
    var words = arguments.filter { !$0.isEmpty }[...]
    let isHelp = words.first == "help"
    if isHelp { words = words.dropFirst() }
    var command: any ParsableCommand.Type = Understudy.self
    var path: [String] = []
    while let word = words.popFirst(), !word.hasPrefix("-") {
      let known = command.configuration.subcommands
      guard !known.isEmpty else { return nil }
      let names = known.compactMap { $0.configuration.commandName } + (path.isEmpty ? ["help"] : [])
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        if word == "help" { return nil }
        let place = path.isEmpty ? "" : " of understudy \(path.joined(separator: " "))"
        let help = (["understudy", "help"] + path).joined(separator: " ")
        let offer = didYouMean(suggestionList(word, names))
        description = "\"\(word)\" is not a command\(place).\(offer) To list commands: \(help)"
        return
      }
      path.append(word)
      command = next
    }
    return nil
  }
}
