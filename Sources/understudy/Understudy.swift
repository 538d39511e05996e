import ArgumentParser

/// The program: `understudy record | replay | fake | exec | init | check | verify | scan | coverage | show | fmt | mv | prune |
/// migrate | import | export | manifest | schema | ca`.
@main
struct Understudy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "understudy",
    abstract: "A stand-in for a GraphQL API while its clients are tested.",
    discussion: """
      Record a GraphQL API once, replay it with no network, and fake what it does not have yet. Point the client at \
      http://127.0.0.1:4000/<endpoint>; that is the only change it needs.

      Examples:

        understudy record --upstream https://countries.trevorblades.com
        understudy replay
        understudy fake
        understudy exec -- npm test

      Exit codes: 0 fine; 1 the run found what it was asked to find (a miss, drift, a secret, an unreadable \
      recording, a breaking change); 2 it could not do its work (configuration, a port in use, an unreadable \
      recording); 64 wrong usage.

      Completion for bash, zsh and fish: understudy --generate-completion-script SHELL; the README says where it goes.
      """,
    version: Run.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          RecordCommand.self, ReplayCommand.self, FakeCommand.self, ExecCommand.self, InitCommand.self,
        ]),
      CommandGroup(
        name: "Inspection",
        subcommands: [
          ShowCommand.self, CheckCommand.self, VerifyCommand.self, ScanCommand.self, CoverageCommand.self,
          ManifestCommand.self,
        ]),
      CommandGroup(
        name: "Maintenance",
        subcommands: [FmtCommand.self, MvCommand.self, PruneCommand.self, MigrateCommand.self]),
      CommandGroup(
        name: "Exchange",
        subcommands: [ImportCommand.self, ExportCommand.self, SchemaCommand.self, CACommand.self]),
    ]
  )

  /// Runs the command, and gives a run that could not do its work its own exit code.
  static func main() async {
    Terminal.occupyClosedStreams()
    Terminal.ignoreSIGPIPE()
    let arguments = CommandLine.arguments.dropFirst()
    if let script = CompletionScript(arguments) {
      Terminal.out(script.text)
      endIfOutputIsLost()
      return
    }
    if let mistake = UnknownCommand(arguments) {
      Terminal.err("Error: \(mistake)")
      exit(withError: ExitCode.validationFailure)
    }
    do {
      var command = try parseAsRoot()
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
      exit(withError: error)
    }
  }

  /// Ends with exit code 2 where the result could not be printed: whoever reads it must not take the rest for the whole.
  private static func endIfOutputIsLost() {
    Terminal.finish()
    guard let reason = Terminal.lostOutput else { return }
    Terminal.err("understudy: standard output cannot be written: \(reason). What it has is not whole.")
    Terminal.finish()
    exit(withError: ExitCode(2))
  }
}
