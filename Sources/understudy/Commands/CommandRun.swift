import Subprocess
import UnixSignals

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A command that runs with this program before its endpoint, from its start to its end.
struct CommandRun {
  /// The program and its arguments.
  let words: [String]
  /// What its environment has besides this program's.
  let environment: [Environment.Key: String?]
  /// How long it may take to end when it was told to, in seconds.
  let grace: Double

  /// The signals that are passed on, besides those that end it.
  private static let passedOn: [UnixSignal] = [.sighup, .sigusr1, .sigusr2]

  /// Runs it.
  ///
  /// - Returns: its exit code; a signal's number plus 128, as shells have it.
  /// - Throws: `WorkFailure` where it cannot be started.
  func untilEnd() async throws(WorkFailure) -> Int32 {
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
      switch result.terminationStatus {
      case .exited(let code): return code
      case .signaled(let signal): return 128 + signal
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      let place = words[0].contains("/") ? "there is no such file" : "it is not in PATH"
      throw WorkFailure("The command \"\(words[0])\" could not be run: \(place), or it cannot be executed.")
    } catch {
      throw WorkFailure("The command \"\(words[0])\" could not be run: \(error)")
    }
  }

  /// Where nobody sits at a terminal the command leads a group of its own, so that signals reach what it has started: of
  /// `npm test` the tests. At a terminal it stays in this one's group, which alone may read from there and gets Ctrl-C.
  private static func options(hasGroup: Bool) -> PlatformOptions {
    var options = PlatformOptions()
    if hasGroup { options.processGroupID = 0 }
    return options
  }

  /// Passes signals on as long as the command runs. One that was told to end and does not is killed after the grace, or
  /// when it is told a second time; this process stays to tell what was missed.
  private func passOn(_ signals: UnixSignalsSequence, hasGroup: Bool, send: @escaping @Sendable (Int32) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      var wasTold = false
      for await signal in signals {
        // Ctrl-C reaches the command by itself: the terminal sends it to the whole group.
        if signal == .sigint, !hasGroup { continue }
        let isEnd = signal == .sigint || signal == .sigterm
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
    }
  }

  /// As a shell finds it: a name with a slash is a path, any other is looked up in `PATH`.
  private var executable: Executable {
    words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0])
  }
}
