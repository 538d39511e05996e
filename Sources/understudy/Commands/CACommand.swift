import ArgumentParser
import ProxyTLS

/// `understudy ca`: a local authority, for `--tls`.
struct CACommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ca",
    abstract: "Make a local certificate authority (CA) for --tls.",
    discussion: """
      The authority is made once and kept for this user alone, outside every repository: in \
      $XDG_DATA_HOME/understudy or ~/.local/share/understudy (macOS: ~/Library/Application Support/understudy). With \
      --tls, the program issues itself a certificate from it at each start; that one is never written anywhere.

      Standard output has the path of the authority's certificate, and nothing else; standard error has how to have it \
      trusted.

      Examples:

        understudy ca
        understudy replay --tls
        curl --cacert "$(understudy ca)" https://localhost:4000/countries \\
          -H 'content-type: application/json' -d '{"query": "{ __typename }"}'

      Exit codes: 0 it is there; 2 it cannot be made or read; 64 wrong usage.

      Next: understudy help replay, for --tls.
      """)

  @Option(
    name: [.customLong("ca-folder"), .customLong("folder")],
    help: .init("Another folder to keep it in; --tls then needs the same --ca-folder.", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Flag(help: "Make a new one in place of one that is there; whoever trusted that has to be told anew.")
  var force = false

  func run() throws {
    do {
      let place = try AuthorityFolder(folder)
      let isNew = force || !place.isTaken
      if isNew { try place.make() }
      // One that is there is looked at, so that what is wrong with it is told here.
      _ = try place.load()
      Terminal.out(place.certificatePath)
      Terminal.err(
        isNew ? "A new local authority; its key is in \(place.keyPath)." : "The local authority that was here.")
      for line in TrustAdvice.lines(certificate: place.certificatePath) { Terminal.err(line) }
    } catch {
      throw WorkFailure(error.description)
    }
  }
}
