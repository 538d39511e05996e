import ArgumentParser
import Engine
import Recordings

/// `understudy pack`: writes each endpoint's recordings as one file.
struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Write recordings as one file for each endpoint.",
    discussion: """
      For images and downloads with very many recordings. Commands that only read recordings, such as replay and check, \
      read packed ones too: --recordings names the folder of the packed files. They cannot be changed, so commit the \
      folders, not the packed files. The same recordings give the same bytes.

      To get folders again: understudy merge packed --into recordings

      Examples:

        understudy pack
        understudy replay --recordings packed

      Exit codes: 0 packed; 2 a file could not be read or written; 64 wrong usage.

      Next: understudy check --recordings packed.
      """)

  @Option(help: .init("The folder for the packed files.", valueName: "folder"), completion: .directory)
  var output = "packed"

  @Option(help: .init("Pack this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions

  func run() throws {
    let folder = recordings.recordings
    let packed = try orWorkFailure {
      let names = try Endpoints.recordedNames(endpoint, recordings: folder)
      if endpoint == nil { try RecordingsFolder.requireNoOtherPacked(output, than: names) }
      return try names.map {
        try EndpointFolder(name: $0, below: folder).pack(into: output)
      }
    }
    for one in packed {
      Terminal.out("\(one.path): \(one.files) \(one.files == 1 ? "file" : "files"), \(one.size) bytes.")
    }
  }
}
