import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `understudy init`: sets up sessions in a test framework, or replay in a CI system.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Set up a test framework or a CI system.",
    discussion: """
      Prints the setup code, writes it to a file, and lists the commands to run next. It never changes an existing file. \
      If the file exists, add the printed lines yourself. pytest needs no code.

      The helper of a test framework begins a session before each test, and ends it with the test's outcome. A test \
      that misses a recording fails. Each parallel worker gets a port of its own.

      Tested with the real tools: pytest, node-test, jest and swift-testing. For github and gitlab, the files are checked \
      by their schemas, and the commands run in bash. Not tested: vitest, playwright, cypress, xcuitest and kotlin.

      Examples:

        understudy init pytest
        understudy init jest --env SHOP_URL=shop
        understudy init node-test --dry-run
        understudy init github --output .github/workflows/api.yml --dry-run

      Exit codes: 0 written, or nothing to write; 1 the file exists with other content, and was not changed; 2 the file \
      cannot be written, or the recordings cannot be read; 64 wrong usage.

      Next: run the printed commands. They record once, then replay.
      """)

  @Argument(help: .init("The test framework or CI system.", valueName: "target"))
  var target: InitTarget

  @Flag(help: "Print the code, and write nothing.")
  var dryRun = false

  @Option(help: .init("Write to this file.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("env"), parsing: .singleValue,
    help: .init(
      "The variable that your project reads an endpoint's URL from, as `exec` takes it, e.g. SHOP_URL=shop. Repeatable.",
      valueName: "name=endpoint"))
  var named: [NamedVariable] = []

  @OptionGroup var recordings: RecordingsOptions

  func run() throws {
    let project: Project
    do {
      project = try Project(recordings: recordings.recordings, named: named)
    } catch {
      throw WorkFailure("\(error)")
    }
    var isRefused = false
    // Playwright for Python runs under pytest, and uses the built-in plugin.
    if let template = target.template, target != .playwright || project.kind != .python {
      let file = output ?? target.file(in: project)
      let more = target.furtherFiles.map { ($0.path, String(decoding: $0.text, as: UTF8.self)) }
      for (path, text) in [(file, project.filled(template, for: target))] + more {
        let existing = FileManager.default.contents(atPath: path)
        if existing != nil, existing != Data(text.utf8) { isRefused = true }
        try write(text, to: path, existing: existing)
      }
      for addition in target.additions(file) {
        show("Add this to \(addition.place):", [project.filled(addition.line, for: target)])
      }
    } else {
      Terminal.out("\(target.rawValue) needs no code: the pytest plugin is built in.\n")
    }
    next(project)
    if isRefused { throw ExitCode(1) }
  }

  /// Prints a file's lines, and writes the file unless it exists or this is a dry run.
  private func write(_ text: String, to file: String, existing: Data?) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    if let existing {
      if existing == Data(text.utf8) {
        Terminal.out("\(file) already has these lines.\n")
      } else {
        show("\(file) exists, and was not changed. Add these lines to it, or choose another file with --output:", lines)
      }
      return
    }
    show(dryRun ? "\(file) would have these lines:" : "\(file):", lines)
    guard !dryRun else { return }
    do {
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Does not replace a file that was created since the check.
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
    } catch {
      throw WorkFailure("\(file) cannot be written: \(error). Check the folder and its permissions.")
    }
    Terminal.out("Wrote \(file).\n")
  }

  /// Prints the commands to run next.
  private func next(_ project: Project) {
    let (exec, command) = (target.exec(in: project), target.command(in: project))
    if target.isCI {
      show(
        "Record on your machine, review the result, and commit recordings/. If nothing is recorded yet:",
        record(project))
    } else if target.isLibrary {
      show("Record once, with the real API:", ["UNDERSTUDY_MODE=record \(command)"])
      show("Replay, without it:", [command])
    } else {
      show("Record once, with the real API:", record(project))
      show("Replay, without it:", ["\(exec) -- \(command)"])
    }
    if !target.isCI {
      let variables = named.map { " --env \($0.text)" }.joined()
      show("Replay in CI:", ["understudy init github\(variables)", "understudy init gitlab\(variables)"])
    }
    var notes: [String] = []
    if target.isCI, project.kind == .unknown {
      notes.append("Replace \(command) with the command that runs your tests, and install before it what they need.")
    }
    if !project.hasRecordings {
      notes.append("Replace \(Project.exampleUpstream) with the URL of your API.")
      if named.isEmpty {
        notes.append("Replace \"\(project.endpoint)\" with a name of your choice for this API.")
      }
    }
    if named.isEmpty, !target.isLibrary, let variable = project.variables.first?.split(separator: "=").first {
      notes.append("Replace \(variable) with the variable from which your project reads the URL.")
    }
    for note in notes { Terminal.out(note) }
  }

  /// Returns the command that records.
  private func record(_ project: Project) -> [String] {
    let from =
      project.hasRecordings && (project.upstream != nil || project.variables.count > 1)
      ? "" : " --upstream \(project.upstream ?? Project.exampleUpstream) --endpoint \(project.endpoint)"
    let words = target.exec(in: project).split(separator: " ").dropFirst(2).joined(separator: " ")
    return ["understudy exec --mode record\(from) \(words) -- \(target.command(in: project))"]
  }

  private func show(_ title: String, _ lines: [String]) {
    Terminal.out(title + "\n")
    for line in lines { Terminal.out(line.isEmpty ? "" : "    \(line)") }
    Terminal.out("")
  }
}
