import ArgumentParser
import Interchange
import OrderedJSON
import Recordings

/// `understudy export`: writes recordings in the format of another tool.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write recordings in the format of another tool.",
    discussion: """
      Examples:

        understudy export har --endpoint countries > countries.har
        understudy export msw --endpoint countries --output countries.js

      Next: understudy help export har, understudy help export msw.
      """,
    subcommands: [ExportHARCommand.self, ExportMSWCommand.self])
}

/// `understudy export har`: writes recordings as a HAR.
struct ExportHARCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "har",
    abstract: "Write recordings as a HAR.",
    discussion: """
      Writes a HAR 1.2 with each recorded request and its answers, in a possible order. The same recordings give the same \
      bytes, and importing the file gives the same recordings. Skipped recordings are listed.

      Examples:

        understudy export har --endpoint countries > countries.har
        understudy export har --output recordings.har

      Exit codes: 0 it was written; 2 recordings cannot be read, or the file cannot be written; 64 wrong usage.

      Next: open it in a browser's network panel, or give it to a tool that replays HARs.
      """)

  @OptionGroup var options: ExportOptions

  func run() async throws {
    try options.write { folders in
      let export = try HARExport(folders, version: Run.version)
      for line in export.besides { Terminal.err("\(line).") }
      return (export.har.prettyText, export.left, [], "\(export.count) requests")
    }
  }
}

/// `understudy export msw`: writes recordings as handlers of Mock Service Worker.
struct ExportMSWCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "msw",
    abstract: "Write recordings as handlers of Mock Service Worker.",
    discussion: """
      Writes an ES module for MSW 2: `handlers` for setupServer or setupWorker, and `reset()` to return to the state before \
      the first mutation. Requests that are not recorded get a GraphQL error.

      Examples:

        understudy export msw --endpoint countries > countries.js
        understudy export msw --endpoint countries --output src/countries.js

      Exit codes: 0 it was written; 2 recordings cannot be read, or the file cannot be written; 64 wrong usage.

      Next: import { handlers } from "./countries.js" where your tests create the server.
      """)

  @OptionGroup var options: ExportOptions

  func run() async throws {
    try options.write { folders in
      let export = try MSWExport(folders)
      return (export.module, export.left, export.notes, "\(export.count) recordings")
    }
  }
}

/// The options of every export.
struct ExportOptions: ParsableArguments {
  @Option(help: .init("Export this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @Option(
    help: .init("The file to write. (default: standard output)", valueName: "file"),
    completion: .file(extensions: ["har", "js", "mjs", "ts"]))
  var output: String?

  @OptionGroup var recordings: RecordingsOptions

  /// Writes the export of the endpoints' folders, and lists what is skipped.
  func write(
    _ make: ([EndpointFolder]) throws -> (text: String, left: [String], notes: [String], count: String)
  ) throws {
    do {
      let all = try RecordingsFolder(path: recordings.recordings).endpoints
      let folders = endpoint.map { name in all.filter { $0.name == name } } ?? all
      guard !folders.isEmpty else {
        let known = all.isEmpty ? "" : " (there is \(all.map(\.name).joined(separator: ", ")))"
        throw WorkFailure(
          "There is no endpoint \(endpoint.map { "\"\($0)\" " } ?? "")in \(recordings.recordings)/\(known). Choose one with --endpoint, or another folder with --recordings."
        )
      }
      let (text, left, notes, count) = try make(folders)
      for line in left { Terminal.err("skipped \(line)") }
      for line in notes { Terminal.err("note: \(line)") }
      guard let output else { return Terminal.out(text) }
      _ = try FileWriting.replace(output, by: Array("\(text)\n".utf8))
      Terminal.err("\(output): \(count).")
    } catch let failure as WorkFailure {
      throw failure
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
  }
}
