import ArgumentParser

/// The program `understudy`.
@main
struct Understudy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "understudy",
    abstract: "A mock server for GraphQL APIs, for testing their clients.",
    discussion: """
      Examples:

        understudy record --upstream https://countries.trevorblades.com
        understudy replay      # without network; to generate the answers: understudy fake
        understudy exec -- npm test

      Exit codes: 0 success; 1 problems found; 2 could not run; 64 wrong usage.
      """,
    version: Run.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          RecordCommand.self, ReplayCommand.self, FakeCommand.self, ExecCommand.self, InitCommand.self,
          ListenCommand.self,
        ]),
      CommandGroup(
        name: "Inspection",
        subcommands: [
          ShowCommand.self, CheckCommand.self, VerifyCommand.self, ScanCommand.self, CoverageCommand.self,
          ManifestCommand.self, ExplainCommand.self,
        ]),
      CommandGroup(
        name: "Maintenance",
        subcommands: [
          FmtCommand.self, MvCommand.self, PruneCommand.self, MigrateCommand.self, ShardCommand.self, MergeCommand.self,
        ]),
      CommandGroup(
        name: "Exchange",
        subcommands: [
          ImportCommand.self, ExportCommand.self, PackCommand.self, SchemaCommand.self, FixtureCommand.self,
          CACommand.self,
        ]),
    ]
  )

  /// Runs the command. Exits with code 2 if it could not do its work.
  static func main() async {
    Terminal.occupyClosedStreams()
    Terminal.ignoreSIGPIPE()
    let arguments = ArraySlice(FullHelp.asked(CommandLine.arguments.dropFirst()))
    if let script = CompletionScript(arguments) {
      Terminal.out(script.text)
      endIfOutputIsLost()
      return
    }
    if arguments.isEmpty {
      Terminal.out(FirstSteps().text)
      endIfOutputIsLost()
      return
    }
    if let mistake = UnknownCommand(arguments) {
      Terminal.err("Error: \(mistake)")
      exit(withError: ExitCode.validationFailure)
    }
    do {
      var command = try parsed(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      endIfOutputIsLost()
    } catch let failure as WorkFailure {
      Terminal.err("understudy: \(failure)")
      Terminal.finish()
      exit(withError: ExitCode(2))
    } catch {
      endIfOutputIsLost()
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      Terminal.err(OptionMistake(arguments).completed(fullMessage(for: error)))
      Terminal.finish()
      exit(withError: ExitCode.validationFailure)
    }
  }

  /// Parses the named command by itself first. As part of the program, ArgumentParser builds the options of a command
  /// four times instead of twice, and validates them each time in debug builds. What cannot be run is parsed as a whole,
  /// for the errors and the help of the whole program.
  private static func parsed(_ arguments: ArraySlice<String>) throws -> any ParsableCommand {
    let named = NamedCommand(arguments)
    if named.command.configuration.subcommands.isEmpty,
      let command = try? named.command.parseAsRoot(Array(named.rest)), type(of: command) == named.command
    {
      return command
    }
    return try parseAsRoot(Array(arguments))
  }

  /// Exits with code 2 if the output could not be printed, so that a script does not take a part for the whole.
  private static func endIfOutputIsLost() {
    Terminal.finish()
    guard let reason = Terminal.lostOutput else { return }
    Terminal.err("understudy: standard output cannot be written: \(reason). The output is incomplete.")
    Terminal.finish()
    exit(withError: ExitCode(2))
  }
}
