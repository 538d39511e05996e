import ArgumentParser
import ProxyTLS

/// `understudy ca`: creates a local CA for `--tls`.
struct CACommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ca",
    abstract: "Make a local certificate authority (CA) for https.",
    discussion: """
      The CA is created once, for this user only, outside of any repository: in $XDG_DATA_HOME/understudy or \
      ~/.local/share/understudy (macOS: ~/Library/Application Support/understudy). With --tls, the server issues itself a \
      certificate from it at startup, and never writes that certificate to disk. As a proxy, it does so for each host that \
      clients connect to.

      Prints the path of the CA certificate on standard output, and how to trust it on standard error.

      Examples:

        understudy ca
        understudy replay --tls
        curl --cacert "$(understudy ca)" https://localhost:4000/countries \\
          -H 'content-type: application/json' -d '{"query": "{ __typename }"}'

      Exit codes: 0 the CA exists; 2 it cannot be created or read; 64 wrong usage.

      Next: understudy help replay, for --tls.
      """)

  @Option(
    name: [.customLong("ca-folder"), .customLong("folder")],
    help: .init("The folder of the CA; --tls then needs the same --ca-folder.", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Flag(help: "Replace an existing CA. Clients that trusted it must trust the new one.")
  var force = false

  func run() throws {
    do {
      let place = try AuthorityFolder(folder)
      let isNew = force || !place.isTaken
      if isNew { try place.make() }
      // Reports problems of an existing CA here, not when a server starts.
      let keyHash = try place.load().keyHash
      Terminal.out(place.certificatePath)
      Terminal.err(
        isNew ? "Created a local CA. Its key is in \(place.keyPath)." : "The local CA exists already.")
      for line in TrustAdvice.lines(certificate: place.certificatePath, keyHash: keyHash) { Terminal.err(line) }
    } catch {
      throw WorkFailure("\(error)")
    }
  }
}
