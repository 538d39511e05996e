import GraphQLLanguage
package import OrderedJSON
import Recordings

extension RequestText {
  /// A test that sends the request, in one test framework.
  package struct TestText: Sendable {
    /// For example `pytest`.
    package let framework: String
    package let text: String
  }

  /// The largest answer in bytes that a test compares.
  private static let largestAnswer = 16 << 10

  /// Returns tests that send the request and compare the answer. Empty for subscriptions and HTTP exchanges. Without an
  /// answer, or with a large one, they only check that there are no errors.
  package func tests(answer: JSON?) -> [TestText] {
    guard kind != OperationKind.subscription.rawValue, Self.exchange(name, variables) == nil else { return [] }
    let answer = answer.flatMap { $0.compactText.utf8.count > Self.largestAnswer ? nil : $0 }
    return [
      TestText(framework: "pytest", text: pytest(answer)), TestText(framework: "Vitest", text: vitest(answer)),
      TestText(framework: "Swift Testing", text: swiftTesting(answer)),
    ]
  }

  private var headersJSON: JSON {
    .object(JSONObject(sentHeaders.map { .init($0.name, .string($0.value)) }))
  }

  /// The operation's name as an identifier, e.g. `country_detail`.
  private func identifier(separator: String) -> String {
    var words = ""
    for scalar in (name ?? kind).unicodeScalars where scalar.isASCII {
      let isUpper = ("A"..."Z").contains(scalar)
      if isUpper, !words.isEmpty, !words.hasSuffix("_") { words += separator }
      words.unicodeScalars.append(scalar)
    }
    return separator.isEmpty ? words : words.lowercased()
  }

  /// A line about what the copied test still needs; empty if it needs nothing.
  private func remark(_ mark: String) -> String {
    var lines: [String] = []
    if sentHeaders.contains(where: { $0.value == Self.credential }) {
      lines.append("\(mark) Replace \(Self.credential) with the token of a login: it is not saved.")
    }
    if kind == OperationKind.mutation.rawValue {
      lines.append(
        "\(mark) The answer is that of a session that sent nothing before. Give the test a session of its own.")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A string literal of Python and JavaScript.
  private static func literal(_ text: String) -> String { JSON.string(text).compactText }

  private func pytest(_ answer: JSON?) -> String {
    """
    import json
    import os
    import urllib.request


    \(remark("#"))def test_\(identifier(separator: "_"))():
        request = urllib.request.Request(
            os.environ["UNDERSTUDY_URL"] + \(Self.literal("/" + endpoint)),
            data=\(Self.literal(JSON.object(body).compactText)).encode(),
            headers=json.loads(\(Self.literal(headersJSON.compactText))),
        )
        with urllib.request.urlopen(request) as response:
            answer = json.load(response)
    \(answer.map { "    assert answer == json.loads(\(Self.literal($0.compactText)))" } ?? "    assert \"errors\" not in answer")

    """
  }

  private func vitest(_ answer: JSON?) -> String {
    """
    import { expect, test } from "vitest";

    \(remark("//"))test(\(Self.literal(name ?? kind)), async () => {
      const response = await fetch(process.env.UNDERSTUDY_URL + \(Self.literal("/" + endpoint)), {
        method: "POST",
        headers: \(headersJSON.compactText),
        body: JSON.stringify(\(JSON.object(body).compactText)),
      });
    \(answer.map { "  expect(await response.json()).toEqual(\($0.compactText));" } ?? "  expect(await response.json()).not.toHaveProperty(\"errors\");")
    });

    """
  }

  private func swiftTesting(_ answer: JSON?) -> String {
    let expected =
      answer.map {
        "let expected = Data(\(Self.raw($0.compactText)).utf8)\n  #expect(try NSDictionary(dictionary: object(data)) == NSDictionary(dictionary: object(expected)))"
      } ?? "#expect(try object(data)[\"errors\"] == nil)"
    return """
      import Foundation
      import Testing

      \(remark("//"))@Test func \(identifier(separator: "").prefix(1).lowercased() + identifier(separator: "").dropFirst())() async throws {
        let origin = try #require(ProcessInfo.processInfo.environment["UNDERSTUDY_URL"])
        var request = URLRequest(url: try #require(URL(string: origin + \(Self.raw("/" + endpoint)))))
        request.httpMethod = "POST"
        request.allHTTPHeaderFields = [\(sentHeaders.map { "\(Self.raw($0.name)): \(Self.raw($0.value))" }.joined(separator: ", "))]
        request.httpBody = Data(\(Self.raw(JSON.object(body).compactText)).utf8)
        let (data, _) = try await URLSession.shared.data(for: request)
        func object(_ data: Data) throws -> [String: Any] {
          try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
        \(expected)
      }

      """
  }

  /// A raw string literal of Swift.
  private static func raw(_ text: String) -> String {
    var hashes = "#"
    while text.contains("\"\(hashes)") || text.contains("\\\(hashes)") { hashes += "#" }
    return "\(hashes)\"\(text)\"\(hashes)"
  }
}
