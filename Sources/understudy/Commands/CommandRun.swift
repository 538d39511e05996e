import Maintenance
import Recordings
import Subprocess
import UnixSignals

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A command that runs while the server is up.
struct CommandRun {
  let words: [String]
  /// The variables to set in addition to this process's own.
  let environment: [Environment.Key: String?]
  /// The number of seconds that the command may take to exit after a signal.
  let grace: Double

  /// The signals to forward besides SIGINT and SIGTERM, which end the command.
  private static let passedOn: [UnixSignal] = [.sighup, .sigusr1, .sigusr2]

  /// Runs the command until it exits.
  ///
  /// - Returns: the exit code; 128 plus the signal's number if a signal ended it, as in shells. `isStopped` is true if
  ///   SIGINT, SIGTERM or SIGHUP came meanwhile, or ended it.
  /// - Throws: `WorkFailure` if the command cannot be run.
  func untilEnd() async throws(WorkFailure) -> (code: Int32, isStopped: Bool) {
    let hasGroup = !Terminal.hasUser
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm] + Self.passedOn)
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(Array(words.dropFirst())), environment: .inherit.updating(environment),
        platformOptions: Self.options(hasGroup: hasGroup), input: .currentStandardInput, output: .currentStandardOutput,
        error: .currentStandardError
      ) { execution in
        Task {
          await passOn(signals, hasGroup: hasGroup) {
            try? execution.send(signal: Signal(rawValue: $0), toProcessGroup: hasGroup)
          }
        }
      }
      result.closureResult.cancel()
      let isStopped = await result.closureResult.value
      switch result.terminationStatus {
      case .exited(let code): return (code, isStopped)
      // A command that Ctrl-C ended may be gone before this process has noticed the signal.
      case .signaled(let signal): return (128 + signal, true)
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw notFound
    } catch {
      throw WorkFailure("The command \"\(words[0])\" could not be run: \(error). Check the command after --.")
    }
  }

  /// Returns the options for the command's process group.
  ///
  /// Without a terminal the command leads a new group, so that signals reach its children too, such as the tests of
  /// `npm test`. At a terminal it stays in this group: only that one may read from the terminal and gets Ctrl-C.
  private static func options(hasGroup: Bool) -> PlatformOptions {
    var options = PlatformOptions()
    if hasGroup { options.processGroupID = 0 }
    return options
  }

  /// Forwards signals while the command runs. This process stays, to report the misses.
  ///
  /// After SIGINT or SIGTERM, the command has the grace period to exit. Its end, or a second signal, kills the command.
  /// - Returns: true if SIGINT, SIGTERM or SIGHUP came.
  private func passOn(
    _ signals: UnixSignalsSequence, hasGroup: Bool, send: @escaping @Sendable (Int32) -> Void
  ) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      var wasTold = false
      var isStopped = false
      for await signal in signals {
        let isEnd = signal == .sigint || signal == .sigterm
        // SIGHUP too: its terminal is gone.
        if isEnd || signal == .sighup { isStopped = true }
        // The terminal sends Ctrl-C to the whole group, so the command has it already.
        if signal == .sigint, !hasGroup { continue }
        if isEnd, wasTold {
          send(Signal.kill.rawValue)
          continue
        }
        send(signal.rawValue)
        guard isEnd else { continue }
        wasTold = true
        group.addTask {
          guard (try? await Task.sleep(for: .seconds(grace))) != nil else { return }
          Terminal.err(
            "understudy: \(words[0]) did not exit within \(grace) s after \(signal), and is killed.")
          send(Signal.kill.rawValue)
        }
      }
      group.cancelAll()
      return isStopped
    }
  }

  /// The error of a program that was not found.
  private var notFound: WorkFailure {
    let text = words.count == 1 ? words[0] : RecordingError.shellCommand(words)
    if words[0].split(separator: " ").first?.contains("=") == true {
      return WorkFailure(
        "The command \"\(words[0])\" could not be run: variables before a command are for a shell. Write: understudy exec -- sh -c \(RecordingError.shellQuoted(text))"
      )
    }
    if words.count == 1, text.contains(" ") {
      return WorkFailure(
        "The command \"\(words[0])\" could not be run: there is no program with this name. If it is a whole command, write it without quotation marks: understudy exec -- \(text)"
      )
    }
    let place = words[0].contains("/") ? "there is no such file" : "it is not in PATH"
    return WorkFailure(
      "The command \"\(words[0])\" could not be run: \(place), or it cannot be executed. Check its path and its permissions."
    )
  }

  /// The program as a shell finds it: a name with a slash is a path, any other is looked up in `PATH`.
  private var executable: Executable {
    words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0])
  }
}
