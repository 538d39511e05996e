import ArgumentParser
import OrderedJSON
import Recordings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A test framework with a built-in plugin that gives each test a session.
enum TestFramework: String, ExpressibleByArgument, CaseIterable {
  case pytest

  /// The exit code of the framework's command if there is no test to run.
  var codeOfNoTests: Int32 {
    switch self {
    case .pytest: 5
    }
  }

  /// Returns the words of a command up to the framework's own name. They begin a command that runs one test again.
  func runner(in words: [String]) -> [String] {
    // In `uv run --with pytest pytest`, the first is the value of an option.
    let place = words.indices.first { place in
      let name = words[place].split(separator: "/").last.map(String.init)
      guard name == "pytest" || name == "py.test" else { return false }
      return place == 0 || words[place - 1] == "-m" || !words[place - 1].hasPrefix("-")
    }
    return place.map { Array(words[...$0]) } ?? ["pytest"]
  }
}

/// The temporary folder with a framework's plugin during one run.
struct PluginFolder {
  let framework: TestFramework
  private let folder: URL

  /// The module's name. An installed plugin has another name, so that both are loaded and the newer one runs.
  private static let module = "understudy_carried"

  /// Writes the plugin.
  ///
  /// - Throws: `WorkFailure` if it cannot be written.
  init(_ framework: TestFramework) throws(WorkFailure) {
    self.framework = framework
    // Writable only by this user, because Python runs the file.
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("understudy-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let plugin = Data(PackageResources.understudy_pytest_py)
      try plugin.write(to: folder.appendingPathComponent("\(Self.module).py"))
    } catch {
      throw WorkFailure(
        "The plugin for \(framework.rawValue) could not be written to \(folder.path): \(error). Check the folder and its permissions."
      )
    }
  }

  /// Removes the folder.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Returns the variables that let the framework find the plugin.
  ///
  /// - Parameter environment: returns the value of an environment variable.
  /// - Returns: the values by variable name.
  func variables(_ environment: (String) -> String?) -> [String: String] {
    func adding(_ value: String, to name: String, separator: String) -> String {
      guard let outside = environment(name), !outside.isEmpty else { return value }
      return value + separator + outside
    }
    return [
      "PYTHONPATH": adding(folder.path, to: "PYTHONPATH", separator: ":"),
      "PYTEST_PLUGINS": adding(Self.module, to: "PYTEST_PLUGINS", separator: ","),
    ]
  }

  // MARK: Lists of tests

  /// Returns the variables that let the plugin skip and list the tests without a recording.
  func leavingOutUnrecorded() throws(WorkFailure) -> [String: String] {
    do {
      try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
    } catch {
      throw WorkFailure("\(lists.path) could not be created: \(error). Check the folder and its permissions.")
    }
    return ["UNDERSTUDY_UNRECORDED": lists.path]
  }

  /// Reads the lists of skipped tests.
  ///
  /// - Returns: the names of their sessions, sorted.
  /// - Throws: `WorkFailure` if a list cannot be read: its tests would be neither replayed nor recorded.
  func unrecorded() throws(WorkFailure) -> [String] {
    do {
      let names = try FileReading.names(inFolder: lists.path).flatMap { file in
        let list = try JSON.parse(try FileReading.bytes(of: "\(lists.path)/\(file)"))
        return (list.arrayValue ?? []).compactMap(\.stringValue)
      }
      return Set(names).sorted()
    } catch {
      throw WorkFailure(
        "The list of tests without a recording could not be read: \(error). Check the folder and its permissions.")
    }
  }

  /// Returns the variables that let the plugin run only these tests.
  func running(only names: [String]) throws(WorkFailure) -> [String: String] {
    let file = folder.appendingPathComponent("only.json").path
    do {
      _ = try FileWriting.replace(file, by: JSON.array(names.map { .string($0) }).serialize())
    } catch {
      throw WorkFailure("\(file) could not be written: \(error). Check the folder and its permissions.")
    }
    return ["UNDERSTUDY_ONLY": file]
  }

  private var lists: URL { folder.appendingPathComponent("unrecorded") }
}
