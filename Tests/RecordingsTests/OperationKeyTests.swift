import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Synchronization
import Testing

@testable import Recordings

/// Spellings of variables that are the same, and near twins that are not: each pair of a twin must differ.
@Suite struct OperationKeyTests {
  struct Law: CustomTestStringConvertible, Sendable {
    var declared: String
    /// All of these have one key; nil is a request without variables.
    var same: [String?]
    /// Each of these has another key than those above and than each other.
    var different: [String?] = []

    var testDescription: String { "(\(declared)) \(same.map { $0 ?? "absent" })" }
  }

  static let laws = [
    Law(declared: "", same: [nil, "{}", #"{"undeclared": 1}"#]),
    Law(
      declared: "$id: ID", same: [#"{"id": 25}"#, #"{"id": "25"}"#, #"{"id": 25.0}"#, #"{"id": 2.5e1}"#],
      different: [
        nil, #"{"id": null}"#, #"{"id": 26}"#, #"{"id": "25 "}"#, #"{"id": "025"}"#, #"{"id": 25.5}"#,
        #"{"id": "25.5"}"#,
        #"{"id": true}"#, #"{"id": [25]}"#,
      ]),
    Law(
      declared: "$id: ID!", same: [#"{"id": "CA"}"#, #"{"id": "CA", "other": 1}"#, #"{"id": "\u0043A"}"#],
      different: [#"{"id": "ca"}"#, #"{"Id": "CA"}"#]),
    Law(
      declared: "$ids: [ID!]!", same: [#"{"ids": [1, "2"]}"#, #"{"ids": ["1", 2]}"#],
      different: [#"{"ids": ["2", "1"]}"#, #"{"ids": ["1"]}"#, #"{"ids": ["1", "2", null]}"#, #"{"ids": []}"#]),
    Law(
      declared: "$ids: [ID]", same: [#"{"ids": 1}"#, #"{"ids": [1]}"#, #"{"ids": "1"}"#, #"{"ids": ["1"]}"#],
      different: [#"{"ids": null}"#, #"{"ids": [null]}"#, nil, #"{"ids": [["1"]]}"#]),
    Law(
      declared: "$m: [[Int]]", same: [#"{"m": 1}"#, #"{"m": [1]}"#, #"{"m": [[1]]}"#],
      different: [#"{"m": [[1], [1]]}"#, #"{"m": [["1"]]}"#, #"{"m": [[[1]]]}"#]),
    Law(
      declared: "$n: Int", same: [#"{"n": 1}"#, #"{"n": 1.0}"#, #"{"n": 10e-1}"#],
      different: [#"{"n": "1"}"#, #"{"n": true}"#, #"{"n": -1}"#, #"{"n": 1.1}"#, #"{"n": 0}"#]),
    Law(
      declared: "$n: Float", same: [#"{"n": 0.1}"#, #"{"n": 1e-1}"#, #"{"n": 0.10}"#],
      different: [
        #"{"n": 0.1000000000000000055511151231257827}"#, #"{"n": 613835182.14269805}"#,
        #"{"n": 613835182.14269804}"#,
      ]),
    Law(
      declared: "$n: BigInt", same: [#"{"n": 123456789012345678901234567890}"#],
      different: [#"{"n": 123456789012345678901234567891}"#, #"{"n": 1.2345678901234568e29}"#]),
    Law(
      declared: "$s: String", same: [#"{"s": "a"}"#],
      different: [
        #"{"s": "A"}"#, #"{"s": ""}"#, #"{"s": null}"#, nil, #"{"s": "null"}"#, #"{"s": ["a"]}"#, #"{"s": 1}"#,
      ]),
    // One string by Swift's `==`, two by its scalars.
    Law(declared: "$s: String", same: [#"{"s": "\u00e9"}"#, #"{"s": "é"}"#], different: [#"{"s": "e\u0301"}"#]),
    Law(
      declared: "$s: String", same: [#"{"s": "\ud83d\ude00"}"#], different: [#"{"s": "\ud83d"}"#, #"{"s": "\ude00"}"#]),
    Law(
      declared: "$a: A, $b: B", same: [#"{"a": 1, "b": 2}"#, #"{"b": 2, "a": 1}"#, #"{"a": 0, "b": 2, "a": 1}"#],
      different: [#"{"a": 2, "b": 1}"#, #"{"a": 1}"#, #"{"b": 2}"#, #"{"a": 12}"#]),
    Law(
      declared: "$f: Filter",
      same: [
        #"{"f": {"continent": {"eq": "EU", "n": 1}, "a": [1.0]}}"#,
        #"{"f": {"a": [1], "continent": {"n": 1e0, "eq": "EU"}}}"#,
      ],
      different: [
        #"{"f": {"continent": {"eq": "EU"}, "n": 1, "a": [1]}}"#,
        #"{"f": {"continent": {"eq": "EU", "n": 1}, "a": 1}}"#,
        #"{"f": {"continent": {"eq": "EU", "n": null}, "a": [1]}}"#,
        #"{"f": {"a": [1], "continent": {"n": "1", "eq": "EU"}}}"#,
        #"{"f": {"a": [1], "continent": {"eq": "EU", "n": 1, "id": null}}}"#,
      ]),
    // Order counts in lists; sorting the names of an object must reach into them.
    Law(
      declared: "$f: [In!]", same: [#"{"f": [{"a": 1, "b": 2}, {"a": 2}]}"#, #"{"f": [{"b": 2, "a": 1}, {"a": 2}]}"#],
      different: [#"{"f": [{"a": 2}, {"a": 1, "b": 2}]}"#]),
    Law(
      declared: "$first: Int = 10", same: [nil, #"{"first": 10}"#, #"{"first": 10.0}"#],
      different: [#"{"first": null}"#, #"{"first": 11}"#, #"{"first": "10"}"#]),
    Law(declared: "$id: ID = 25", same: [nil, "{}", #"{"id": 25}"#, #"{"id": "25"}"#], different: [#"{"id": 24}"#]),
    Law(declared: "$ids: [ID] = 25", same: [nil, #"{"ids": ["25"]}"#, #"{"ids": 25}"#], different: [#"{"ids": []}"#]),
    Law(declared: "$c: Color = RED", same: [nil, #"{"c": "RED"}"#], different: [#"{"c": "red"}"#]),
    Law(
      declared: #"$f: F = {b: [1, 2.0], a: "x", c: null, d: true}"#,
      same: [nil, #"{"f": {"a": "x", "b": [1, 2], "c": null, "d": true}}"#],
      different: [#"{"f": {"a": "x", "b": [1, 2], "d": true}}"#, #"{"f": null}"#, #"{"f": {}}"#]),
    Law(
      declared: #"$s: String = "ab\ncd""#, same: [nil, #"{"s": "ab\ncd"}"#], different: [#"{"s": "ab\\ncd"}"#]),
  ]

  @Test(arguments: laws) func `one key for one meaning, another for any other`(_ law: Law) throws {
    let declaration = law.declared.isEmpty ? "" : "(\(law.declared))"
    let sent = try Sent("query Q\(declaration) { a }")
    var keys: [OperationKey] = []
    for variables in law.same { keys.append(try sent.key(variables)) }
    for (index, key) in keys.enumerated() {
      #expect(key == keys[0], "\(law.same[index] ?? "absent")")
      #expect(JSON.object(key.variables).serialize() == JSON.object(keys[0].variables).serialize())
    }
    var different = [keys[0]]
    for variables in law.different {
      let key = try sent.key(variables)
      #expect(!different.contains(key), "\(variables ?? "absent")")
      different.append(key)
    }
    // What is canonical stays as it is.
    for key in keys + different {
      #expect(sent.key.key(variables: key.variables, identity: .anonymous) == key)
    }
  }

  /// Requests are read on threads that may have half a megabyte, and values may be as deep as the parser lets them.
  @Test(arguments: [(#"{"a":"#, "}"), ("[", "]"), (#"[{"a":"#, "}]")])
  func `a deep value does not overflow a small stack`(_ open: String, _ close: String) throws {
    let levels = 500 / close.utf8.count
    let text = String(repeating: open, count: levels) + "1.0" + String(repeating: close, count: levels)
    let sent = try Sent("query Q($v: Any, $w: [[[ID]]]) { a }")
    let variables = try object(#"{"v": \#(text), "w": \#(text)}"#)
    let hashes = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      hashes.withLock { $0.append(sent.key.key(variables: variables, identity: .anonymous).hash.hex) }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(hashes.withLock { $0 } == [sent.key.key(variables: variables, identity: .anonymous).hash.hex])
  }

  @Test func `a block string as a default is its value`() throws {
    let block = try Sent("query Q($s: String = \"\"\"\n  one\n  two\n\"\"\") { a }")
    #expect(try block.key() == block.key(#"{"s": "one\ntwo"}"#))
  }

  @Test func `identity, endpoint and document count`() throws {
    let text = "query Q($a: Int) { a }"
    let sent = try Sent(text)
    let variables = #"{"a": 1}"#
    var keys = [try sent.key(variables), try sent.key(variables, identity: .authenticated(name: nil))]
    keys.append(try Sent(text, endpoint: "posts").key(variables))
    keys.append(try Sent("query Q($a: Int) { a b }").key(variables))
    keys.append(try Sent("query Q($a: Int!) { a }").key(variables))
    keys.append(try Sent("query R($a: Int) { a }").key(variables))
    keys.append(try Sent("query ($a: Int) { a }").key(variables))
    keys.append(try Sent("mutation Q($a: Int) { a }").key(variables))
    #expect(Set(keys.map(\.hash.hex)).count == keys.count)
    #expect(try Sent("query Q ( $a : Int ) # comment\n { a, }").key(variables) == keys[0])
    #expect(try Sent("query Q($a: Int) { a } query Z { z }", operationName: "Q").key(variables) == keys[0])
  }

  @Test func `parts that are hashed together cannot be shifted into each other`() throws {
    // The same bytes in a row, cut elsewhere.
    let one = DocumentKey(endpoint: "ab", operation: try Sent("{a}").canonical)
    let other = DocumentKey(endpoint: "a", operation: try Sent("{a}").canonical)
    #expect(one != other)
    var left: [UInt8] = []
    left.appendPart("ab".utf8)
    left.appendPart("c".utf8)
    var right: [UInt8] = []
    right.appendPart("a".utf8)
    right.appendPart("bc".utf8)
    #expect(left != right)
  }

  /// Recordings are named by these: if this test fails, every recording there is has lost its name. The values were
  /// worked out from `RecordingFormat.md` by another program.
  @Test func `the hashes are pinned`() throws {
    let sent = try Sent(countryDetail)
    #expect(sent.key.hash.hex == "e8b6633f54c278e3ddb7f02fcda8c27b57ca2d396dbaa9ed88e3ea0401ea6ca6")
    #expect(
      try sent.key(#"{"code": "CA"}"#).hash.hex == "5cdd7862fac20a3ac925103daecd787eef5f2d6c599150f26a79f491f191db13")
    #expect(
      try sent.key(#"{"code": "CA"}"#, identity: .authenticated(name: nil)).hash.hex
        == "11fab239af8cf3f7c7c4d8b2736ffc6421702476c98002d6598898087a8c0893")
    let many = try Sent("query ($n: Float, $f: F, $ids: [ID]) { a }")
    #expect(many.key.hash.hex == "4270d37d74f77daa4f1a58992d6ce46480dc7debddbb0bbcff71ffb7725d232b")
    #expect(
      try many.key(#"{"ids": [1, "é\ud83d"], "n": 1e400, "f": {"b": null, "a": [true, "\n"]}}"#).hash.hex
        == "9fbbb237ed271588f4477c3ef27013052b3f6dbce8981bf1f0b37246d4e0503f")
  }
}
