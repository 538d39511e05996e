import ArgumentParser
import GraphQLLanguage

/// A first word, or one behind `help`, that is no command: ArgumentParser takes the one for an argument too many, and
/// answers the other with the help of something else.
struct UnknownCommand: CustomStringConvertible {
  let description: String

  /// Nil where all names of commands are right.
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
