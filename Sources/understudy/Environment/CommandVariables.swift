import ArgumentParser
import GraphQLLanguage
import OrderedJSON

/// A variable of the user that gets an endpoint's URL: `--env SHOP_URL=shop`, `--env SHOP_SOCKET=shop:ws`.
struct NamedVariable: ExpressibleByArgument, Hashable, Sendable {
  let name: String
  let endpoint: String
  /// True if the variable gets the URL for WebSockets.
  let isSocket: Bool
  /// The argument as the user wrote it.
  let text: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "=") else { return nil }
    let (name, value) = (argument[..<equals], argument[argument.index(after: equals)...])
    let endpoint = value.hasSuffix(":ws") ? value.dropLast(3) : value
    guard !name.isEmpty, !endpoint.isEmpty else { return nil }
    self.name = String(name)
    self.endpoint = String(endpoint)
    isSocket = value.hasSuffix(":ws")
    text = argument
  }
}

/// The variables that give a command the URLs of its endpoints.
struct CommandVariables {
  let endpoints: [String]
  let named: [NamedVariable]

  /// - Parameters:
  ///   - endpoints: the names of the served endpoints.
  ///   - named: the user's variables.
  ///   - recordings: the folder of recordings, for messages.
  /// - Throws: `WorkFailure` if two endpoints share a variable, or if a user's variable names an endpoint that is not
  ///   served.
  init(endpoints: [String], named: [NamedVariable], recordings: String) throws(WorkFailure) {
    self.endpoints = endpoints
    self.named = named
    // Otherwise one endpoint would silently get the other's URL.
    var owners: [String: String] = [:]
    for name in endpoints {
      let variable = Self.variable(for: name)
      if let other = owners.updateValue(name, forKey: variable) {
        throw WorkFailure(
          "The endpoints \"\(other)\" and \"\(name)\" would both use the variable \(variable). Serve only one with --endpoint, or rename its folder."
        )
      }
    }
    for variable in named where !endpoints.contains(variable.endpoint) {
      throw WorkFailure(
        "--env \(variable.text): there is no endpoint \"\(variable.endpoint)\".\(didYouMean(suggestionList(variable.endpoint, endpoints))) There are: \(endpoints.joined(separator: ", ")). To record another API, add its URL to \(recordings)/\(variable.endpoint)/endpoint.yaml, for example: upstream: https://api.example.com/graphql"
      )
    }
  }

  /// Returns the variables with their values.
  ///
  /// - Parameters:
  ///   - origin: the origin of the server, such as `http://127.0.0.1:4000`.
  ///   - mode: the run's mode, for tests that follow it.
  /// - Returns: the values by variable name. Each is also there with the prefix `TEST_RUNNER_`: xcodebuild passes only
  ///   those to the tests, without the prefix.
  func values(origin: String, mode: String) -> [String: String] {
    var values = ["UNDERSTUDY_URL": origin, "UNDERSTUDY_MODE": mode]
    for name in endpoints { values[Self.variable(for: name)] = "\(origin)/\(name)" }
    for variable in named {
      // `http` becomes `ws`, and `https` becomes `wss`.
      let origin = variable.isSocket ? "ws\(origin.dropFirst(4))" : origin
      values[variable.name] = "\(origin)/\(variable.endpoint)"
    }
    return values.merging(values.map { ("TEST_RUNNER_\($0)", $1) }) { value, _ in value }
  }

  /// Returns the variables with URLs as lines, such as `UNDERSTUDY_URL=http://127.0.0.1:4000`, sorted.
  func lines(origin: String) -> [String] {
    values(origin: origin, mode: "").filter { !$0.key.hasPrefix("TEST_RUNNER_") && !$0.value.isEmpty }
      .map { "\($0)=\($1)" }.sorted { $0.precedesByScalars($1) }
  }

  /// Returns `UNDERSTUDY_URL_ROCKET_RESERVER` for `rocket-reserver`.
  static func variable(for endpoint: String) -> String {
    let name = endpoint.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Character(UnicodeScalar(byte - 32))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): Character(UnicodeScalar(byte))
      default: Character("_")
      }
    }
    return "UNDERSTUDY_URL_" + String(name)
  }
}
